"""The match page on a file: one match, read only, with exactly the eyes that the file has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from domain.kernel.codec import entry_json
from projections.book import viewers_of
from projections.history import History
from projections.matchfile import MatchFile, dumps
from projections.views import is_viewer, seat_of
from replay_viewer.pages import page_routes
from server.api.asking import JSON_HEADERS, answer, number
from server.api.past import ENTRIES_MAX, FILE_TYPE, FRAMES_MAX, SEQ_MAX
from server.problems import Problem, head_json

MATCH = "/api/v1/matches/{id}"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def replay_app(file: MatchFile, history: History) -> web.Application:
    """The application that shows a file; `history` is its log, folded as the file holds it."""
    page = _Page(file, history)
    app = web.Application(middlewares=[_problems])
    app.router.add_get("/", page.home)
    app.router.add_get(MATCH, page.summary)
    app.router.add_get(f"{MATCH}/view", page.view)
    app.router.add_get(f"{MATCH}/timeline", page.timeline)
    app.router.add_get(f"{MATCH}/frames", page.frames)
    app.router.add_get(f"{MATCH}/entries", page.entries)
    app.router.add_get(f"{MATCH}/export", page.export)
    # The lobby has nothing to list here; the way there leads to the match.
    app.router.add_routes([route for route in page_routes() if getattr(route, "path", None) != "/"])
    return app


class _Page:
    """The calls that the match page makes, answered from one file."""

    def __init__(self, file: MatchFile, history: History) -> None:
        self.file = file
        self.history = history
        self.viewers = viewers_of(file.viewer, len(history.state.holders))

    async def home(self, request: web.Request) -> web.Response:
        raise web.HTTPFound(f"/m/{self.file.match_id}")

    async def summary(self, request: web.Request) -> web.Response:
        self._check(request)
        return answer({**self.history.summary(seat_of(self.file.viewer)), "viewers": self.viewers})

    async def view(self, request: web.Request) -> web.Response:
        viewer = self._viewer(request)
        last = self.history.head.seq
        return answer(self.history.view(viewer, number(request, "at", last, 0, last)))

    async def timeline(self, request: web.Request) -> web.Response:
        viewer = self._viewer(request)
        steps = self.history.timeline(viewer, number(request, "after", 0, 0, SEQ_MAX))
        return answer({"steps": steps, "head": head_json(self.history.head), "more": False})

    async def frames(self, request: web.Request) -> web.Response:
        viewer = self._viewer(request)
        head = self.history.head.seq
        first = number(request, "from", 1, 0, SEQ_MAX)
        last = min(number(request, "to", head, 0, SEQ_MAX), head)
        count = self.history.step_index(last) - self.history.step_index(max(first - 1, 0))
        if count > FRAMES_MAX:
            raise Problem("BAD_QUERY", f"There are {count} steps in that range; ask for at most {FRAMES_MAX}.")
        return answer({"frames": self.history.views(viewer, first, last) if first <= last else []})

    async def entries(self, request: web.Request) -> web.Response:
        viewer = self._viewer(request)
        after = number(request, "after", 0, 0, SEQ_MAX)
        found = [entry_json(entry) for entry in self.history.entries_for(viewer, after, ENTRIES_MAX)]
        head = self.history.head
        return answer({"entries": found, "head": head_json(head), "more": after + len(found) < head.seq})

    async def export(self, request: web.Request) -> web.Response:
        self._check(request)
        return web.Response(body=dumps(self.file).encode(), content_type=FILE_TYPE, headers=JSON_HEADERS)

    def _viewer(self, request: web.Request) -> str:
        self._check(request)
        viewer = request.query.get("as", self.file.viewer)
        if not is_viewer(viewer, len(self.history.state.holders)):
            raise Problem("BAD_QUERY", "`as` is spectator, auditor, or seat:N for a seat of this match.")
        if viewer not in self.viewers:
            raise Problem("VIEWER_NOT_ALLOWED", f"This file is the copy of {self.file.viewer}.")
        return viewer

    def _check(self, request: web.Request) -> None:
        if request.match_info["id"] != self.file.match_id:
            raise Problem("NO_SUCH_MATCH", "This server shows one match file, and that is another match.")


@web.middleware
async def _problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Gives every error its problem document."""
    try:
        return await handler(request)
    except Problem as problem:
        return problem.response()
    except web.HTTPFound:
        raise
    except web.HTTPMethodNotAllowed:
        return Problem("METHOD_NOT_ALLOWED", "A match file is only looked at.").response()
    except web.HTTPException:
        return Problem("NO_SUCH_PAGE", "There is nothing at this address.").response()
    except ConnectionError:
        raise
    except Exception as error:  # a forged log can fold to a state that no table is ever in
        return Problem("MATCH_DAMAGED", f"This file comes to a state that cannot be shown ({error!r}).").response()
