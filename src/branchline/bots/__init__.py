"""Bots: given what their seat may see, they choose a move."""

from branchline.bots.analysis import Analysis, Bot, Thinker
from branchline.bots.catalogue import BOTS, STRENGTHS, bot
from branchline.bots.search_bot import SearchBot, Strength

__all__ = ["BOTS", "STRENGTHS", "Analysis", "Bot", "SearchBot", "Strength", "Thinker", "bot"]
