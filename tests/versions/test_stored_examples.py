"""Entries as they were once stored, of every type that recorded matches hold: they are read for ever."""

from __future__ import annotations

import pytest

from domain.kernel.codec import Reader, entry_json
from domain.kernel.entries import redact
from domain.kernel.match import KERNEL as SHARED
from domain.kernel.registry import Registry, UnknownType
from projections.games import plugin_for
from projections.redecide import plain
from tests.versions import newer_arcanya, newer_maya
from tests.versions.record_entries import GAMES, KERNEL, Key, examples
from tests.versions.releases import Form

REGISTRIES = {KERNEL: SHARED, **{game: plugin_for(game).rules.registry for game in GAMES}}
FORMS = {"arcanya": newer_arcanya, "maya": newer_maya}
every_registry = pytest.mark.parametrize("game", REGISTRIES)
in_newer_forms = pytest.mark.parametrize(
    ("game", "form"),
    [(game, form) for game, module in FORMS.items() for form in (module.RENAMED, module.SPLIT)],
    ids=[f"{game} {how}" for game in FORMS for how in ("renamed", "split")],
)


def not_kept(registry: Registry, kept: dict[Key, object]) -> list[Key]:
    """The older schemas of today's types of which no stored entry was kept."""
    older = [(cls.TYPE, schema) for cls in registry.types.values() for schema in range(1, cls.SCHEMA)]
    return [key for key in older if key not in kept]


@every_registry
def test_every_stored_example_is_read_today(game: str) -> None:
    reader = Reader(REGISTRIES[game])
    kept = examples(game)
    assert kept
    for entry in kept.values():
        assert reader.read(entry).facts


@every_registry
def test_an_example_of_todays_schema_is_read_to_the_last_field(game: str) -> None:
    reader = Reader(REGISTRIES[game])
    for key, entry in examples(game).items():
        if REGISTRIES[game].current(*key) is None:
            continue
        shown = entry_json(entry)
        fields = dict(shown["public"])
        for part in shown["sealed"]:
            fields |= part["fields"]
        (fact,) = reader.read(entry).facts
        assert plain(fact) == dict.fromkeys(fact.PLAN.sealed_names) | fields, key


@every_registry
def test_every_older_schema_has_its_stored_example(game: str) -> None:
    assert not_kept(REGISTRIES[game], dict(examples(game))) == []


def test_a_schema_that_moves_on_without_its_example_is_noticed() -> None:
    for game, module in FORMS.items():
        registry = module.RENAMED.registry
        assert not_kept(registry, dict(examples(game))) == []
        without = {key: entry for key, entry in examples(game).items() if key != ("CardsDrawn", 1)}
        assert not_kept(registry, dict(without)) == [("CardsDrawn", 1)]


def test_the_kernels_own_types_are_all_kept() -> None:
    assert {name for name, _ in examples(KERNEL)} == set(SHARED.types)


@in_newer_forms
def test_an_upcaster_leads_from_the_stored_example_to_the_newer_form(game: str, form: Form) -> None:
    entry = examples(game)[form.gone.TYPE, form.gone.SCHEMA]
    (old,) = plugin_for(game).rules.reader.read(entry).facts
    now = Reader(form.registry)
    assert now.read(entry).facts == tuple(form.becomes(old))


@pytest.mark.parametrize("game", FORMS)
def test_an_upcaster_leaves_closed_what_is_closed(game: str) -> None:
    form = FORMS[game].RENAMED
    closed = redact(examples(game)["CardsDrawn", 1], ())
    (old,) = plugin_for(game).rules.reader.read(closed).facts
    (new,) = Reader(form.registry).read(closed).facts
    assert (new,) == tuple(form.becomes(old))
    sealed = new.PLAN.sealed_names
    assert [getattr(new, name) for name in sealed] == [None] * len(sealed)


@pytest.mark.parametrize("game", FORMS)
def test_without_its_upcaster_the_stored_example_is_not_read(game: str) -> None:
    with pytest.raises(UnknownType, match="no type 'CardsDrawn' with schema 1"):
        Reader(FORMS[game].FORGOTTEN.registry).read(examples(game)["CardsDrawn", 1])
