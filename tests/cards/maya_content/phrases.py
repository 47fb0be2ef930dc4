# A phrase stands on one line, in the very signs of the card.
# ruff: noqa: E501, RUF001
"""The English of the cards: which words mean which part of a program.

A table of phrases, each with the TOML of the program it stands for. `<1>` is the effect that the
first group reads as, `#1` the number that it spells, `\\1` the group itself.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from domain.maya.content.values import TRAITS

NUMBER_WORDS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
N = r"(\d+)"
W = r"(an?|one|two|three|\d+)"
ICON = (
    r"((?:Move|Jump|Fly|Run|Attack|Defend|Draw|Discard|Push|Pull) (?:\d+|\[[^\]]+\])(?: \((?:All Adjacent|(?:Range|Projectile|Piercing) \d+)\))?(?: \+ \d+ \w+)?"
    r"|Enter Flight|place \d+ (?:Foundation \(your space or adjacent\)|Engram \(adjacent\)))"
)
_ARGUMENT = {
    "Move": "steps",
    "Jump": "steps",
    "Fly": "steps",
    "Run": "steps",
    "Push": "steps",
    "Pull": "reach",
}
_REACHES = {"Range": "range", "Projectile": "projectile", "Piercing": "piercing"}
_PLACES = {"your space or adjacent": "here_or_adjacent", "adjacent": "adjacent"}


def icon(text: str) -> str:
    """The inside of an effect's table for the words of an icon: `Attack [Naag] + 1 Root`."""
    if text == "Enter Flight":
        return 'do = "flight", enter = true'
    placed = re.fullmatch(r"place (\d+) (Foundation|Engram) \((.*)\)", text)
    if placed:
        count, piece, where = placed.groups()
        return f'do = "place", piece = "{piece.lower()}", count = {count}, where = "{_PLACES[where]}"'
    found = re.fullmatch(r"(\w+) (\d+|\[.*?\])(?: \(([^)]*)\))?(?: \+ (\d+) (\w+))?", text)
    assert found, text
    word, value, reach, count, status = found.groups()
    parts = [f'do = "{word.lower()}"', f"{_ARGUMENT.get(word, 'value')} = {_value(value)}"]
    if reach == "All Adjacent":
        parts.append('area = "all_adjacent"')
    elif reach:
        kind, x = reach.split()
        parts.append(f"{_REACHES[kind]} = {x}")
    if status:
        parts.append(f"{status.lower()} = {count}")
    return ", ".join(parts)


def _value(text: str) -> str:
    if text.isdigit():
        return text
    name = text.strip("[]").lower()
    return f'"{name}"' if name in TRAITS else f'"{name.replace(" ", "_")}"'


def read(clause: str, phrases: dict[str, str]) -> list[dict[str, Any]]:
    """What a clause says as parts of a program, or nothing when no phrase fits it."""
    for pattern, template in phrases.items():
        found = re.fullmatch(pattern, clause)
        if found is None:
            continue

        def fill(mark: re.Match[str], found: re.Match[str] = found) -> str:
            text = found[int(mark[2])]
            if mark[1] == "<":
                return icon(text)
            return str(NUMBER_WORDS.get(text, text)) if mark[1] == "#" else text

        filled = re.sub(r"([<#\\])(\d)>?", fill, template)
        parts: list[dict[str, Any]] = tomllib.loads(f"parts = [{filled}]")["parts"]
        return parts
    return []


