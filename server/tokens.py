"""Tokens: who a request speaks for. Only their hashes are kept, and an id never grants anything.

A `seat` token plays a seat, a `host` token starts a match and hands out seats, an `invite` lets somebody sit down.
Accounts, when they come, will be one more way to become a `Caller`.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
from collections.abc import Callable, Iterator

import attrs

from server.problems import Problem
from server.storage import Store

TOKEN_BYTES = 32
CACHED_TOKENS_MAX = 20_000
SCOPES = ("seat", "host", "invite")
SPENT = "spent/"
SITTING = "sitting"


@attrs.frozen
class Caller:
    """Who asks, in one match: a seat, the host, somebody with an invite, or anybody."""

    match: str
    seat: int | None = None
    host: bool = False
    invite: int | None = None
    token_hash: bytes | None = None

    @property
    def known(self) -> bool:
        """Whether any token of the match came with the request."""
        return self.token_hash is not None

    @property
    def viewer(self) -> str:
        """The eyes the caller has without asking for others."""
        return "spectator" if self.seat is None else f"seat:{self.seat}"


class Tokens:
    """Gives out tokens and tells whom one speaks for; asks the store once for each."""

    def __init__(self, store: Store, clock: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._callers: dict[bytes, Caller] = {}
        self._ends_begun = 0
        self._ends_done = 0

    async def issue(self, match: str, seat: int | None, scope: str) -> str:
        """A new token; it is told once, here, and never again."""
        token = base64.urlsafe_b64encode(self._entropy(TOKEN_BYTES)).rstrip(b"=").decode()
        await self._store.put_token(hash_of(token), match, seat, scope, self._clock())
        return token

    async def spend(self, invite: Caller, command_id: str | None) -> None:
        """Makes an invite good for nothing but a repetition of the request that used it."""
        assert invite.token_hash is not None and invite.invite is not None
        scope = SPENT if command_id is None else SPENT + command_id
        with self._ending():
            await self._store.put_token(invite.token_hash, invite.match, invite.invite, scope, self._clock())
        self._callers.pop(invite.token_hash, None)

    async def note_sitting(self, match: str, seat: int, command_id: str) -> None:
        """Notes by which request a seat is taken; the note ends with the tokens of the seat."""
        await self._store.put_token(_sitting(match, seat, command_id), match, seat, SITTING, self._clock())

    async def still_sits(self, match: str, seat: int, command_id: str) -> bool:
        """Whether whoever took the seat with that request holds it to this day."""
        row = await self._store.token(_sitting(match, seat, command_id))
        return row is not None and row.scope == SITTING

    async def revoke(self, match: str, seat: int) -> None:
        """Ends every token of a seat, invites included."""
        with self._ending():
            await self._store.revoke_tokens(match, seat)
        for token_hash, caller in list(self._callers.items()):
            if caller.match == match and seat in (caller.seat, caller.invite):
                del self._callers[token_hash]

    @contextlib.contextmanager
    def _ending(self) -> Iterator[None]:
        self._ends_begun += 1
        try:
            yield
        finally:
            self._ends_done += 1

    async def caller(self, match: str, token: str, command_id: str | None = None) -> Caller:
        """Whom a token speaks for in this match; BAD_TOKEN where it is not one of this match's.

        An invite that is spent still speaks for its seat where `command_id` is that of the request that spent it.
        """
        return await self._caller(match, hash_of(token), command_id)

    async def again(self, caller: Caller, command_id: str | None = None) -> Caller:
        """The caller after a wait; BAD_TOKEN where their token has ended meanwhile."""
        if caller.token_hash is None:
            return caller
        return await self._caller(caller.match, caller.token_hash, command_id)

    async def _caller(self, match: str, token_hash: bytes, command_id: str | None) -> Caller:
        known = self._callers.get(token_hash)
        if known is None:
            known = await self._look_up(token_hash, command_id)
        if known is None or known.match != match:
            raise Problem("BAD_TOKEN", "This token is not valid for this match (any more).")
        return known

    async def _look_up(self, token_hash: bytes, command_id: str | None) -> Caller | None:
        before = self._ends_begun
        row = await self._store.token(token_hash)
        if row is None:
            return None
        if row.scope not in SCOPES:
            again = command_id is not None and row.scope == SPENT + command_id
            return Caller(row.match, invite=row.seat, token_hash=token_hash) if again else None
        caller = Caller(
            row.match,
            seat=row.seat if row.scope == "seat" else None,
            host=row.scope == "host",
            invite=row.seat if row.scope == "invite" else None,
            token_hash=token_hash,
        )
        if self._ends_done == self._ends_begun == before:
            # Kept only if no token was ended meanwhile: else an ended one could come back through this cache.
            if len(self._callers) >= CACHED_TOKENS_MAX:
                del self._callers[next(iter(self._callers))]
            self._callers[token_hash] = caller
        return caller


def _sitting(match: str, seat: int, command_id: str) -> bytes:
    return hash_of(f"{SITTING}/{match}/{seat}/{command_id}")


def hash_of(token: str) -> bytes:
    """What is kept of a token. It has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
