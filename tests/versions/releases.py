"""Releases of any game as a developer might make them: a constant altered, an event in a newer form, rules kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import attrs

from domain.kernel.chance import Chance
from domain.kernel.game import Offer, Outcome, Request, Setup
from domain.kernel.match import KERNEL, MatchRules
from domain.kernel.records import evolve
from domain.kernel.registry import Registry, Upcaster
from domain.kernel.secrecy import Event
from projections.plugin import JSON, NameOf, Plugin

Altered = tuple[ModuleType, str, Any]  # a constant of the rules: where it stands, its name, and what it is now


@attrs.frozen
class Form:
    """An event in a newer form.

    `becomes` gives the newer facts that are decided in place of the old one, `fold` what each of them does to the
    table, `told` the old fact that those are told by which tell anything; `up` leads there from stored entries.
    """

    gone: type[Any]
    events: ModuleType
    becomes: Callable[[Any], Sequence[Event]]
    fold: Mapping[type[Any], Callable[[Any, Any], Any]]
    told: Mapping[type[Any], Callable[[Any], Event]]
    up: Upcaster | None
    intents: tuple[ModuleType, ...] = ()

    @property
    def registry(self) -> Registry:
        """The types of the game with one gone and others come, and the way up from it, if there is one."""
        newer = ModuleType(self.events.__name__)  # a registry takes the types that a module declares itself
        for name, thing in vars(self.events).items():
            if thing is not self.gone and getattr(thing, "__module__", "") == self.events.__name__:
                setattr(newer, name, thing)
        for cls in self.fold:
            cls.__module__ = self.events.__name__
            setattr(newer, cls.__name__, cls)
        up = {} if self.up is None else {(self.gone.TYPE, self.gone.SCHEMA): self.up}
        return Registry(KERNEL, *self.intents, newer, upcasters=up)


class Release:
    """A game as it stands in one release; everything that is not changed is the game's own."""

    def __init__(
        self,
        game: Any,
        version: int,
        *,
        registry: Registry | None = None,
        form: Form | None = None,
        altered: Sequence[Altered] = (),
    ) -> None:
        self.game = game
        self.name: str = game.name
        self.rules_version = version
        self.seats_min: int = game.seats_min
        self.seats_max: int = game.seats_max
        self.registry: Registry = registry or game.registry
        self.form = form
        self.altered = altered

    def options_schema(self) -> JSON:
        return self.game.options_schema()

    def check_options(self, options: Mapping[str, Any], seats: int, content: Any = None) -> Mapping[str, Any]:
        return self.game.check_options(options, seats, content)

    def start(self, setup: Setup) -> Any:
        return self.game.start(setup)

    def decide(self, state: Any, intent: Any, chance: Chance) -> Sequence[Event]:
        with self._altered():
            decided = self.game.decide(state, intent, chance)
        return [newer for event in decided for newer in self._newer(event)]

    def _newer(self, event: Event) -> Sequence[Event]:
        return self.form.becomes(event) if self.form and isinstance(event, self.form.gone) else (event,)

    def evolve(self, state: Any, event: Event) -> Any:
        fold = self.form.fold.get(event.__class__) if self.form else None
        return self.game.evolve(state, event) if fold is None else fold(state, event)

    def awaiting(self, state: Any) -> tuple[Request, ...]:
        with self._altered():
            return self.game.awaiting(state)

    def offers(self, state: Any, seat: int) -> tuple[Offer, ...]:
        with self._altered():
            return self.game.offers(state, seat)

    def outcome(self, state: Any) -> Outcome | None:
        return self.game.outcome(state)

    @contextmanager
    def _altered(self) -> Iterator[None]:
        """The constants of this release, put back afterwards, so that rules of two versions can stand side by side."""
        before = [(module, name, getattr(module, name)) for module, name, _ in self.altered]
        for module, name, value in self.altered:
            setattr(module, name, value)
        try:
            yield
        finally:
            for module, name, value in before:
                setattr(module, name, value)


def release(
    plugin: Plugin,
    version: int = 2,
    *,
    form: Form | None = None,
    altered: Sequence[Altered] = (),
    keeps_earlier: bool = False,
) -> Plugin:
    """A game as a later release has it; with the rules that were in force before kept, or without."""
    game = plugin.rules.game
    registry = form.registry if form else game.registry
    newer = MatchRules(Release(game, version, registry=registry, form=form, altered=altered))
    earlier = MatchRules(Release(game, game.rules_version, registry=registry, form=form))
    kept = (earlier,) if keeps_earlier else ()
    return evolve(_telling(plugin, form) if form else plugin, rules=newer, earlier=kept)


def _telling(plugin: Plugin, form: Form) -> Plugin:
    """The plugin with words for an event in its newer form: those that it had for the old one."""

    def as_told(fact: Event) -> Event | None:
        told = form.told.get(fact.__class__)
        return told(fact) if told else None if fact.__class__ in form.fold else fact

    def narrate(fact: Event, before: Any, after: Any, name_of: NameOf, viewer: str) -> str | None:
        told = as_told(fact)
        return None if told is None else plugin.narrate(told, before, after, name_of, viewer)

    def changed(facts: Sequence[Event], before: Any, after: Any, viewer: str) -> JSON | None:
        return plugin.changed([told for fact in facts if (told := as_told(fact)) is not None], before, after, viewer)

    def marks(fact: Event) -> tuple[str, ...]:
        told = as_told(fact)
        return () if told is None else plugin.marks(told)

    def aside(fact: Event) -> bool:
        told = as_told(fact)
        return told is not None and plugin.aside(told)

    return evolve(plugin, narrate=narrate, changed=changed, marks=marks, aside=aside)


def renamed(fields: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Fields under their new names; one that is closed to the reader is not there, and stays away."""
    return {names.get(name, name): value for name, value in fields.items()}
