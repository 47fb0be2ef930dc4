"""The words a card can be written in: each effect is a record of one word and its arguments.

The meaning of every word, with the cards it serves, is in VOCABULARY.md.
"""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from domain.maya.content.values import ADJACENT, Condition, Reach, StatusIcon, Target, Value

PIECES = ("foundation", "engram", "vish")
FILTERS = ("attack", "ranged_attack", "range_attack", "push", "move")
BECOMES = ("projectile", "jump", "all_adjacent")
PERFORMERS = ("you", "one engram", "each engram")
PLACES = ("adjacent", "here_or_adjacent", "within", "spaces_left")


def form(name: str, **how: Any) -> dict[str, Any]:
    """How an argument is written as data, with the words it is limited to or the key it stands under."""
    return {"form": name, **how}


@attrs.frozen
class Effect:
    """One thing that happens, as data."""

    word: ClassVar[str]


# The six basic actions, and the three further icons (MAYA-MOVE-02, MAYA-COOL-02).


@attrs.frozen
class Move(Effect):
    """Go up to so many steps."""

    word: ClassVar[str] = "move"
    steps: Value = attrs.field(metadata=form("value"))


@attrs.frozen
class Attack(Effect):
    """Damage one unit in reach, with the statuses shown."""

    word: ClassVar[str] = "attack"
    value: Value = attrs.field(metadata=form("value"))
    reach: Reach = attrs.field(default=ADJACENT, metadata=form("reach"))
    inflict: tuple[StatusIcon, ...] = attrs.field(default=(), metadata=form("statuses"))
    by: str = attrs.field(default="you", metadata=form("word", among=PERFORMERS))
    target: Target | None = attrs.field(default=None, metadata=form("target"))
    bind: str = attrs.field(default="", metadata=form("name"))


@attrs.frozen
class Defend(Effect):
    """Gain so much Defence."""

    word: ClassVar[str] = "defend"
    value: Value = attrs.field(metadata=form("value"))


@attrs.frozen
class Draw(Effect):
    """Draw so many cards."""

    word: ClassVar[str] = "draw"
    value: Value = attrs.field(metadata=form("value"))


@attrs.frozen
class Push(Effect):
    """Push an adjacent entity straight away, or the entities the target names."""

    word: ClassVar[str] = "push"
    steps: Value = attrs.field(metadata=form("value"))
    reach: Reach = attrs.field(default=ADJACENT, metadata=form("reach"))
    target: Target | None = attrs.field(default=None, metadata=form("target"))
    away_from: str = attrs.field(default="you", metadata=form("name"))
    on_collision: tuple[StatusIcon, ...] = attrs.field(default=(), metadata=form("status_table"))


@attrs.frozen
class Pull(Effect):
    """Pull an entity on a straight line towards you."""

    word: ClassVar[str] = "pull"
    reach: Value = attrs.field(metadata=form("value"))


@attrs.frozen
class Fly(Effect):
    """Go up to so many steps over units, walls and spikes."""

    word: ClassVar[str] = "fly"
    steps: Value = attrs.field(metadata=form("value"))


@attrs.frozen
class Jump(Effect):
    """Leap up to so many spaces in a straight line."""

    word: ClassVar[str] = "jump"
    steps: Value = attrs.field(metadata=form("value"))


@attrs.frozen
class Discard(Effect):
    """Discard so many cards from hand."""

    word: ClassVar[str] = "discard"
    value: Value = attrs.field(metadata=form("value"))


@attrs.frozen
class Run(Effect):
    """Go exactly so many steps in one straight line, less only if stopped."""

    word: ClassVar[str] = "run"
    steps: Value = attrs.field(metadata=form("value"))


# Damage and statuses outside an action.


@attrs.frozen
class Damage(Effect):
    """Damage that is no attack."""

    word: ClassVar[str] = "damage"
    value: Value = attrs.field(metadata=form("value"))
    target: Target = attrs.field(metadata=form("target"))


@attrs.frozen
class Restore(Effect):
    """Give back HP, up to the most the unit can have."""

    word: ClassVar[str] = "restore"
    hp: int = attrs.field(metadata=form("int"))
    target: Target = attrs.field(metadata=form("target"))


