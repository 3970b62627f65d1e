"""What has to be done now."""

from __future__ import annotations

import branchline as bl
from branchline.texts import speaking


def test_what_is_to_be_done_is_exact() -> None:
    game = bl.game("northern-pacific", players=3)
    state = game.start()
    for city in ("Casper", "Shelby", "Oroville", "Portland"):
        state.play(f"invest {city}{' large' if city == 'Portland' else ''}").play(state.legal()[0]).play(state.legal()[0])
    assert state.view()["todo"].endswith("you have no cube left to invest.")
    with speaking("de"):
        assert game.start().view()["todo"] == "Setz einen Würfel in eine Stadt oder bau die Strecke von Minneapolis aus weiter."
