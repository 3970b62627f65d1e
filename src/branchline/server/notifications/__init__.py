"""Who is told of what: who is at a table, who is told of a change, push messages, mails and webhooks."""