CARD_PHRASES = {
    ICON: "{ <1> }",
    rf"On Arrival: {ICON}": '{ when = "on_arrival", <1> }',
    rf"On Exit: {ICON}": '{ when = "on_exit", <1> }',
    rf"Start of Turn: {ICON}, then {ICON}": '{ when = "start_of_turn", do = [{ <1> }, { <2> }] }',
    rf"Action: {ICON}": "{ <1> }",
    rf"Action: {ICON}, then {ICON}": "{ do = [{ <1> }, { <2> }] }",
    # Passives.
    "Passive, TRUMP: while this card is on your mat you cannot be pushed or pulled": (
        '{ when = "passive", trump = true, grant = "immovable" }'
    ),
    "Passive, TRUMP: while this card is on your mat you may move through enemy units": (
        '{ when = "passive", trump = true, grant = "pass_enemies" }'
    ),
    "Passive: spikes do not hurt you": '{ when = "passive", grant = "spikeproof" }',
    rf"Passive: you take {N} less collision damage": (
        r'{ when = "passive", shield = { against = "collision", less = \1 } }'
    ),
    rf"Passive: after you end a Move adjacent to an enemy, {ICON}": (
        '{ when = "passive", on = "you_moved", limit = "none", if = "beside_enemy", <1> }'
    ),
    # Modifiers.
    rf"Modifier: the attack also inflicts {N} Root per equipped Relic \(max {N}\)": (
        r'{ when = "modifier", change = { to = "attack", root = { of = "equipped_relics", max = \2 } } },'
        r'{ per = \1 }'
    ),
    rf"Modifier: attacks on this slot's card deal \+{N}": r'{ when = "modifier", change = { to = "attack", add = \1 } }',
    rf"Modifier: attacks on this slot's card deal \+{N}; after the first of them, {ICON} its target if it is adjacent": (
        r'{ when = "modifier", change = { to = "attack", add = \1 } },'
        r'{ when = "modifier", change = { to = "attack", first = true, then = [{ do = "if", if = "it_adjacent", then = [{ <2>, target = { bound = "it" } }] }] } }'
    ),
    rf"Modifier: \+{N} damage while you stand on your Foundation": (
        r'{ when = "modifier", if = "on_own_foundation", change = { to = "attack", add = \1 } }'
    ),
    rf"Modifier: Push {N} instead while you stand on your Foundation": (
        r'{ when = "modifier", if = "on_own_foundation", change = { to = "push", set = \1 } }'
    ),
    "Modifier: you may centre this attack on one of your Engrams instead of yourself": (
        '{ when = "modifier", change = { to = "attack", centre = "own engram" } }'
    ),
    "Modifier: Range attacks on this slot's card become Projectile attacks of the same X": (
        '{ when = "modifier", change = { to = "range_attack", become = "projectile" } }'
    ),
    rf"Modifier: the first attack on this slot's card also inflicts {N} Vish": (
        r'{ when = "modifier", change = { to = "attack", first = true, vish = \1 } }'
    ),
    rf"Modifier: the first ranged attack on this slot's card also inflicts {N} Root": (
        r'{ when = "modifier", change = { to = "ranged_attack", first = true, root = \1 } }'
    ),
    rf"Modifier: while in Flight the attack also inflicts {N} Bleed": (
        r'{ when = "modifier", if = "in_flight", change = { to = "attack", bleed = \1 } }'
    ),
    rf"Modifier: if in Flight, \+{N} damage, then you leave Flight": (
        r'{ when = "modifier", if = "in_flight", change = { to = "attack", add = \1, then = [{ do = "flight", enter = false }] } }'
    ),
    rf"Modifier: Move actions on this slot's card get \+{N}": (
        r'{ when = "modifier", change = { to = "move", add = \1 } }'
    ),
    rf"Modifier: attacks on this slot's card deal \+{N} if you have moved {N} or more spaces this turn": (
        r'{ when = "modifier", if = { is = "moved", at_least = \2 }, change = { to = "attack", add = \1 } }'
    ),
    rf"Modifier: \+{N} damage per Vish of yours on the target \(max \+{N}\)": (
        r'{ when = "modifier", change = { to = "attack", add = { of = "vish_on_target", max = \2 } } }, { per = \1 }'
    ),
    rf"Modifier: \+{N} damage if you have not moved this turn": (
        r'{ when = "modifier", if = "not_moved", change = { to = "attack", add = \1 } }'
    ),
    # Spells and what stands on single cards.
    f"Search your deck for {W} Relic, reveal it, put it in your hand, shuffle": (
        '{ do = "search", find = "relic", count = #1 }'
    ),
    rf"Until end of turn your attacks against adjacent units deal \+{N}": (
        r'{ do = [{ do = "lasting", change = { to = "attack", add = \1, against = "adjacent" } }] }'
    ),
    rf"Reaction – when an opponent's attack targets you: {ICON}": (
        '{ when = "reaction", answers = { to = ["attack"], at = "you" }, <1> }'
    ),
    rf"Reaction – when an opponent's attack targets you: {ICON}. If you are then no longer a legal target, the attack has no effect on you": (
        '{ when = "reaction", answers = { to = ["attack"], at = "you" }, do = [{ <1> }, { do = "dodge" }] }'
    ),
    r"Reaction – when an opponent plays a Spell: cancel it \(it is discarded with no effect, its cost stays paid\)": (
        '{ when = "reaction", answers = { to = ["spell"] }, do = "cancel" }'
    ),
    "Reaction – when an opponent's Push or Pull targets you: cancel that action": (
        '{ when = "reaction", answers = { to = ["push", "pull"], at = "you" }, do = "cancel" }'
    ),
    rf"Reaction – when an enemy ends a Move action adjacent to you or to one of your Foundations: push it {N} spaces directly away from that space": (
        r'{ when = "reaction", answers = { to = ["move"], ended_beside = ["you", "own foundation"] }, '
        r'do = "push", steps = \1, target = { bound = "it" }, away_from = "there" }'
    ),
    f"Return any number of your Foundations and Engrams from the arena to your supply, then place up to as many of each kind on legal spaces within {N} of you": (
        r'{ do = [{ do = "retrieve", pieces = ["foundation", "engram"] }, '
        r'{ do = "place", piece = "foundation", count = "retrieved", up_to = true, where = "within", within = \1 }, '
        r'{ do = "place", piece = "engram", count = "retrieved", up_to = true, where = "within", within = \1 }] }'
    ),
    f"End of Turn: restore {N} HP to one of your Engrams": (
        r'{ when = "end_of_turn", do = "restore", hp = \1, target = { one = "own engram" } }'
    ),
    rf"End of Turn: if you are on High Ground or in Flight, {ICON}": (
        '{ when = "end_of_turn", if = { any = ["on_high_ground", "in_flight"] }, <1> }'
    ),
    rf"Action: {ICON} OR restore {N} HP to each of your Engrams": (
        r'{ do = "choose", options = [[{ <1> }], [{ do = "restore", hp = \2, target = { each = "own engram" } }]] }'
    ),
    f"Destroy {W} of your Engrams; {N} damage to each enemy unit adjacent to it": (
        r'{ do = [{ do = "destroy", target = { \1 = "own engram" }, bind = "wreck" }, '
        r'{ do = "damage", value = \2, target = { each = "enemy unit", beside = "wreck" } }] }'
    ),
    rf"{ICON} \({ICON} if at least {W} of your Foundations are on the arena\)": (
        '{ do = [{ do = "if", if = { is = "foundations", at_least = #3 }, then = [{ <2> }], else = [{ <1> }] }] }'
    ),
    r"Action: (Defend \d+) \((Defend \d+) while in Flight\)": (
        '{ do = [{ do = "if", if = "in_flight", then = [{ <2> }], else = [{ <1> }] }] }'
    ),
    rf"On any number of enemy entities, replace every {N} of your Vish with {N} Bleed \(the Vish return to you\). {ICON}": (
        r'{ do = [{ do = "convert", take = \1, bleed = \2, every = true, target = { any = "enemy entity" } }, { <3> }] }'
    ),
    f"Place up to {N} Vish from your supply on spaces without units within {N} of you": (
        r'{ do = "place", piece = "vish", count = \1, up_to = true, where = "within", within = \2, free = true }'
    ),
    rf"Place up to {N} Foundations on legal spaces within {N} of you \(units there stay where they are\)": (
        r'{ do = "place", piece = "foundation", count = \1, up_to = true, where = "within", within = \2 }'
    ),
    f"Look at the top {W} cards of your deck; put {W} in your hand and the rest back in any order": (
        '{ do = "peek", count = #1, take = #2 }'
    ),
    rf"One enemy entity within {N} spaces: inflict {N} Root on it; your next ranged attack against it this turn deals \+{N}": (
        r'{ do = [{ do = "inflict", root = \2, target = { one = "enemy entity", within = \1 }, bind = "marked" }, '
        r'{ do = "lasting", change = { to = "ranged_attack", add = \3, against = "marked", uses = 1 } }] }'
    ),
    rf"Push every enemy entity within {N} spaces of you {N} spaces directly away \(straight lines only\)": (
        r'{ do = "push", steps = \2, target = { each = "enemy entity", within = \1, straight = true } }'
    ),
    rf"Each of your Engrams makes an {ICON}": '{ <1>, by = "each engram" }',
    f"Swap places with one of your Engrams within {N}": (
        r'{ do = "swap", target = { one = "own engram", within = \1 } }'
    ),
    rf"{ICON}, then {ICON} against another enemy unit adjacent to the first target": (
        '{ do = [{ <1>, bind = "first" }, { <2>, target = { one = "enemy unit", beside = "first" } }] }'
    ),
}  # fmt: skip

