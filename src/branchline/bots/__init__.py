"""Bots: they are given what their seat may see, and answer with a move."""

from branchline.bots.catalogue import BOTS, Bot, bot

__all__ = ["BOTS", "Bot", "bot"]