@attrs.frozen
class Inflict(Effect):
    """Put statuses on a target."""

    word: ClassVar[str] = "inflict"
    inflict: tuple[StatusIcon, ...] = attrs.field(metadata=form("statuses"))
    target: Target = attrs.field(metadata=form("target"))
    bind: str = attrs.field(default="", metadata=form("name"))


@attrs.frozen
class Cleanse(Effect):
    """Remove statuses from yourself, and perhaps hand them on."""

    word: ClassVar[str] = "cleanse"
    status: str = attrs.field(metadata=form("word", among=("root", "bleed")))
    count: int = attrs.field(default=0, metadata=form("int"))
    """How many; 0 for all of them."""
    pass_to: Target | None = attrs.field(default=None, metadata=form("target"))


@attrs.frozen
class Convert(Effect):
    """Take back your Vish from an entity and put other statuses on it instead."""

    word: ClassVar[str] = "convert"
    take: int = attrs.field(metadata=form("int"))
    inflict: tuple[StatusIcon, ...] = attrs.field(metadata=form("statuses"))
    target: Target = attrs.field(metadata=form("target"))
    every: bool = attrs.field(default=False, metadata=form("flag"))
    """As often as the Vish suffices, instead of once."""


@attrs.frozen
class Reclaim(Effect):
    """Take back any number of your Vish from an entity for true damage each."""

    word: ClassVar[str] = "reclaim"
    true_damage: int = attrs.field(metadata=form("int"))
    target: Target = attrs.field(metadata=form("target"))


@attrs.frozen
class TakeUp(Effect):
    """The entity takes all your Vish lying on its space as status."""

    word: ClassVar[str] = "take_up"
    target: Target = attrs.field(metadata=form("target"))


@attrs.frozen
class Flight(Effect):
    """Enter or leave Flight."""

    word: ClassVar[str] = "flight"
    enter: bool = attrs.field(metadata=form("flag"))


# Pieces on the arena.


@attrs.frozen
class Place(Effect):
    """Put class pieces from your supply on the arena."""

    word: ClassVar[str] = "place"
    piece: str = attrs.field(metadata=form("word", among=PIECES))
    count: Value = attrs.field(metadata=form("value"))
    where: str = attrs.field(metadata=form("word", among=PLACES))
    within: int = attrs.field(default=0, metadata=form("int"))
    up_to: bool = attrs.field(default=False, metadata=form("flag"))
    apart: bool = attrs.field(default=False, metadata=form("flag"))
    """On different spaces."""
    free: bool = attrs.field(default=False, metadata=form("flag"))
    """On spaces without units."""


@attrs.frozen
class Retrieve(Effect):
    """Return any number of your pieces from the arena to your supply."""

    word: ClassVar[str] = "retrieve"
    pieces: tuple[str, ...] = attrs.field(metadata=form("names", among=PIECES))


@attrs.frozen
class Destroy(Effect):
    """Destroy a piece of your own."""

    word: ClassVar[str] = "destroy"
    target: Target = attrs.field(metadata=form("target"))
    bind: str = attrs.field(default="", metadata=form("name"))


@attrs.frozen
class Swap(Effect):
    """Change places with a piece of your own."""

    word: ClassVar[str] = "swap"
    target: Target = attrs.field(metadata=form("target"))


@attrs.frozen
class Put(Effect):
    """Put yourself on a space, which is no Move; the space you left is bound as `left`."""

    word: ClassVar[str] = "put"
    target: Target = attrs.field(metadata=form("target"))


# Cards and Energy.


@attrs.frozen
class Search(Effect):
    """Look through your deck for cards of a type, reveal them, take them in hand, shuffle."""

    word: ClassVar[str] = "search"
    find: str = attrs.field(metadata=form("word", among=("action", "relic", "spell")))
    count: int = attrs.field(metadata=form("int"))


@attrs.frozen
class Peek(Effect):
    """Look at the top cards of your deck, take some, put the rest back in any order."""

    word: ClassVar[str] = "peek"
    count: int = attrs.field(metadata=form("int"))
    take: int = attrs.field(metadata=form("int"))


@attrs.frozen
class Energy(Effect):
    """Gain Energy."""

    word: ClassVar[str] = "energy"
    gain: int = attrs.field(metadata=form("int"))