_USE = 'when = "use", limit = "once_per_turn"'
_TRIGGER = 'when = "passive", limit = "once_per_turn"'

CHAMPION_PHRASES = {
    # Passives of traits.
    "Once per turn: treat one Move action as a Jump of the same value": (
        '{ when = "modifier", limit = "once_per_turn", change = { to = "move", become = "jump" } }'
    ),
    "Spikes do not hurt you": '{ when = "passive", grant = "spikeproof" }',
    "In Flight spikes do not hurt you": '{ when = "passive", if = "in_flight", grant = "spikeproof" }',
    rf"Once per turn: place {N} Foundation from supply on your space or an adjacent one \(no void, no tile there\)": (
        rf'{{ {_USE}, do = "place", piece = "foundation", count = \1, where = "here_or_adjacent" }}'
    ),
    f"Once per turn: when your attack takes HP from an enemy entity, inflict {N} Vish": (
        rf'{{ {_TRIGGER}, on = "your_attack_took_hp", do = "inflict", vish = \1, target = {{ bound = "it" }} }}'
    ),
    f"Start of Turn: on one enemy entity turn {N} of your Vish into {N} Root, or {N} into {N} Bleed": (
        r'{ when = "start_of_turn", do = "choose", options = ['
        r'[{ do = "convert", take = \1, root = \2, target = { one = "enemy entity" } }], '
        r'[{ do = "convert", take = \3, bleed = \4, target = { one = "enemy entity" } }]] }'
    ),
    "An enemy entity entering a space with your Vish takes all of it as status": (
        '{ when = "passive", on = "entered_your_vish", limit = "none", do = "take_up", target = { bound = "it" } }'
    ),
    f"Start of Turn: leave Flight; then you may pay {N} Energy to enter Flight, unless you have Root": (
        r'{ when = "start_of_turn", may = false, do = [{ do = "flight", enter = false }, '
        r'{ do = "pay", energy = \1, for = "flight", if = "not_rooted", then = [{ do = "flight", enter = true }] }] }'
    ),
    f"Once per turn, pay {N} Energy: place {N} Engram on an adjacent empty space": (
        rf'{{ {_USE}, cost = \1, do = "place", piece = "engram", count = \2, where = "adjacent" }}'
    ),
    rf"Once per turn, after a ranged attack: {ICON}": (
        f'{{ {_TRIGGER}, on = "you_attacked_ranged", may = true, <1> }}'
    ),
    rf"Your Relics cost {N} less \(minimum 0\)": r'{ when = "passive", price = { of = "relic", less = \1 } }',
    rf"Once per turn: one attack made after you have moved {N} or more spaces this turn deals \+{N}": (
        r'{ when = "modifier", limit = "once_per_turn", if = { is = "moved", at_least = \1 }, '
        r'change = { to = "attack", add = \2 } }'
    ),
    f"X of your Range, Projectile and Piercing is {N} higher": (
        r'{ when = "passive", change = { to = "ranged_attack", reach_add = \1 } }'
    ),
    rf"End of Turn: Defend {N} per adjacent enemy entity \(max {N}\)": (
        r'{ when = "end_of_turn", do = "defend", value = { of = "adjacent_enemies", max = \2 } }, { per = \1 }'
    ),
    # Skills.
    rf"Once per turn, pay {N}: {ICON}": rf"{{ {_USE}, cost = \1, <2> }}",
    rf"Once per turn, pay {N}: {ICON}; a target that takes collision damage also gets {N} Root": (
        rf"{{ {_USE}, cost = \1, <2>, on_collision = {{ root = \3 }} }}"
    ),
    rf"Once per turn, pay {N}: choose {ICON} or {ICON}, then {ICON}": (
        rf'{{ {_USE}, cost = \1, do = [{{ do = "choose", options = [[{{ <2> }}], [{{ <3> }}]] }}, {{ <4> }}] }}'
    ),
    rf"Start of Turn: if you have 0 Defence, {ICON}": '{ when = "start_of_turn", if = "no_defence", <1> }',
    rf"Start of Turn: {ICON}": '{ when = "start_of_turn", <1> }',
    rf"Passive: with {N}\+ Defence your attacks on adjacent units deal \+{N}": (
        r'{ when = "passive", if = { is = "defence", at_least = \1 }, '
        r'change = { to = "attack", add = \2, against = "adjacent" } }'
    ),
    f"Once per turn, pay {N}: use the Action of one equipped Relic in a slot not activated this turn": (
        rf'{{ {_USE}, cost = \1, do = "use_relic" }}'
    ),
    f"TRUMP: when you die, keep {W} equipped Relic": (
        '{ when = "passive", on = "you_died", limit = "none", trump = true, do = "keep_relic", count = #1 }'
    ),
    rf"End of Turn: one Engram makes an {ICON}": '{ when = "end_of_turn", <1>, by = "one engram" }',
    rf"End of Turn: every Engram makes an {ICON}": '{ when = "end_of_turn", <1>, by = "each engram" }',
    rf"Once per turn, pay {N}: put yourself on one of your Foundations without a unit within {N} \(not a Move\)": (
        rf'{{ {_USE}, cost = \1, do = "put", target = {{ one = "own foundation", within = \2, free = true }} }}'
    ),
    rf"Once per turn, pay {N}: put yourself on one of your Foundations without a unit within {N} \(not a Move\), then each enemy unit adjacent to the space you left takes {N} damage": (
        rf'{{ {_USE}, cost = \1, do = [{{ do = "put", target = {{ one = "own foundation", within = \2, free = true }} }}, '
        r'{ do = "damage", value = \3, target = { each = "enemy unit", beside = "left" } }] }'
    ),
    rf"Once per turn, on activating a card while on your Foundation: {ICON}": (
        f'{{ {_TRIGGER}, on = "you_activated", if = "on_own_foundation", <1> }}'
    ),
    rf"Once per turn, on activating a card while on your Foundation: {ICON}; your next ranged attack this turn deals \+{N}": (
        f'{{ {_TRIGGER}, on = "you_activated", if = "on_own_foundation", do = [{{ <1> }}, '
        r'{ do = "lasting", change = { to = "ranged_attack", add = \2, uses = 1 } }] }'
    ),
    rf"Once per turn, on activating a card while on your Foundation: {ICON}; regain {N} HP \(up to Max HP\)": (
        f'{{ {_TRIGGER}, on = "you_activated", if = "on_own_foundation", do = [{{ <1> }}, '
        r'{ do = "restore", hp = \2, target = { bound = "you" } }] }'
    ),
    f"Once per turn, after a Move: place {N} Vish on a space you left": (
        rf'{{ {_TRIGGER}, on = "you_moved", may = true, do = "place", piece = "vish", count = \1, where = "spaces_left" }}'
    ),
    f"Once per turn, after a Move: place up to {N} Vish on different spaces you left": (
        rf'{{ {_TRIGGER}, on = "you_moved", may = true, do = "place", piece = "vish", count = \1, up_to = true, '
        r'apart = true, where = "spaces_left" }'
    ),
    f"The first enemy each turn to enter a space with your Vish also gets {N} Root": (
        rf'{{ {_TRIGGER}, on = "entered_your_vish", do = "inflict", root = \1, target = {{ bound = "it" }} }}'
    ),
    f"Once per turn, pay {N}: one enemy entity within {N} – take back any of your Vish on it, {N} true damage each": (
        rf'{{ {_USE}, cost = \1, do = "reclaim", true_damage = \3, target = {{ one = "enemy entity", within = \2 }} }}'
    ),
    f"Once per turn, pay {N}: any number of enemy entities within {N} – take back any of your Vish on them, {N} true damage each": (
        rf'{{ {_USE}, cost = \1, do = "reclaim", true_damage = \3, target = {{ any = "enemy entity", within = \2 }} }}'
    ),
    f"Start of Turn: remove {N} Bleed or {N} Root from yourself": (
        r'{ when = "start_of_turn", do = "choose", options = [[{ do = "cleanse", status = "bleed", count = \1 }], '
        r'[{ do = "cleanse", status = "root", count = \2 }]] }'
    ),
    "Start of Turn: remove all Bleed and Root from yourself": (
        '{ when = "start_of_turn", do = [{ do = "cleanse", status = "bleed" }, { do = "cleanse", status = "root" }] }'
    ),
    f"Start of Turn: remove {N} Bleed or {N} Root from yourself, and inflict the removed token on an adjacent enemy entity": (
        r'{ when = "start_of_turn", do = "choose", options = ['
        r'[{ do = "cleanse", status = "bleed", count = \1, pass_to = { one = "enemy entity", beside = "you" } }], '
        r'[{ do = "cleanse", status = "root", count = \2, pass_to = { one = "enemy entity", beside = "you" } }]] }'
    ),
    rf"Once per turn: after Flying {N}\+ spaces in one action your next attack this turn deals \+{N}": (
        rf'{{ {_TRIGGER}, on = "you_flew", if = {{ is = "flew", at_least = \1 }}, '
        r'do = [{ do = "lasting", change = { to = "attack", add = \2, uses = 1 } }] }'
    ),
    rf"Once per turn: after Flying {N}\+ spaces in one action your next attack this turn deals \+{N}, and if that attack is not ranged it becomes All Adjacent": (
        rf'{{ {_TRIGGER}, on = "you_flew", if = {{ is = "flew", at_least = \1 }}, '
        r'do = [{ do = "lasting", change = { to = "attack", add = \2, uses = 1, become = "all_adjacent" } }] }'
    ),
    f"Skyborne's Flight costs {N}": r'{ when = "passive", price = { of = "flight", set = \1 } }',
    rf"Start of Turn in Flight: {ICON}": '{ when = "start_of_turn", if = "in_flight", <1> }',
    rf"While in Flight ranged attacks against you deal {N} less \(minimum 0\)": (
        r'{ when = "passive", if = "in_flight", shield = { against = "ranged_attack", less = \1 } }'
    ),
    rf"Once per turn: {ICON}, then {ICON}": f"{{ {_USE}, do = [{{ <1> }}, {{ <2> }}] }}",
    rf"Once per turn: {ICON}, then {ICON}; if the discarded card was a Spell, gain {N} Energy": (
        f'{{ {_USE}, do = [{{ <1> }}, {{ <2> }}, '
        r'{ do = "if", if = { is = "discarded", type = "spell" }, then = [{ do = "energy", gain = \3 }] }] }'
    ),
}  # fmt: skip

