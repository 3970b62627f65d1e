"""The pages: templates, and the routes that fill them."""

from branchline.server.pages.routes import router

__all__ = ["router"]
