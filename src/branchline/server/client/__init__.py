"""The client of a remote server, for `branchline bot`."""
