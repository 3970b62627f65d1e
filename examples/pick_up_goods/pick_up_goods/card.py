"""Pick-up Goods in a few words."""

from branchline.games.spec import Card

CARD = Card(
    name="pick-up-goods",
    title="Pick-up Goods",
    short="PG",
    summary="Couple wagons of rising numbers. What you leave in the siding, the next player may take.",
    designer="the authors of Branchline",
    publishers="nobody yet",
    players=(2, 3, 4),
    aliases=("pg",),
)
