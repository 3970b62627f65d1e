"""The page on which a reader takes a holiday."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from branchline.errors import BranchlineError
from branchline.server.accounts.requester import Requester
from branchline.server.pages.responses import page, redirect
from branchline.server.pages.words import time_left
from branchline.server.services import holidays
from branchline.server.services.container import Services
from branchline.server.web.dependencies import RequesterDep, ServicesDep

router = APIRouter(include_in_schema=False)


@router.get("/holiday")
async def holiday(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """The page."""
    return await _page(request, services, requester)


async def _page(request: Request, services: Services, requester: Requester, error: str = "") -> Response:
    found = await holidays.of(services, requester.person)
    left = None if found.until is None else time_left(found.until - time.time())
    return await page(request, requester, "holiday.html", 422 if error else 200, holidays=found, left=left, error=error)


@router.post("/holiday")
async def take(
    request: Request, services: ServicesDep, requester: RequesterDep, days: Annotated[int, Form(ge=1, le=366)] = 1
) -> Response:
    """Begin a holiday."""
    try:
        await holidays.take(services, requester, days)
    except BranchlineError as error:
        return await _page(request, services, requester, str(error))
    return redirect(request, "/holiday")


@router.post("/holiday/back")
async def come_back(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """End the holiday."""
    await holidays.come_back(services, requester)
    return redirect(request, "/holiday")
