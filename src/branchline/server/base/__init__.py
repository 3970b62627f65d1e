"""What every room may use: settings, the log, keys, limits, and refusals of requests."""
