"""The server as an application, and running it until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Mapping

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from domain.kernel.game import Refused
from projections.games import PLUGINS
from projections.plugin import Plugin
from replay_viewer.pages import page_routes
from server.api.asking import JSON_HEADERS, SERVER, Server
from server.api.routes import routes
from server.bots import BotRunner
from server.config import Settings
from server.connection import Connection, expecting
from server.live import Streams
from server.lobby import LobbyKeeper
from server.log import begin_request, configure_logging
from server.matches import Matches
from server.metrics import Metrics
from server.problems import Problem, of_store, refused
from server.reports import Reports
from server.storage import StorageError, Store, open_store
from server.tokens import Tokens

log = structlog.get_logger(__name__)

BOTS = web.AppKey("bots", BotRunner)
LIVE = "watch"  # the name of the call that opens a socket
BACKLOG = 128  # connections that wait to be taken
HUNG_UP = 499  # in the metrics only: whoever asked was gone before the answer


def utc_ms() -> int:
    """Milliseconds since 1970, as entries carry them."""
    return time.time_ns() // 1_000_000


def create_app(
    settings: Settings,
    store: Store,
    *,
    clock: Callable[[], int] = utc_ms,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    plugins: Mapping[str, Plugin] = PLUGINS,
) -> web.Application:
    """The application on an open store, which it closes at its end."""
    metrics = Metrics()
    matches = Matches(settings, store, plugins, clock, entropy, metrics)
    tokens = Tokens(store, clock, entropy)
    server = Server(
        settings=settings,
        matches=matches,
        tokens=tokens,
        lobby=LobbyKeeper(matches),
        streams=Streams(settings, metrics, tokens),
        metrics=metrics,
        reports=Reports(matches, entropy),
        clock=clock,
    )
    app = web.Application(
        middlewares=[_guard(metrics)], client_max_size=max(settings.create_bytes_max, settings.body_bytes_max)
    )
    app[SERVER] = server
    app[BOTS] = BotRunner(matches)
    app.cleanup_ctx.append(_own_store)
    app.cleanup_ctx.append(_keep_lobby)
    app.cleanup_ctx.append(_put_away_cold)
    app.cleanup_ctx.append(_run_bots)
    app.on_shutdown.append(_end_streams)
    for route in routes():
        resource = app.router.add_resource(route.path, name=route.name)
        resource.add_route(route.method, route.handler)
        if route.method == "GET" and route.name != LIVE:  # there is no asking about a socket without opening one
            resource.add_route("HEAD", route.handler)
    app.router.add_routes(page_routes())
    return app


# -- what runs beside the requests, each with its end


async def _own_store(app: web.Application) -> AsyncIterator[None]:
    yield
    await app[SERVER].matches.store.close()


async def _keep_lobby(app: web.Application) -> AsyncIterator[None]:
    lobby = app[SERVER].lobby
    await lobby.load()
    flushing = asyncio.create_task(lobby.keep_flushing(app[SERVER].settings.lobby_flush_seconds))
    yield
    lobby.stop()
    await flushing


async def _put_away_cold(app: web.Application) -> AsyncIterator[None]:
    matches = app[SERVER].matches

    async def sweep() -> None:
        while True:
            await asyncio.sleep(matches.settings.sweep_seconds)
            try:
                await matches.keep_states()
            except StorageError as error:
                log.warning("states_not_kept", why=str(error))
            matches.sweep()

    sweeping = asyncio.create_task(sweep())
    yield
    sweeping.cancel()
    await asyncio.gather(sweeping, return_exceptions=True)
    with contextlib.suppress(StorageError):
        await matches.keep_states()


async def _run_bots(app: web.Application) -> AsyncIterator[None]:
    await app[BOTS].resume(app[SERVER].lobby.waiting_for_bots())
    yield
    await app[BOTS].stop()


async def _end_streams(app: web.Application) -> None:
    # Before requests in flight are waited for: bots would go on for ever, and open sockets would hold up the end.
    await app[BOTS].stop()
    await app[SERVER].streams.close()


# -- around every request


def _guard(metrics: Metrics) -> Middleware:
    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Gives every error its problem document, and every request an id in the logs."""
        found = request.match_info
        request_id = begin_request(request.headers.get("X-Request-Id", ""), found.get("id"))
        response: web.StreamResponse
        try:
            response = await handler(request)
        except ConnectionError as error:
            if request.transport is not None and not request.transport.is_closing():
                response = _problem_of(error).response()
            else:
                log.debug("hung_up", why=type(error).__name__)
                response = web.Response(status=HUNG_UP)  # nobody is there to read it
        except Exception as error:
            response = _problem_of(error).response()
            response.headers.update(JSON_HEADERS)
            if isinstance(error, web.HTTPMethodNotAllowed):
                response.headers["Allow"] = ", ".join(sorted(error.allowed_methods))
        metrics.answered(found.route.name or "page", response.status)
        if not response.prepared:
            response.headers["X-Request-Id"] = request_id
        return response

    return guard


