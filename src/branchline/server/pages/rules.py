"""The pages of the rules: for each game the rulebook with its appendix, and a summary to print."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import Response

from branchline.games.catalogue import cards
from branchline.learn import summary
from branchline.server.base.problems import not_found
from branchline.server.pages.rendering import Look
from branchline.server.pages.responses import game_card, page, redirect, spec_of
from branchline.server.web.dependencies import RequesterDep
from branchline.texts import say

router = APIRouter(include_in_schema=False)


@router.get("/rules")
async def all_rules(request: Request) -> Response:
    """The rules of the first game, with links to the others."""
    return redirect(request, f"/rules/{cards()[0].name}")


@router.get("/rules/{name}")
async def rules(request: Request, name: str, requester: RequesterDep) -> Response:
    """The rules of a game.  Every paragraph has its own address."""
    from branchline.learn import rules_page  # imported here, so no other page waits for the Markdown library

    spec = spec_of(name)
    text = await asyncio.to_thread(rules_page.page, spec.name, Look.of(request).language)
    return await page(
        request, requester, "rules.html", game=game_card(spec.card), text=text, has_summary=bool(summary(spec.name))
    )


@router.get("/rules/{name}/summary")
async def rules_summary(request: Request, name: str, requester: RequesterDep) -> Response:
    """The rules of a game on one page, for print."""
    from branchline.learn import rules_page

    spec = spec_of(name)
    if not summary(spec.name):
        raise not_found(say("{game} has no summary.", game=spec.card.title))
    text = rules_page.summary_html(spec.name, Look.of(request).language)
    return await page(request, requester, "summary.html", game=game_card(spec.card), text=text)
