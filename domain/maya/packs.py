"""The content a table plays with: the built-in one, or the host's own files over it."""

from __future__ import annotations

from functools import lru_cache

from domain.maya.content.loader import load_pack, load_pack_text
from domain.maya.content.models import Card, ContentPack, Fragment
from domain.maya.state import State

Files = tuple[tuple[str, str], ...]


@lru_cache(maxsize=32)
def pack_for(content: Files | None) -> ContentPack:
    """The content in these files, or the built-in one."""
    return load_pack() if content is None else load_pack_text(dict(content))


def pack_of(state: State) -> ContentPack:
    """The content of a table."""
    return pack_for(state.content)


def kind_of(pack: ContentPack, card: str) -> str:
    """The type of a card in hand; a Memory Fragment that went into a deck is a weak Action Card (MAYA-SLOT-04)."""
    found = pack.cards.get(card)
    return found.type if found is not None else "action"


def face(pack: ContentPack, card: str) -> Card | Fragment:
    """What a mat card says: a deck card or a Memory Fragment."""
    found: Card | Fragment | None = pack.cards.get(card)
    return found if found is not None else pack.fragments[card]
