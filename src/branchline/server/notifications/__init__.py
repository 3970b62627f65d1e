"""Notifications: news for people who are not at the table, by push message and by mail."""
