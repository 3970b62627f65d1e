"""The sender of a request and their rights: sessions, tokens, seats, quotas, ratings."""
