"""An effect in a few words, much as its icon reads on a card."""

from __future__ import annotations

from domain.maya.content import effects as f
from domain.maya.content.values import Reach, StatusIcon, Target, Value
from projections.maya.naming import count_of, trait

_METRICS = {
    "unique": "Unique",
    "equipped_relics": "Equipped Relics",
    "activated": "Activated",
    "adjacent_enemies": "adjacent enemies",
    "vish_on_target": "Vish on the target",
    "retrieved": "taken back",
}
_PLACES = {
    "adjacent": "on an adjacent space",
    "here_or_adjacent": "here or on an adjacent space",
    "spaces_left": "on a space left",
}


def words(effects: tuple[f.Effect, ...]) -> str:
    """Several effects, one after the other."""
    return ", then ".join(word(effect) for effect in effects) or "nothing"


def sentence(text: str) -> str:
    """Words as they begin a line."""
    return text[:1].upper() + text[1:]


def word(effect: f.Effect) -> str:
    """`Attack 2 (Range 3) + 1 Root`."""
    match effect:
        case f.Attack(value=value, reach=reach, inflict=inflict):
            return f"Attack {number(value)}{_reach(reach)}{_icons(inflict)}"
        case f.Push(steps=steps, reach=reach):
            return f"Push {number(steps)}{_reach(reach)}"
        case f.Move(steps=value) | f.Fly(steps=value) | f.Jump(steps=value) | f.Run(steps=value):
            return f"{effect.word.capitalize()} {number(value)}"
        case f.Defend(value=value) | f.Draw(value=value) | f.Discard(value=value):
            return f"{effect.word.capitalize()} {number(value)}"
        case f.Pull(reach=value):
            return f"Pull {number(value)}"
        case f.Damage(value=value, target=target):
            return f"{number(value)} damage to {_whom(target)}"
        case f.Restore(hp=hp, target=target):
            return f"{hp} HP back for {_whom(target)}"
        case f.Inflict(inflict=inflict, target=target):
            return f"{_statuses(inflict)} on {_whom(target)}"
        case f.Cleanse(status=status, count=count):
            return f"remove {count or 'all'} {status.capitalize()}"
        case f.Convert(take=take, inflict=inflict):
            return f"turn {take} Vish into {_statuses(inflict)}"
        case f.Reclaim(true_damage=each):
            return f"take Vish back, {each} true damage each"
        case f.TakeUp():
            return "the Vish there becomes its status"
        case f.Flight(enter=enter):
            return "enter Flight" if enter else "leave Flight"
    return _other(effect)


def _other(effect: f.Effect) -> str:
    match effect:
        case f.Place(piece=piece, count=count, where=where, within=within):
            place = _PLACES.get(where, f"within {within}")
            return f"place {number(count)} {piece.capitalize()} {place}"
        case f.Retrieve(pieces=pieces):
            return f"take back {' and '.join(f'{piece.capitalize()}s' for piece in pieces)}"
        case f.Destroy(target=target):
            return f"destroy {_whom(target)}"
        case f.Swap(target=target):
            return f"change places with {_whom(target)}"
        case f.Put():
            return "put yourself on a Foundation"
        case f.Search(find=find, count=count):
            return f"search the deck for {count_of(count, find)}"
        case f.Peek(count=count, take=take):
            return f"look at {count_of(count, 'card')}, take {take}"
        case f.Energy(gain=gain):
            return f"gain {gain} Energy"
        case f.Activate():
            return "activate a card for nothing"
        case f.UseRelic():
            return "use a Relic"
        case f.KeepRelic(count=count):
            return f"keep {count_of(count, 'Relic')}"
        case f.Cancel():
            return "cancel it"
        case f.Dodge():
            return "dodge it"
        case f.Choose(options=options):
            return " or ".join(words(option) for option in options)
        case f.If(then=then) | f.Pay(then=then):
            return words(then)
    return "a change until the end of the turn"


def number(value: Value) -> str:
    """A value as it is printed."""
    if not value.of:
        return str(value.number)
    return f"[{_METRICS.get(value.of) or trait(value.of)}]"


def _reach(reach: Reach) -> str:
    match reach.kind:
        case "adjacent":
            return ""
        case "all_adjacent":
            return " (All Adjacent)"
    return f" ({reach.kind.capitalize()} {reach.x})"


def _icons(icons: tuple[StatusIcon, ...]) -> str:
    return "".join(f" + {number(icon.count)} {icon.status.capitalize()}" for icon in icons)


def _statuses(icons: tuple[StatusIcon, ...]) -> str:
    return " and ".join(f"{number(icon.count)} {icon.status.capitalize()}" for icon in icons)


def _whom(target: Target) -> str:
    if target.bound:
        return "yourself" if target.bound == "you" else "it"
    return f"{target.count} {target.who}" if target.who else "a unit"
