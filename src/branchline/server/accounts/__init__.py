"""Who sends a request, and what they may do: sessions, tokens, seats, quotas, ratings."""
