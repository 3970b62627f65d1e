"""The games of this repository.  Tests of house rules ask for them; laws that every game keeps are tested for all games."""

from __future__ import annotations

from branchline.installed import packages

OWN_GAMES = [name for name, package in packages().items() if package.startswith("branchline.games.")]
