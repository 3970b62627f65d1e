"""What texts ask the compiled rules: prices and points."""

from __future__ import annotations

import branchline as bl
from branchline.games.position import Position
from branchline.games.wensleydale.rules.layout import AUCTION, CUBE, PAYS, TAKEOVERS, TRAINS
from branchline.games.wensleydale.text.scene import purse


def spent(before: Position, after: Position) -> list[int]:
    """What the acting seat paid between two positions, by kind of payment."""
    seat = before.actor
    old, new = purse(before.fields, seat), purse(after.fields, seat)
    return [old[kind] - new[kind] for kind in range(CUBE + 1)]


def check(position: Position, text: str, after: Position) -> bool:
    """Compare the price asked with the price paid; false for moves that have none."""
    verb, _, what = text.partition(" ")
    if verb == "build":
        first = position.board.ids[next(move for move in position.board.texts if move.startswith("build"))]
        price = position.ask("link_price", position.board.ids[text] - first)
        assert spent(position, after) == [price.midland, price.ner, price.government, 0, price.cubes]
        assert after.fields.owed == price.build_points - price.cubes
    elif verb == "hire":
        price = position.ask("train_price", position.board.data.train(what).number)
        assert spent(position, after) == [0, 0, 0, price.points, 0]
        assert after.fields.owed == price.exchange
    elif verb == "bid":
        assert position.ask("least_bid", int(what.split()[0]) - 1) <= int(what.split()[1])
    else:
        return False
    return True


def test_the_price_asked_is_the_price_paid() -> None:
    state, rng, checked = bl.game("last-train-to-wensleydale", 4).start(), bl.seeded(6), set()
    while not state.is_over:
        position = state.position
        for move in state.legal():
            if check(position, move.text, position.after(move.id)):
                checked.add(move.text.split()[0])
        if state.fields_view.phase == TAKEOVERS:
            assert bool(position.ask("sale_is_complete")) == ("done" in {move.text for move in state.legal()})
        state.play(state.random_move(rng))
    assert checked == {"bid", "build", "hire"}


def test_the_winner_of_a_box_gains_its_points() -> None:
    state, rng = bl.game("last-train-to-wensleydale", 3).start(), bl.seeded(1)
    won = 0
    while not state.is_over:
        before = state.copy().position
        state.play(state.random_move(rng))
        ended = before.fields.phase == AUCTION and state.fields_view.phase != AUCTION
        for box in range(8) if ended else ():
            seat = int(before.fields.bidders[box]) - 1
            if seat >= 0 and (before.fields.bidders == 1 + seat).sum() == 1 and seat != before.actor:
                gained = state.fields_view.marks[:4, seat] - before.fields.marks[:4, seat]
                assert gained.tolist() == list(before.ask("box_points", box))
                won += 1
    assert won


def test_loads_earn_what_goes_to_the_piles() -> None:
    state, rng, earned = bl.game("last-train-to-wensleydale", 3).start(), bl.seeded(1), 0
    for train in state.position.board.data.trains:
        assert state.position.ask("on_offer", train.number) == (3 in train.players)
    while not state.is_over:
        before = state.copy().position
        move = state.random_move(rng)
        after = state.play(move).position.fields
        if before.fields.phase == TRAINS != after.phase:
            unsettled = before.ask_position("unsettled", move.id)
            for seat, piles in enumerate(after.piles[:3] - before.fields.piles[:3]):
                assert unsettled.ask("earnings", seat) == sum(pay * load for pay, load in zip(PAYS, piles, strict=True))
                earned += int(piles.sum())
    assert earned
