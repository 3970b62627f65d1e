"""The web site and its API: tables that people and bots play at, by link."""
