"""The command line."""

from branchline.cli.main import main

__all__ = ["main"]
