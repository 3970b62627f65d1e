"""Tables in play: matches in memory, changes, bots and clocks."""
