"""Northern Pacific: one railroad, everybody invests ahead of it."""
