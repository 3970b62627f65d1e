"""Bots: they are given what their seat may see, and answer with a move."""

from branchline.bots.analysis import Analysis, Bot, Thinker
from branchline.bots.catalogue import BOTS, STRENGTHS, bot
from branchline.bots.searching import SearchBot, Strength

__all__ = ["BOTS", "STRENGTHS", "Analysis", "Bot", "SearchBot", "Strength", "Thinker", "bot"]
