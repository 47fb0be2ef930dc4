"""The two pages of the web client and the files they load, for whoever serves them."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from replay_viewer.bundle import modules_of

STATIC_ROOT = Path(__file__).parent / "static"

# Everything comes from the server that served the page: no inline script or style, nothing from elsewhere.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

PAGE_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    # A seat's token may stand in the address bar for a moment: it is never sent on to anybody.
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


def lobby_page() -> str:
    """The page at `/`: the tables there are, and a form to open one."""
    return (STATIC_ROOT / "lobby.html").read_text(encoding="utf-8")


def match_page() -> str:
    """The page at `/m/{id}`: one match, live at the head of its log and a replay anywhere else."""
    # Named up front, modules come all at once, and not each when the one before it has been read.
    early = "".join(
        f'  <link rel="modulepreload" href="/static/{path}">\n' for path in modules_of(STATIC_ROOT, "match.js")
    )
    return match_shell().replace("</head>", f"{early}</head>")


def match_shell() -> str:
    """The page of a match before anything is put into it."""
    return (STATIC_ROOT / "match.html").read_text(encoding="utf-8")


def page_routes() -> list[web.AbstractRouteDef]:
    """The routes `/`, `/m/{id}` and `/static/…`; the same shells serve every match."""
    lobby, match = lobby_page(), match_page()
    # Named up front, so that no request makes a path of its own.
    files = {file.relative_to(STATIC_ROOT).as_posix(): file for file in STATIC_ROOT.rglob("*") if file.is_file()}

    async def show_lobby(_request: web.Request) -> web.Response:
        return web.Response(text=lobby, content_type="text/html", charset="utf-8", headers=PAGE_HEADERS)

    async def show_match(_request: web.Request) -> web.Response:
        return web.Response(text=match, content_type="text/html", charset="utf-8", headers=PAGE_HEADERS)

    async def show_file(request: web.Request) -> web.FileResponse:
        file = files.get(request.match_info["file"])
        if file is None:
            raise web.HTTPNotFound
        return web.FileResponse(file)

    return [web.get("/", show_lobby), web.get("/m/{id}", show_match), web.get("/static/{file:.+}", show_file)]
