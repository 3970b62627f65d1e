"""Tables in play: matches in memory, signals to streams, bots, clocks, webhooks."""