def _problem_of(error: Exception) -> Problem:
    if isinstance(error, Problem):
        return error
    if isinstance(error, Refused):
        return refused(error)
    if isinstance(error, StorageError):
        log.error("store_failed", why=str(error))
        return of_store(error)
    if isinstance(error, web.HTTPRequestEntityTooLarge):
        return Problem("TOO_LARGE", "The body is too large.")
    if isinstance(error, web.RequestPayloadError):
        return Problem("BAD_JSON", "The body cannot be read: it is not sent as its headers say.")
    if isinstance(error, web.HTTPMethodNotAllowed):
        return Problem("METHOD_NOT_ALLOWED", f"Allowed here: {', '.join(sorted(error.allowed_methods))}.")
    if isinstance(error, web.HTTPException):
        if error.status >= 500:
            log.error("http_failed", status=error.status)
            return Problem("INTERNAL", "The server made a mistake; it is in its log.")
        return Problem("NO_SUCH_PAGE", "There is nothing at this address.")
    log.error("request_failed", exc_info=error)
    return Problem("INTERNAL", "The server made a mistake; it is in its log.")


# -- running it


def serve(settings: Settings, *, ready: Callable[[str], None] | None = None) -> None:
    """Serves until SIGINT or SIGTERM, then finishes what is in flight; `ready` is told the address.

    Raises StorageError where the store cannot be opened, OSError where the port cannot.
    """
    configure_logging(settings.log_level)
    tune_process()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings, ready))


def tune_process() -> None:
    """Lets the collector of reference cycles look less often: states are values and hardly ever form cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # not made for every system
        return None
    return uvloop.new_event_loop


async def _serve(settings: Settings, ready: Callable[[str], None] | None) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    async with serving(settings, await open_store(settings.store)) as url:
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stop.set)
        log.info("serving", url=url)
        if ready is not None:
            ready(url)
        await stop.wait()
        log.info("stopping")


@contextlib.asynccontextmanager
async def serving(settings: Settings, store: Store) -> AsyncIterator[str]:
    """A server at its address, until the end of the block; then it finishes what is in flight and closes the store."""
    runner = web.AppRunner(create_app(settings, store), shutdown_timeout=settings.drain_seconds_max)
    loop = asyncio.get_running_loop()
    try:
        await runner.setup()
        assert runner.server is not None, "it was just set up"
        runner.server.request_handler = expecting(runner.server.request_handler)
        connect = functools.partial(Connection, runner.server, loop)
        listening = await loop.create_server(connect, settings.host, settings.port, backlog=BACKLOG)
        try:
            yield _url_of(settings.host, listening)
        finally:
            listening.close()
    finally:
        await runner.cleanup()
        await store.close()


def _url_of(host: str, listening: asyncio.Server) -> str:
    port = listening.sockets[0].getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"
