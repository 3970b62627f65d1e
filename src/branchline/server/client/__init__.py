"""A client of a server elsewhere: `branchline bot`."""
