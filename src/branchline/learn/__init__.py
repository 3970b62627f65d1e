"""What teaches the games: their rules with diagrams, and a guided first game of each."""

from branchline.learn.lesson import SEAT, Lesson, Step, lessons
from branchline.learn.manual import manual, paragraphs

__all__ = ["SEAT", "Lesson", "Step", "lessons", "manual", "paragraphs"]
