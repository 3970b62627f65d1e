"""The paragraphs that refusals name: 204 stands for CP 2.4."""

from __future__ import annotations

NOT_A_TILE, SET_UP, CHANCE_ONLY = 102, 104, 105
LAID_ENOUGH, NOT_CONNECTED, NO_MATCH, TOO_NEAR = 201, 202, 203, 204
NOT_FACED, NOT_OWN, NOT_CLEARED, CITY_ON_TERRAIN = 301, 302, 303, 304
CHOOSE_CLAIM = 407
WRONG_TIME, DISCARD_RULE, SACRIFICE_RULE, TOKEN_RULE, RETURN_RULE, NO_PASS = 500, 501, 502, 503, 504, 505
VICTIM_RULE = TOKEN_RULE
"""CP 5.3: the limits on the lays and discards of a Land Grant's victim."""
GAME_OVER = 601
