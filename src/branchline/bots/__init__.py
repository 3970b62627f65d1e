"""Bots: they are given what their seat may see, and answer with a move."""

from branchline.bots.catalogue import BOTS, STRENGTHS, bot
from branchline.bots.searching import SearchBot, Strength
from branchline.bots.thought import Bot, Thinker, Thought

__all__ = ["BOTS", "STRENGTHS", "Bot", "SearchBot", "Strength", "Thinker", "Thought", "bot"]
