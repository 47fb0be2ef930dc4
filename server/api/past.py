"""Handlers of what has been: the log, its steps told, views for a range of steps, the match file."""

from __future__ import annotations

from aiohttp import web

from projections.matchfile import dumps, match_file
from projections.recap import recap
from server.api.asking import answer, asked, number, server_of, viewer_of
from server.problems import Problem, head_json

ENTRIES_MAX = 1_000  # in one answer
STEPS_MAX = 2_000
FRAMES_MAX = 200
SEQ_MAX = (1 << 53) - 1
FILE_TYPE = "application/x-matchfold"


async def list_entries(request: web.Request) -> web.Response:
    """The log after an entry, redacted for the viewer."""
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    after = number(request, "after", 0, 0, SEQ_MAX)
    limit = number(request, "limit", ENTRIES_MAX, 1, ENTRIES_MAX)
    await server_of(request).matches.whole(match, after)
    entries = match.entries(viewer, after, limit)
    return answer(
        {"entries": entries, "head": head_json(match.head), "more": bool(entries) and after + limit < match.head.seq}
    )


async def list_steps(request: web.Request) -> web.Response:
    """The steps after an entry, told to the viewer."""
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    after = number(request, "after", 0, 0, SEQ_MAX)
    limit = number(request, "limit", STEPS_MAX, 1, STEPS_MAX)
    await server_of(request).matches.whole(match, 0)
    history = match.history
    done = history.step_index(after)
    last = min(done + limit, len(history.steps))
    steps = history.timeline(viewer, after, history.steps[last - 1].seq) if last > done else []
    return answer({"steps": steps, "head": head_json(match.head), "more": last < len(history.steps)})


async def list_frames(request: web.Request) -> web.Response:
    """The table after each step that ends in a range of entries."""
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    await server_of(request).matches.whole(match, 0)
    history = match.history
    first = number(request, "from", 1, 0, SEQ_MAX)
    last = min(number(request, "to", match.head.seq, 0, SEQ_MAX), match.head.seq)
    count = history.step_index(last) - history.step_index(max(first - 1, 0))
    if count > FRAMES_MAX:
        raise Problem("BAD_QUERY", f"There are {count} steps in that range; ask for at most {FRAMES_MAX}.")
    return answer({"frames": history.views(viewer, first, last) if first <= last else []})


async def show_recap(request: web.Request) -> web.Response:
    """What happened since an entry, in a few lines told to the viewer."""
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    since = number(request, "since", 0, 0, SEQ_MAX)
    await server_of(request).matches.whole(match, 0)
    return answer(recap(match.history, viewer, min(since, match.head.seq)))


async def export(request: web.Request) -> web.Response:
    """The match file of this viewer: exactly what they may see."""
    match, caller = await asked(request)
    viewer = viewer_of(request, match, caller)
    await server_of(request).matches.whole(match, 0)
    text = dumps(match_file(match.history.entries(), viewer))
    name = f"{match.id}.{viewer.replace(':', '-')}.match"
    return web.Response(
        body=text.encode(),
        content_type=FILE_TYPE,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )
