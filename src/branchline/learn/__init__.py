"""Teaching the games: their rules with diagrams, and a guided first game of each."""

from branchline.errors import NoLesson
from branchline.learn.lessons import SEAT, Lesson, Step, has_lesson, lesson
from branchline.learn.manual import manual, paragraphs, rulebook, summary

__all__ = ["SEAT", "Lesson", "NoLesson", "Step", "has_lesson", "lesson", "manual", "paragraphs", "rulebook", "summary"]
