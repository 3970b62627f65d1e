"""The sender of a request and what they may use: sessions, tokens, seat links, quotas, ratings."""
