"""The pages: what a person sees of the tables, in the person's language."""

from branchline.server.site.install import install, refusal

__all__ = ["install", "refusal"]