@attrs.frozen
class Activate(Effect):
    """Activate one card on your mat without paying for it (MAYA-AMB-60)."""

    word: ClassVar[str] = "activate"


@attrs.frozen
class UseRelic(Effect):
    """Use the Action of one equipped Relic whose slot was not activated this turn."""

    word: ClassVar[str] = "use_relic"


@attrs.frozen
class KeepRelic(Effect):
    """Keep so many equipped Relics when you die."""

    word: ClassVar[str] = "keep_relic"
    count: int = attrs.field(metadata=form("int"))


# Answers.


@attrs.frozen
class Cancel(Effect):
    """The action or spell that is answered has no effect; it stays spent and paid."""

    word: ClassVar[str] = "cancel"


@attrs.frozen
class Dodge(Effect):
    """If you are no longer a legal target of the action that is answered, it does not affect you."""

    word: ClassVar[str] = "dodge"


# What holds effects together.


@attrs.frozen
class Change:
    """What happens to the actions it fits: more damage or steps, other reach, statuses, an afterword."""

    to: str = attrs.field(metadata=form("word", among=FILTERS))
    add: Value | None = attrs.field(default=None, metadata=form("value"))
    set: Value | None = attrs.field(default=None, metadata=form("value"))
    reach_add: int = attrs.field(default=0, metadata=form("int"))
    become: str = attrs.field(default="", metadata=form("word", among=BECOMES))
    centre: str = attrs.field(default="", metadata=form("word", among=("own engram",)))
    inflict: tuple[StatusIcon, ...] = attrs.field(default=(), metadata=form("statuses"))
    against: str = attrs.field(default="", metadata=form("name"))
    """Only against adjacent units ("adjacent") or against a bound unit."""
    first: bool = attrs.field(default=False, metadata=form("flag"))
    """Only the first fitting action of the activation."""
    uses: int = attrs.field(default=0, metadata=form("int"))
    """For so many actions; 0 for all."""
    then: tuple[Effect, ...] = attrs.field(default=(), metadata=form("effects"))
    """Follows the action, whose target is bound as `it`."""


@attrs.frozen
class Lasting(Effect):
    """A change to your champion's actions until the end of the turn."""

    word: ClassVar[str] = "lasting"
    change: Change = attrs.field(metadata=form("change"))


@attrs.frozen
class Choose(Effect):
    """Do one of several things."""

    word: ClassVar[str] = "choose"
    options: tuple[tuple[Effect, ...], ...] = attrs.field(metadata=form("options"))


@attrs.frozen
class If(Effect):
    """Do one thing when something holds, and perhaps another when it does not."""

    word: ClassVar[str] = "if"
    condition: Condition = attrs.field(metadata=form("condition"))
    then: tuple[Effect, ...] = attrs.field(metadata=form("effects"))
    otherwise: tuple[Effect, ...] = attrs.field(default=(), metadata=form("effects", key="else"))


@attrs.frozen
class Pay(Effect):
    """You may pay Energy to have something happen, as long as the condition holds."""

    word: ClassVar[str] = "pay"
    energy: int = attrs.field(metadata=form("int"))
    then: tuple[Effect, ...] = attrs.field(metadata=form("effects"))
    what_for: str = attrs.field(default="", metadata=form("word", key="for", among=("flight",)))
    condition: Condition | None = attrs.field(default=None, metadata=form("condition"))


WORDS: dict[str, type[Effect]] = {
    cls.word: cls
    for cls in (
        Move, Attack, Defend, Draw, Push, Pull, Fly, Jump, Discard, Run,
        Damage, Restore, Inflict, Cleanse, Convert, Reclaim, TakeUp, Flight,
        Place, Retrieve, Destroy, Swap, Put,
        Search, Peek, Energy, Activate, UseRelic, KeepRelic,
        Cancel, Dodge,
        Lasting, Choose, If, Pay,
    )
}  # fmt: skip
"""Every effect word with its record; no other word is understood (MAYA-COOL-03)."""

BASIC_ACTIONS: tuple[type[Effect], ...] = (Move, Attack, Defend, Draw, Pull, Push)
"""The six basic actions (MAYA-MOVE-02)."""

ICONS: tuple[type[Effect], ...] = (*BASIC_ACTIONS, Fly, Jump, Discard)
"""All effects that are an action of the champion when it performs them (MAYA-AMB-39)."""
