"""Routes for holidays."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from branchline.server.services import holidays
from branchline.server.services.holidays import HolidayRequest
from branchline.server.web.dependencies import RequesterDep, ServicesDep, respond
from branchline.server.web.problems import responses

router = APIRouter(tags=["you"])


class HolidaysAnswer(BaseModel):
    """Your holidays."""

    days: int = Field(description="The days that everybody may take within a year; 0 if there are no holidays here.")
    used: int = Field(description="The days you have taken within the last 365 days; a begun day counts.")
    left: int
    until: float | None = Field(description="The end of the holiday that you are on.")


@router.get("/api/me/holiday", summary="Your holidays", response_model=HolidaysAnswer, responses=responses(401))
async def read(request: Request, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """How many days you have left, and whether you are on holiday."""
    return respond(request, (await holidays.of(services, requester.person)).to_dict())


@router.post(
    "/api/me/holiday", summary="Take a holiday", status_code=201, response_model=HolidaysAnswer, responses=responses(401)
)
async def take(request: Request, body: HolidayRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """From now on your clocks stand still in all games with days for each move.  The others are told."""
    return respond(request, (await holidays.take(services, requester, body.days)).to_dict(), 201)


@router.delete("/api/me/holiday", summary="Come back", response_model=HolidaysAnswer, responses=responses(401))
async def come_back(request: Request, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """End your holiday.  Days that have not begun can be taken later."""
    return respond(request, (await holidays.come_back(services, requester)).to_dict())
