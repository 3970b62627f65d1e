"""What teaches the games: their rules with diagrams, and a guided first game of each."""

from branchline.learn.manual import manual, paragraphs

__all__ = ["manual", "paragraphs"]
