"""The public API in plain Python around the compiled rules: games, states, moves, records, traces and simulations."""
