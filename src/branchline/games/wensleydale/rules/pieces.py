"""Pieces on the board (goods, passengers, opposition), and sets of areas as bits."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import AREA_BIT, AREA_SHIFT, AREA_WORD, TOWNS_BESIDE
from branchline.games.wensleydale.rules.layout import (
    CHEESE,
    COMPANIES,
    LOADS,
    MIDLAND,
    NER,
    RED,
    STONE,
    WORD_BITS,
    WORDS,
    Fields,
)
from branchline.kernel import Row, rule
from branchline.kernel.bits import lowest_bit


@rule
def holds(words: Row, area: int) -> int:
    """1 if a set of areas contains an area, else 0."""
    return (words[AREA_WORD[area]] >> AREA_SHIFT[area]) & 1


@rule
def lowest(word: int, bits: int) -> int:
    """The first area of a set, from one of its words, which must not be 0."""
    return word * WORD_BITS + lowest_bit(bits)


@rule
def place_piece(state: Fields, piece: int, area: int) -> None:
    """LW 1.3, 1.4: a piece goes from the bag to an area."""
    state.bag[piece] -= 1
    state.pieces[area, piece] += 1
    if piece < LOADS:
        state.stocked[piece, AREA_WORD[area]] |= AREA_BIT[area]


@rule
def lift_piece(state: Fields, piece: int, area: int) -> None:
    """LW 6.4: one piece goes from its area to a train."""
    state.pieces[area, piece] -= 1
    if state.pieces[area, piece] == 0:
        state.stocked[piece, AREA_WORD[area]] &= ~AREA_BIT[area]


@rule
def discard(state: Fields, piece: int, area: int) -> None:
    """LW 1.3, 5.4, 9.6: all pieces of a kind in an area leave the game."""
    state.removed[piece] += state.pieces[area, piece]
    state.pieces[area, piece] = 0
    if piece < LOADS:
        state.stocked[piece, AREA_WORD[area]] &= ~AREA_BIT[area]


@rule
def discard_bits(state: Fields, piece: int, word: int, bits: int) -> None:
    """LW 9.6: all pieces of a kind leave the given areas of one word."""
    while bits != 0:
        discard(state, piece, lowest(word, bits))
        bits &= bits - 1


@rule
def clean_up(state: Fields) -> None:
    """LW 9.6: cheese beside company links, passengers in towns of their company and stone without a free town are removed."""
    for word in range(WORDS):
        discard_bits(state, CHEESE, word, state.stocked[CHEESE, word] & state.company_touched[word])
        for company in range(COMPANIES):
            at_home = state.stocked[RED + company, word] & state.company_towns[company, word]
            discard_bits(state, RED + company, word, at_home)
        hills = state.stocked[STONE, word]
        while hills != 0:
            hill = lowest(word, hills)
            if not has_free_town_beside(state, hill):
                discard(state, STONE, hill)
            hills &= hills - 1


@rule
def has_free_town_beside(state: Fields, hill: int) -> bool:
    """LW 9.6: a hill has a free town beside it if any town there is no company town."""
    for word in range(WORDS):
        if TOWNS_BESIDE[hill, word] & ~state.company_towns[MIDLAND, word] & ~state.company_towns[NER, word]:
            return True
    return False