OBJECTIVE_PHRASES = {
    f"End a Move action in {W} zone other than the one you began the Action Phase in": (
        '{ measure = "moves_ended_in_other_zone", at_least = #1 }'
    ),
    f"Have stood in {W} different zones this turn": '{ measure = "zones_stood_in", at_least = #1 }',
    f"Take {W} HP(?: in total from units this turn)?": '{ measure = "hp_taken", at_least = #1 }',
    f"Kill {W} neutral minion": '{ measure = "neutral_minions_killed", at_least = #1 }',
    f"Kill {W} enemy champion": '{ measure = "enemy_champions_killed", at_least = #1 }',
    "Deal attack damage with the High Ground bonus": '{ measure = "damaging_attacks_from_above", at_least = 1 }',
    "Deal attack damage to a unit on higher ground than you": (
        '{ measure = "damaging_attacks_from_below", at_least = 1 }'
    ),
    rf"Take {W} HP from enemy IDOs \(Headhunters: damage {W} different enemy champions\)": (
        '{ measure = "hp_taken_from_enemy_idos", at_least = #1 },'
        '{ mode = "headhunters", measure = "enemy_champions_damaged", at_least = #2 }'
    ),
    f"Have all {W} Action cards activated in one turn": '{ measure = "action_cards_activated", at_least = #1 }',
    f"Have {W} Relics equipped": '{ measure = "relics_equipped", at_least = #1 }',
    f"Spend {W} Energy in one turn": '{ measure = "energy_spent", at_least = #1 }',
    f"Take HP from an enemy unit {W} or more spaces away": ('{ measure = "hp_taken", at_least = 1, distance = #1 }'),
    "Deal collision damage": '{ measure = "collision_damage", at_least = 1 }',
    f"Have {W} or more Defence": '{ measure = "defence", at_least = #1 }',
    f"Take HP from {W} units with one action": '{ measure = "units_hurt_by_one_action", at_least = #1 }',
    f"Play {W} Spell and draw {W} card in the same turn": (
        '{ measure = "spells_played", at_least = #1 }, { measure = "cards_drawn", at_least = #2 }'
    ),
    rf"Inflict {W} status tokens \(Root, Bleed, Vish\) this turn": (
        '{ measure = "statuses_inflicted", at_least = #1 }'
    ),
    f"Move {W} spaces in one turn": '{ measure = "spaces_moved", at_least = #1 }',
    f"Have {W} unique Traits on your mat": '{ measure = "unique_traits", at_least = #1 }',
    f"Spawn an allied minion with {W} or more HP": '{ measure = "hp_of_minion_spawned", at_least = #1 }',
}
