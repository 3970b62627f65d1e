"""Which games tests are about.  House rules are tested for the games of this repository, laws for every installed game."""

from __future__ import annotations

from branchline.games import cards
from branchline.installed import packages

OWN_GAMES = [name for name, package in packages().items() if package.startswith("branchline.games.")]
"""The games of this repository."""
SEATED = {card.name: 3 if 3 in card.players else card.players[0] for card in cards()}
"""Every installed game with a number of players: three if it allows."""
