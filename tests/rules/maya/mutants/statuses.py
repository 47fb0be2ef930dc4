"""Statuses that hurt or bind the wrong way, flights that fall short, numbers that count wrong."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

STATUSES = (
    *changes_in(
        "performers/attacking.py",
        ("inflict(draft, act.seat", "0 and inflict(draft, act.seat", "STATUS-02 STATUS-03"),
        (
            "before = draft.state\n",
            "before = draft.state\n"
            "    from domain.kernel.records import evolve\n"
            "    from domain.maya.effects.values import unique_traits\n"
            "    act = evolve(act, value=unique_traits(before, before.seat(act.seat))) if act.seat else act\n",
            "AMB-45",
        ),
    ),
    *changes_in(
        "performers/statuses.py",
        ("or not unit.is_entity or", "or", "AMB-22"),
        ("now + count, seat, unit=target))", "count, seat, unit=target))", "STATUS-03"),
    ),
    *changes_in(
        "evolving/units.py",
        (
            "root=0, bleed=0, bleed_by=0, vish={}, flying=False)",
            "root=0, bleed=0, bleed_by=0, vish={})",
            "STATUS-04 FLY-08",
        ),
        (
            "root=0, bleed=0, bleed_by=0, vish={}, flying=False)",
            "bleed=0, bleed_by=0, vish={}, flying=False)",
            "STATUS-04",
        ),
        (
            "    state = without_unit(_vish_returned(state, state.units[event.minion]), event.minion)",
            "    state = without_unit(state, event.minion)",
            "STATUS-06",
        ),
        (
            "    unit = state.champion(seat)\n    state = _vish_returned(state, unit)\n",
            "    unit = state.champion(seat)\n",
            "STATUS-04 VISH-04",
        ),
        ('add_supply(state, event.owner, "vish", -event.delta)', "state", "VISH-01 VISH-03"),
        (
            "    unit = state.champion(seat)\n    state = _vish_returned(state, unit)\n",
            "    unit = state.champion(seat)\n"
            "    state = _vish_returned(state, unit)\n"
            "    state = evolve(state, ground=evolve(state.ground, vish=()))\n",
            "VISH-05",
        ),
    ),
    *changes_in(
        "performers/structure.py",
        ("amount = unit.bleed if unit.kind", "amount = 1 if unit.kind", "BLEED-01 AMB-39"),
        ('amount = unit.bleed if unit.kind == "champion" else 1', "amount = unit.bleed", "BLEED-07 AMB-41"),
        ('Hit(unit.id, amount, "bleed", true=True)', 'Hit(unit.id, amount, "bleed")', "BLEED-03 AMB-17"),
        (
            "by = unit.bleed_by if draft.state.team_of(unit.bleed_by) != unit.team else 0",
            "by = unit.bleed_by",
            "AMB-42",
        ),
        (
            "        done(draft, follow)\n\n\ndef _finish_spell",
            "        from domain.maya.performers.statuses import remove\n"
            '        if unit.kind == "champion" and draft.state.units[unit.id].at is not None:\n'
            '            remove(draft, 0, unit.id, "bleed", 1)\n'
            "        done(draft, follow)\n"
            "\n"
            "\n"
            "def _finish_spell",
            "BLEED-05",
        ),
        ("by = unit.bleed_by if", "by = 0 if", "AMB-42"),
    ),
    *changes_in(
        "performers/resolving.py",
        ("    if bleeding:\n", "    if bleeding and act.kind != 'defend':\n", "BLEED-01 AMB-39"),
        (
            "    follow, bound = RESOLVE[act.kind](draft, left)\n",
            "    if bleeding and actor.hp <= actor.bleed:\n"
            "        draft.emit(ActionFizzled(act.stack, gone, _afterwards(draft.state, act, bleeding)))\n"
            "        return\n"
            "    follow, bound = RESOLVE[act.kind](draft, left)\n",
            "BLEED-02",
        ),
    ),
    *changes_in(
        "flow/turns.py",
        ("    if champion.bleed:\n", "    if False:\n", "BLEED-06"),
        (
            "    if champion.bleed:\n",
            "    if champion.bleed:\n"
            "        from domain.maya.performers.damage import Hit, strike\n"
            "        strike(draft, champion.id, 0, [Hit(champion.id, champion.bleed, 'bleed', true=True)])\n",
            "BLEED-04",
        ),
        (
            '    draft.emit(StepEntered("discard"))\n    return True\n\n\ndef _discard',
            "    if champion.root:\n"
            "        draft.emit(StatusChanged('root', -champion.root, 0, 1, unit=champion.id))\n"
            '    draft.emit(StepEntered("discard"))\n'
            "    return True\n"
            "\n"
            "\n"
            "def _discard",
            "ROOT-06",
        ),
        (
            "    mode_of(draft.state).turn_ended(draft, seat)",
            "    for u in [u for u in draft.state.standing_units() if u.vish]:\n"
            "        draft.emit(StatusChanged('root', 1, u.root + 1, 1, unit=u.id))\n"
            "    mode_of(draft.state).turn_ended(draft, seat)",
            "VISH-02",
        ),
    ),
    *changes_in(
        "performers/damage.py",
        (' and damage.kind != "bleed":', ":", "AMB-42"),
    ),
    *changes_in(
        "minions/acting.py",
        ("if unit is not None and unit.bleed:", "if False:", "AMB-41"),
    ),
    *changes_in(
        "offers/actions.py",
        (
            '    if plain and state.champion(seat).bleed:\n        steps = (*steps, Step("bleed"',
            '    if False:\n        steps = (*steps, Step("bleed"',
            "BLEED-01 AMB-39",
        ),
    ),
    *changes_in(
        "performers/icons.py",
        (
            "return value, value - min(icon.actor.root, value), parts",
            "return value, value, parts",
            "ROOT-01 ROOT-02 ROOT-03 ROOT-07 AMB-24",
        ),
        ("    if actor.flying:\n", "    if True:\n", "FLY-05"),
        ("    if actor.flying:\n", "    if False:\n", "FLY-05 FLY-06"),
    ),
    *changes_in(
        "performers/moving.py",
        ("    if spent:\n", "    if spent and act.path:\n", "ROOT-02 ROOT-04"),
        ("unit.root - spent, act.seat", "0, act.seat", "ROOT-02 ROOT-03"),
        (
            "spent = min(unit.root, act.value)",
            "spent = min(unit.root, act.value) if act.kind == 'move' else 0",
            "AMB-24",
        ),
        ("    if spent:\n", "    if spent and unit.kind == 'champion':\n", "ROOT-07"),
        ('hurts=act.how != "fly")', "hurts=True)", "FLY-06 AMB-25"),
        (
            '    if unit.kind == "champion" and hurts and grants',
            '    if unit.flying:\n        hurts = False\n    if unit.kind == "champion" and hurts and grants',
            "AMB-27 FLY-05",
        ),
        ('follow += fire(draft.state, "you_moved"', 'follow += [] and fire(draft.state, "you_moved"', "VALUE-11"),
    ),
    *changes_in(
        "performers/forcing.py",
        ("place_of(unit), direction, steps)", "place_of(unit), direction, max(steps - unit.root, 0))", "ROOT-05"),
    ),
    *changes_in(
        "performers/units.py",
        ("        take_vish(draft, seat, unit.id, times * effect.take)\n        _put", "        _put", "VISH-03"),
        (
            "return [unit for unit in units if unit.vish.get(seat, 0) >= effect.take]",
            "return [unit for unit in units if sum(unit.vish.values()) >= effect.take]",
            "VISH-04",
        ),
        ('return bool(seat.purse.supply.get("flight")) and state', "return state", "FLY-07"),
    ),
    *changes_in(
        "hexes/reaching.py",
        (
            "return int(is_higher(board, attacker, target, flies=flies, other_flies=target_flies))",
            "return int(is_higher(board, attacker, target, flies=False, other_flies=target_flies))",
            "FLY-03",
        ),
        (
            "return int(is_higher(board, attacker, target, flies=flies, other_flies=target_flies))",
            "return int(is_higher(board, attacker, target, flies=flies, other_flies=False))",
            "FLY-04 AMB-26",
        ),
    ),
    *changes_in(
        "hexes/moving.py",
        (
            "        if not board.is_ground(there):\n"
            '            return PathFault("PATH_VOID", "MAYA-TERR-20", there)\n'
            "        here = there\n"
            "    return _end_fault(standing, start, here)\n"
            "\n"
            "\n"
            "def jumps",
            "        here = there\n    return _end_fault(standing, start, here)\n\n\ndef jumps",
            "FLY-06 AMB-25",
        ),
    ),
    *changes_in(
        "content/records.py",
        ('if card.traits and "garuda" not in card.traits and uses_flight(card.program):', "if False:", "FLY-07"),
    ),
    *changes_in(
        "flow/setup.py",
        ('supply.get("flight", 0),', "0,", "FLY-01"),
    ),
    *changes_in(
        "evolving/round.py",
        (
            "    return evolve(state, round=event.round,",
            "    state = evolve(state, units={k: evolve(u, flying=False) for k, u in state.units.items()})\n"
            "    return evolve(state, round=event.round,",
            "AMB-28",
        ),
    ),
    *changes_in(
        "content/values.py",
        ('Status = Literal["root", "bleed", "vish"]', 'Status = Literal["root", "bleed", "vish", "burn"]', "STATUS-01"),
    ),
    *changes_in(
        "effects/values.py",
        ("printed = sum(symbols.count(trait) for", "printed = sum(trait in symbols for", "VALUE-01"),
        (
            "for slot in seat.slots if slot.face_up and slot.card]",
            "for slot in seat.slots if slot.activated and slot.card]",
            "VALUE-02",
        ),
        (
            "    shown = [slot.card for slot in seat.slots if slot.face_up and slot.card]",
            "    shown = [slot.card for slot in seat.slots if slot.face_up and slot.card] + [slot.relic for "
            "slot in seat.slots if slot.relic]",
            "AMB-44",
        ),
        (
            "    shown = [slot.card for slot in seat.slots if slot.face_up and slot.card]",
            "    shown = [slot.card for slot in seat.slots if slot.face_up and slot.card] + list(seat.cards.discard)",
            "AMB-44",
        ),
        ("return printed + sum(", "return printed + (trait in seat.traits) + sum(", "VALUE-01 AMB-44"),
        (
            "return printed + sum(1 for symbol in seat.growth.symbols if trait in symbol or symbol == (WILD,))",
            "return printed",
            "VALUE-03 UPG-11 UPG-13 UPG-15",
        ),
        ("    return most_unique(printed, seat.growth.symbols)", "    return len(printed)", "VALUE-05"),
        (
            "    return most_unique(printed, seat.growth.symbols)",
            "    return len(printed | {t for s in seat.growth.symbols for t in s})",
            "VALUE-05 AMB-46",
        ),
        ("or seat_token(held[trait], tried)", "or False", "VALUE-05 AMB-46"),
        (
            "printed = {trait for symbols in mat_symbols(state, seat) for trait in symbols}",
            "printed = [trait for symbols in mat_symbols(state, seat) for trait in symbols]\n"
            "    return len(printed) + len(seat.growth.symbols)",
            "VALUE-04",
        ),
        (
            "return sum(1 for slot in seat.slots if slot.relic)",
            "return int(any(slot.relic for slot in seat.slots))",
            "VALUE-06",
        ),
        (
            "return sum(1 for slot in seat.slots if slot.activated)",
            "return sum(1 for slot in seat.slots if slot.activated) - 1",
            "VALUE-07 AMB-43",
        ),
        (
            'case "unique":\n            return unique_traits(state, seat)',
            'case "unique":\n            return trait_symbols(state, seat, "vanguard")',
            "VALUE-08 VALUE-04",
        ),
    ),
    *changes_in(
        "content/models.py",
        ("return () if self.shattered else self.traits", "return self.traits", "CARD-16"),
    ),
    *changes_in(
        "content/cards_kshar.toml",
        ('{ do = "attack", value = "vanguard", root = 1 },', '{ do = "attack", value = "vanguard" },', "VALUE-09"),
        (
            '{ do = "attack", value = "unique", projectile = 2 },',
            '{ do = "attack", value = "unique", range = 2 },',
            "VALUE-10",
        ),
        ('limit = "none", if = "beside_enemy", do', 'limit = "none", do', "VALUE-11"),
    ),
    *changes_in(
        "events.py",
        (
            "    status: str = public()\n    delta: int = public()\n    total: int = public()\n",
            '    status: str = public()\n    delta: int = public()\n    total: int | None = owned("seat")\n',
            "STATUS-05",
        ),
        ("    on: bool = public()", '    on: bool | None = owned("seat")', "FLY-02"),
    ),
    *changes_in(
        "evolving/units.py",
        (
            "for seat, count in unit.vish.items():\n        state = add",
            "for seat, count in list(unit.vish.items())[:1]:\n        state = add",
            "VISH-04",
        ),
        (
            "without_unit(_vish_returned(state, state.units[event.minion]), event.minion)",
            "without_unit(state, event.minion)",
            "VISH-04",
        ),
    ),
    *changes_in(
        "offers/actions.py",
        (
            "state.champion(seat), source, slot)",
            'state.champion(seat), source, slot, bleeds=".relic." not in source)',
            "BLEED-01",
        ),
    ),
)
