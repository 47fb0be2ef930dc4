"""Logs that were written under older schemas are read by today's code; each old form has a stored example here."""

from __future__ import annotations

import json
import types
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.codec import Reader, entry_from_json
from domain.kernel.entries import redact
from domain.kernel.registry import Registry, UnknownType, Upcast
from domain.kernel.secrecy import event, owned, public

STORED = json.loads((Path(__file__).parent / "stored_schemas.json").read_text(encoding="utf-8"))


@event(schema=3)
class CardTaken:
    """Was `CardDrawn` (schema 1: `player`; schema 2: `seat`), until it was renamed."""

    seat: int = public()
    count: int = public()
    card: str | None = owned("seat")


@event()
class SphereMoved:
    """One half of what `PassedOn` said."""

    to_seat: int = public()


@event()
class PowerSet:
    """The other half."""

    power: int = public()


def named_seat(fields: dict[str, Any]) -> list[Upcast]:
    return [Upcast("CardDrawn", 2, {"seat": fields.pop("player"), **fields})]


def taken(fields: dict[str, Any]) -> list[Upcast]:
    return [Upcast("CardTaken", 3, {**fields, "count": 1})]


def split(fields: dict[str, Any]) -> list[Upcast]:
    return [Upcast("SphereMoved", 1, {"to_seat": fields["to_seat"]}), Upcast("PowerSet", 1, {"power": fields["power"]})]


def module(*classes: type) -> types.ModuleType:
    made = types.ModuleType(__name__)
    for cls in classes:
        setattr(made, cls.__name__, cls)
    return made


TODAY = Registry(
    module(CardTaken, SphereMoved, PowerSet),
    upcasters={("CardDrawn", 1): named_seat, ("CardDrawn", 2): taken, ("PassedOn", 1): split},
)


@pytest.mark.parametrize("name", ["CardDrawn 1", "CardDrawn 2", "CardTaken 3"])
def test_an_old_event_reads_as_its_new_form(name: str) -> None:
    entry = entry_from_json(STORED[name])
    assert Reader(TODAY).read(entry).facts == (CardTaken(seat=2, count=1, card="dodge"),)


@pytest.mark.parametrize("name", ["CardDrawn 1", "CardDrawn 2", "CardTaken 3"])
def test_an_old_sealed_field_stays_unknown_to_others(name: str) -> None:
    entry = redact(entry_from_json(STORED[name]), {"seat:1"})
    assert Reader(TODAY).read(entry).facts == (CardTaken(seat=2, count=1, card=None),)


def test_one_old_event_may_read_as_two() -> None:
    entry = entry_from_json(STORED["PassedOn 1"])
    assert Reader(TODAY).read(entry).facts == (SphereMoved(3), PowerSet(7))


def test_every_way_up_has_a_stored_example() -> None:
    stored = {(data["type"], data["schema"]) for data in STORED.values()}
    assert stored >= set(TODAY.upcasters)


def test_a_version_with_no_way_up_is_named() -> None:
    data = {**STORED["CardDrawn 1"], "schema": 9}
    with pytest.raises(UnknownType, match="'CardDrawn' with schema 9"):
        Reader(TODAY).read(entry_from_json(data))


def test_an_upcaster_does_not_change_the_fields_it_was_given() -> None:
    fields = {"player": 2, "card": "dodge"}
    TODAY.upcast("CardDrawn", 1, fields)
    assert fields == {"player": 2, "card": "dodge"}


def test_a_registry_takes_the_ways_up_of_another() -> None:
    joined = Registry(TODAY)
    assert joined.upcast("PassedOn", 1, {"to_seat": 1, "power": 2}) == TODAY.upcast(
        "PassedOn", 1, {"to_seat": 1, "power": 2}
    )


def test_two_types_of_one_name_are_a_bug() -> None:
    @event("CardTaken")
    class Other:
        seat: int = public()

    with pytest.raises(AssertionError, match="two types are called CardTaken"):
        Registry(TODAY, module(Other))
