"""The pages of the site, in the reader's language."""

from branchline.server.pages.install import install, refusal

__all__ = ["install", "refusal"]
