"""Minions that fill the wrong bank, go for the wrong unit or forget what they must do."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

MINIONS = (
    *changes_in(
        "performers/damage.py",
        (
            "    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))",
            "    draft.emit(ChipsMoved(unit.id, damage.raw, damage.seat))",
            "MIN-07 AMB-106",
        ),
        (
            "    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))",
            "    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat if unit.team == NEUTRAL else unit.owner))",
            "MIN-06 MIN-19",
        ),
        (
            "    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))",
            "    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat or 2))",
            "MIN-17 AMB-105",
        ),
        ('    if unit.kind != "minion" or not damage.lost:', "    if not damage.lost:", "MIN-08"),
        (
            "    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))",
            "    if damage.source.startswith('c'):\n        draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))",
            "MIN-05",
        ),
        ("    if damage.seat and unit.team == NEUTRAL and", "    if damage.seat and", "MIN-16"),
        ('        mark(draft, unit.id, damage.seat, "damage")', "        pass", "AGGRO-01 AMB-92 AGGRO-05 AGGRO-26"),
        (
            "    if damage.seat and unit.team == NEUTRAL and",
            "    if damage.source.startswith('c') and damage.seat and unit.team == NEUTRAL and",
            "AMB-92",
        ),
        (
            "    draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))",
            "    draft.emit(ChipsMoved(unit.id, damage.lost - 1, damage.seat))",
            "MIN-04 MIN-05 MIN-06",
        ),
    ),
    *changes_in(
        "evolving/units.py",
        (
            "    heads = (*seat.purse.heads, Head(event.minion, event.kind))",
            "    heads = seat.purse.heads",
            "MIN-10 MIN-11 MIN-19",
        ),
        (
            "    if not event.seat:\n        return state\n    seat = state.seat(event.seat)\n    heads = (*seat",
            "    seat = state.seat(event.seat or 1)\n    heads = (*seat",
            "MIN-18 AMB-105",
        ),
        (
            "    state = without_unit(_vish_returned(state, state.units[event.minion]), event.minion)",
            "    state = _vish_returned(state, state.units[event.minion])",
            "MIN-09 MIN-18",
        ),
        (
            "purse = evolve(seat.purse, heads=heads, bank=seat.purse.bank - event.hp)",
            "purse = evolve(seat.purse, heads=heads)",
            "MIN-12",
        ),
        (
            '        event.minion, "minion", event.kind, event.seat, seat.team, event.at, event.hp',
            '        event.minion, "minion", event.kind, event.seat, 9, event.at, event.hp',
            "MIN-14",
        ),
        (
            "    units[event.target] = evolve(unit, hp=unit.hp - event.lost,",
            '    units[event.target] = evolve(unit, hp=unit.hp - (event.lost if unit.kind != "minion" else 1),',
            "MIN-03 MIN-09",
        ),
    ),
    *changes_in(
        "deciding/claims.py",
        ("    if not 1 <= intent.hp <= purse.bank:", "    if not 0 <= intent.hp <= purse.bank:", "MIN-12"),
        (
            "    if not 1 <= intent.hp <= purse.bank:",
            "    if not 1 <= intent.hp <= sum(s.purse.bank for s in state.seats if s.team == "
            "state.team_of(intent.seat)):",
            "AMB-107",
        ),
        (
            "    if (intent.point, intent.at) not in [(point.name, at) for point, at in places]:",
            "    if False:",
            "MIN-13",
        ),
        ('    check_action_phase(state, intent.seat, "MAYA-MIN-12")\n', "", "MIN-12"),
        (
            "    if not 1 <= intent.hp <= purse.bank:",
            '    own = [u for u in state.units.values() if u.kind == "minion" and u.owner == intent.seat]\n'
            "    if own or not 1 <= intent.hp <= purse.bank:",
            "AMB-85 MIN-12",
        ),
    ),
    *changes_in(
        "minions/lairs.py",
        (
            "hp = lair.hp if kind == lair.minion else found.hp",
            "hp = found.hp[pack.modes[state.rules.mode].kind] + 1 if kind == lair.minion else found.hp",
            "MIN-02",
        ),
        (
            'side = sides[draft.chance.below(len(sides), "side")] if len(sides) > 1 else sides[0]',
            "side = sides[0]",
            "ROSTER-10",
        ),
        ("    if not state.rules.expert:\n        return kind\n", "    return kind\n", "ROSTER-13"),
    ),
    *changes_in(
        "minions/aggro.py",
        ("    if left and side.in_order:\n", "    if False:\n", "ROSTER-03"),
        (
            "    found = choices(state)\n    if len(found) > 1 and",
            "    found = choices(state) if not aggro.used else []\n    if len(found) > 1 and",
            "MIN-01 AMB-97 ROSTER-11",
        ),
        (
            "return not state.aggro.seat and not any(seat == state.turn.seat for _, seat in state.marks)",
            "return not state.aggro.seat and not state.marks",
            "AMB-93 AGGRO-20 AMB-109",
        ),
        (
            "around = [(seat - 1 + step) % count + 1 for step in range(1, count)]",
            "around = list(range(1, count + 1))",
            "AGGRO-07 AMB-90",
        ),
        (
            "enemies = [other for other in around if state.team_of(other) != state.team_of(seat)]",
            "enemies = around[::-1]",
            "AGGRO-07 AMB-90",
        ),
        ("    if len(aggro.waiting) > 1 and aggro.executor", "    if False and aggro.executor", "AGGRO-09 ROUND-02"),
    ),
    *changes_in(
        "evolving/round.py",
        ("minion_used=()))\n\n\ndef _minion_step", "minion_used=(0, 1, 2)))\n\n\ndef _minion_step", "MIN-05 TURN-09"),
        (
            "    marks = tuple([mark for mark in state.marks if mark[1] != event.seat])\n"
            "    return evolve(state, aggro=Aggro(), marks=marks)",
            "    return evolve(state, aggro=Aggro())",
            "AGGRO-25 AMB-94",
        ),
    ),
    *changes_in(
        "flow/turns.py",
        ("    mark_neighbours(draft, draft.state.champion(seat), seat)\n", "", "AGGRO-02 AGGRO-05 AMB-91"),
        (
            "    if not aggro.is_over(draft.state):\n        return aggro.run(draft)\n",
            '    if not aggro.is_over(draft.state) and draft.state.phase == "watch":\n'
            "        return aggro.run(draft)\n",
            "AGGRO-06 ROUND-01 ROUND-02 ROUND-04",
        ),
        (
            "    mark_neighbours(draft, draft.state.champion(seat), seat)\n",
            "    mark_neighbours(draft, draft.state.champion(seat), seat)\n"
            "    from domain.maya.minions.marking import mark\n"
            "    for unit in draft.state.standing_units():\n"
            '        if unit.kind == "minion" and unit.team == 0:\n'
            '            mark(draft, unit.id, seat, "adjacent")\n',
            "AGGRO-24 AGGRO-04 AGGRO-25",
        ),
    ),
    *changes_in(
        "minions/marking.py",
        (
            "    for other in beside(draft.state, unit):",
            "    from domain.maya.hexes import distance\n"
            "    for other in [o for o in draft.state.standing_units() if distance(o.at, unit.at) == 1]:",
            "AGGRO-02 AMB-91 TERR-13",
        ),
        (
            "    for other in beside(draft.state, unit):",
            "    from domain.maya.hexes import distance\n"
            "    for other in [o for o in draft.state.standing_units() if distance(o.at, unit.at) <= 2]:",
            "AGGRO-04",
        ),
    ),
    *changes_in(
        "minions/allies.py",
        ("        mark_neighbours(draft, unit, seat)\n", "        pass\n", "AGGRO-03 AMB-91"),
        (
            "return [unit for unit in allied(state, state.turn.seat) if unit.id not in state.turn.minions_done]",
            "return [unit for unit in allied(state, state.turn.seat) if unit.id in state.turn.minions_done]",
            "MIN-15 TURN-07 TURN-08",
        ),
    ),
    *changes_in(
        "deciding/minions.py",
        ("    if state.aggro.executor != seat:\n", "    if False:\n", "AGGRO-08 AGGRO-11"),
        ("    if state.aggro.minion:\n        raise", "    if False:\n        raise", "AGGRO-10"),
        ('    raise Refused("MUST_ACT", "MAYA-AMB-97"', '    raise Refused("MUST_ACT", "MAYA-AMB-9"', "AMB-97"),
        (
            "    option = _named(found, intent) or _other_shortest(state, unit, found, intent)",
            "    option = _named(found, intent)",
            "AMB-98",
        ),
    ),
    *changes_in(
        "content/minions.toml",
        (
            'text = "Move 2 · Attack 3 · Pull 2", in_order = false',
            'text = "Move 2 · Attack 3 · Pull 2", in_order = true',
            "AGGRO-12 ROSTER-11 MIN-01",
        ),
        ('{ do = "attack", value = 5, area', '{ do = "attack", value = 4, area', "ROSTER-02"),
        (
            '[{ do = "attack", value = 1, projectile = 3, root = 1 }, { do = "move", steps = 2 }]',
            '[{ do = "attack", value = 1, range = 3, root = 1 }, { do = "move", steps = 2 }]',
            "ROSTER-05 AGGRO-14",
        ),
        (
            '[{ do = "attack", value = 1, projectile = 3, root = 1 }, { do = "move", steps = 2 }]',
            '[{ do = "move", steps = 2 }], [{ do = "attack", value = 1, projectile = 3, root = 1 }]',
            "ROSTER-06",
        ),
        (
            '[{ do = "attack", value = 3 }, { do = "pull", reach = 3 }]',
            '[{ do = "attack", value = 3 }, { do = "pull", reach = 1 }]',
            "ROSTER-08 AMB-102",
        ),
        (
            '[{ do = "attack", value = 4 }, { do = "move", steps = 2 }]',
            '[{ do = "attack", value = 4 }, { do = "move", steps = 1 }]',
            "ROSTER-14 ROSTER-15",
        ),
        ('[{ do = "attack", value = 2 }],\n', '[{ do = "attack", value = 1 }],\n', "ROSTER-16"),
        (
            'text = "First: Attack 5 (All Adjacent) · Then: Move 2", in_order = true',
            'text = "First: Attack 5 (All Adjacent) · Then: Move 2", in_order = false',
            "ROSTER-04 AGGRO-12",
        ),
        ("projectile = 3, root = 1 }", "projectile = 3 }", "AGGRO-23 ROSTER-05"),
        ("heads = 1\nhp = { siege = 6", 'heads = 1\nreplaces = "warden-of-knots"\nhp = { siege = 6', "ROSTER-13"),
        ('id = "mama-malevolence"', 'id = "mama"', "ROSTER-01"),
    ),
    *changes_in(
        "minions/planning.py",
        ("    for aims in aims_of(state, seat):\n", "    for aims in aims_of(state, seat)[::-1]:\n", "AGGRO-13 AMB-96"),
        ("    if hits:\n        return (0, 0), hits\n", "", "AGGRO-14 AMB-96"),
        (
            "    if any(_hits(state, unit, side, step, champion) for step in range(len(side.steps))):",
            "    if False:",
            "AGGRO-14 AMB-96 ROSTER-12",
        ),
        (
            "        if best is not None and cost > best:\n"
            "            continue\n"
            "        if best is None or cost < best:",
            "        if best is None or cost < best and False:",
            "AGGRO-15 AGGRO-16 AMB-96",
        ),
        ('        [unit for unit in own if unit.kind == "minion"],', "        [],", "AGGRO-17 MIN-17 AMB-101"),
        ('        [unit for unit in own if unit.kind == "ido" and unit.attackable],', "        [],", "AGGRO-18"),
        (
            "    return _approach(state, unit, used, seat)\n\n\ndef aims",
            "    return []\n\n\ndef aims",
            "AGGRO-19 AMB-99 ROSTER-03 ROSTER-06",
        ),
        (
            "    own = [unit for unit in state.units.values() if unit.owner == seat and unit.at is not None]",
            "    own = [unit for unit in state.units.values() if unit.team == state.team_of(seat) and "
            "unit.at is not None]",
            "AGGRO-21",
        ),
        ("    if found or not unit.root:\n        return found\n", "    return found\n", "AMB-103 AGGRO-22"),
        ("        cost = (length + rest[0], 1 + rest[1])", "        cost = (length + rest[0], 1)", "AMB-96 ROSTER-15"),
        (
            "                if there in taken or there in paths:",
            "                if there in paths:",
            "AMB-104 AGGRO-22",
        ),
        (
            "    nearer = [(rank, option) for rank, option in ranked if rank[0] < here]",
            "    nearer = [(rank, option) for rank, option in ranked if rank[0] > here]",
            "AGGRO-19 AGGRO-22",
        ),
    ),
    *changes_in(
        "performers/icons.py",
        ("    return is_foe(actor, unit) and unit.attackable", "    return is_foe(actor, unit)", "AMB-13"),
        (
            "            hit_all = foes(field.adjacent(here))\n",
            "            hit_all = foes(field.adjacent(here))[:1]\n",
            "AMB-100 AGGRO-21 ROSTER-02",
        ),
    ),
    *changes_in(
        "table.py",
        ("    return distance(here, there) if apart is None else apart", "    return distance(here, there)", "AMB-99"),
    ),
    *changes_in(
        "minions/deaths.py",
        ('            draft.emit(AggroDropped(minion, marked, "died"))', "            pass", "AGGRO-26 AMB-95"),
    ),
    *changes_in(
        "minions/spawning.py",
        (
            "return tuple([side.id for side in pack_of(state).minions[head.kind].sides])",
            "return tuple([side.id for side in pack_of(state).minions[head.kind].sides])[:1]",
            "ROSTER-09 AMB-108",
        ),
    ),
    *changes_in(
        "minions/acting.py",
        (
            "return next((side for side in sides if side.id == unit.side), sides[0])",
            "return sides[0]",
            "ROSTER-09 ROSTER-12",
        ),
    ),
    *changes_in(
        "events.py",
        (
            "    minion: str = public()\n    count: int = public()\n",
            '    minion: str = public()\n    count: int | None = owned("seat")\n',
            "MIN-20",
        ),
    ),
    *changes_in(
        "hexes/moving.py",
        (
            "        if path:\n            runs[here] = tuple(path)",
            "        if len(path) == steps:\n            runs[here] = tuple(path)",
            "ROSTER-07 AMB-84",
        ),
    ),
    *changes_in(
        "performers/damage.py",
        (
            "ChipsMoved(unit.id, damage.lost, damage.seat)",
            "ChipsMoved(unit.id, damage.lost, draft.state.turn.seat if damage.seat else 0)",
            "MIN-04",
        ),
    ),
)
