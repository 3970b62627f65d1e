"""The pages: what a person sees of the tables, in the person's language."""

from branchline.server.pages.install import install, refusal

__all__ = ["install", "refusal"]
