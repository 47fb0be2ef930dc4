"""Ground, walls, ways and points that do not do what they should."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

ARENA = (
    *changes_in(
        "hexes/board.py",
        (
            "        return found is not None and not found.void",
            "        return found is not None",
            "TERR-20 TERR-21 TERR-22 PUSH-03 RANGE-03 PROJ-05 PULL-05",
        ),
        (
            "if border(space, near) not in board.walls",
            "if True",
            "TERR-12 TERR-13 PULL-05 RANGE-03 ALLADJ-02 PUSH-12 PIERCE-04",
        ),
        ("        return border(a, b) in self.walls", "        return False", "TERR-11 MOVE-04 PUSH-03 AMB-02"),
        (
            "        return self.ground_around.get(space, ())",
            "        return self.open_around.get(space, ())",
            "TERR-14",
        ),
        (
            "self.spaces[space].spikes and space not in self.foundations",
            "False",
            "TERR-15 TERR-16 TERR-19 PULL-08 PUSH-11 MOVE-07 AMB-38",
        ),
        (
            "return Level.HIGH if space in self.foundations else self.spaces[space].level",
            "return Level.HIGH if space in self.foundations else max(Level.FLAT, self.spaces[space].level)",
            "TERR-03 TERR-06 AMB-04",
        ),
        (
            "        return self.spaces[space].zone if self.is_ground(space) else None",
            "        return 'one'",
            "TERR-24",
        ),
        ("if looks.get(n) == look and n not in zones", "if n in looks and n not in zones", "TERR-23 AMB-11"),
    ),
    *changes_in(
        "hexes/reaching.py",
        (
            "    return board.level(space) > board.level(other)",
            "    return board.level(space) >= board.level(other)",
            "TERR-07",
        ),
        (
            "    return board.level(space) > board.level(other)",
            "    return board.level(space) != board.level(other)",
            "TERR-08",
        ),
        (
            "    return board.level(space) > board.level(other)",
            "    return board.level(space) == board.level(other) + 1",
            "TERR-06",
        ),
        (
            "    return board.level(space) > board.level(other)",
            "    return False",
            "TERR-04 TERR-05 TERR-09 ATT-04 RANGE-07 AMB-05 AMB-06 AMB-07",
        ),
        ("        return flies and not other_flies", "        return flies", "AMB-26"),
        ("    if flies or other_flies:", "    if flies:", "AMB-26"),
        ("            if space in standing.foes:\n                break\n", "", "RANGE-04"),
        (
            "            if space in standing.foes:\n",
            "            if space in standing.foes or space in standing.friends:\n",
            "RANGE-05",
        ),
        ("for there in board.ground_around[here]:", "for there in board.open_around[here]:", "PROJ-04"),
        ("    for length in range(1, reach + 1):", "    for length in range(1, reach + 2):", "PROJ-01"),
        (
            "    for there in line(start, direction, reach):",
            "    for there in line(start, direction, reach + 1):",
            "RANGE-02 PIERCE-02",
        ),
    ),
    *changes_in(
        "hexes/moving.py",
        ("                if there in barred:\n                    continue\n", "", "UNIT-05 MOVE-04 AMB-12"),
        (
            "if not standing.is_taken(space)}\n\n\ndef path_fault",
            "}\n\n\ndef path_fault",
            "UNIT-01 UNIT-02 MOVE-05 AMB-14",
        ),
        (
            '        if count > steps:\n            return PathFault("PATH_TOO_LONG", "MAYA-MOVE-03", there)',
            '        if count > steps + 1:\n            return PathFault("PATH_TOO_LONG", "MAYA-MOVE-03", there)',
            "MOVE-03",
        ),
        ("    for _ in range(steps):", "    for _ in range(steps - 1):", "MOVE-03"),
        (
            '        if not board.is_ground(there):\n            return PathFault("PATH_VOID", '
            '"MAYA-TERR-20", there)\n        if board.has_wall',
            "        if board.has_wall",
            "TERR-20 MOVE-04 AMB-03",
        ),
        ("if there in standing.foes and not through_foes:", "if False:", "UNIT-05 AMB-12 MOVE-04"),
        ("if there in standing.foes and not through_foes:", "if standing.is_taken(there):", "UNIT-03 MOVE-05 AMB-14"),
        (
            "                cost = spikes + (spikes_hurt and board.is_spiked(there))",
            "                cost = spikes",
            "MOVE-07",
        ),
        (
            "paths = _shortest_paths(board.ground_around, start, steps)",
            "paths = _shortest_paths(board.open_around, start, steps)",
            "AMB-25",
        ),
        (
            "            if not board.is_ground(space):\n                break\n            if not standing",
            "            if not board.is_ground(space):\n                continue\n            if not standing",
            "AMB-29",
        ),
    ),
    *changes_in(
        "hexes/forcing.py",
        (
            "        if standing.is_taken(there):\n            return Push",
            "        if False:\n            return Push",
            "PUSH-03 PUSH-05 PUSH-09 AMB-31",
        ),
        (
            '            return Push(tuple(path), unmoved, "void")',
            '            return Push(tuple(path), 0, "void")',
            "PUSH-04 PUSH-14 AMB-03",
        ),
        (
            '            return Push(tuple(path), unmoved, "wall")',
            '            return Push(tuple(path), steps, "wall")',
            "PUSH-04",
        ),
        (
            "    for there in line(target, direction, steps):",
            "    for there in line(target, direction, steps - 1):",
            "PUSH-02 PUSH-07",
        ),
        ("    if direction is None or length > reach:", "    if direction is None or length > reach + 1:", "PULL-01"),
        (
            "    if direction is None or length > reach:",
            "    if direction is None or length > reach or length == 1:",
            "PULL-10 AMB-35",
        ),
        ("(there != target and there in standing.foes)", "False", "PULL-05 AMB-37"),
        ("(there != target and there in standing.foes)", "(there != target and standing.is_taken(there))", "PULL-07"),
        ("enumerate(between) if not standing.is_taken(space)", "enumerate(between) if True", "PULL-07 AMB-36"),
        (
            "    return () if end is None else tuple(reversed(between[end:]))",
            "    return () if end is None else tuple(reversed(between[end + 1 :]))",
            "PULL-02 PULL-03",
        ),
    ),
    *changes_in(
        "hexes/points.py",
        ("    return space in point", "    return True", "POI-02 POI-09"),
        ("    return tuple(space for space in free if lengths[space] == nearest)", "    return tuple(free)", "POI-07"),
        ("if space not in taken]", "]", "POI-07 AMB-81"),
    ),
    *changes_in(
        "flow/turns.py",
        (
            "    return [at for at in point.at if at not in taken and field.is_ground(at)]",
            "    return [at for at in point.at if at not in taken]",
            "TERR-22",
        ),
        (
            "    return [at for at in point.at if at not in taken and field.is_ground(at)]",
            "    return [at for at in point.at if field.is_ground(at)]",
            "POI-06",
        ),
        (
            "        for at in _free_beside(field, taken, point) or spawn_spaces(field, taken, point.at)",
            "        for at in _free_beside(field, taken, point)",
            "POI-07 AMB-81",
        ),
        (
            "        for point in mode_of(state).champion_points(state, seat)",
            "        for point in state.arena.spawns",
            "POI-05 POI-08 POI-03",
        ),
    ),
    *changes_in(
        "modes/base.py",
        (
            "return [point for point in state.arena.upgrades if point.owner in (NEUTRAL, team)]",
            "return list(state.arena.upgrades)",
            "POI-09",
        ),
    ),
    *changes_in(
        "modes/headhunters.py",
        ("            field.zone(unit.at)", "            ''", "TERR-24"),
    ),
    *changes_in(
        "performers/moving.py",
        ("    spent = min(unit.root, act.value)", "    spent = unit.root", "AMB-24"),
        ("    return not act.bleeds and (clause is None", "    return False and (clause is None", "AMB-50 PASSIVE-03"),
        ("    spent = min(unit.root, act.value)", "    spent = 0", "AMB-24 AMB-29"),
        (
            'follow = travel(draft, unit, path, act.how, 0, hurts=act.how != "fly")',
            "follow = travel(draft, unit, path, act.how, 0, hurts=True)",
            "AMB-25",
        ),
        (
            'follow = travel(draft, unit, path, act.how, 0, hurts=act.how != "fly")',
            "follow = travel(draft, unit, path, act.how, 0, hurts=False)",
            "TERR-15 TERR-16 AMB-08 MOVE-07",
        ),
        (
            "    spiked = [n for n, space in enumerate(path) if",
            "    spiked = [n for n, space in enumerate((place_of(unit), *path)) if",
            "TERR-18 AMB-08",
        ),
        ("    if len(spiked) >= fatal:\n", "    if False:\n", "AMB-10"),
        ("    while path and path[-1] in taken:\n", "    while False:\n", "AMB-10"),
        (
            'strike(draft, "spikes", credit, [Hit(unit.id, 1, "spike")])',
            'strike(draft, "spikes", credit, [Hit(unit.id, 1, "spike", true=True)])',
            "AMB-09",
        ),
        (
            'strike(draft, "spikes", credit, [Hit(unit.id, 1, "spike")])',
            'strike(draft, "spikes", credit, [Hit(unit.id, 1, "spike", 1)])',
            "AMB-05 TERR-15",
        ),
    ),
    *changes_in(
        "performers/icons.py",
        (
            "    return value, value - min(icon.actor.root, value), parts",
            "    return value, value, parts",
            "AMB-24 AMB-29",
        ),
        ("    if actor.flying:\n", "    if True:\n", "AMB-25"),
        ("    if actor.flying:\n", "    if False:\n", "AMB-25 AMB-24"),
    ),
    *changes_in(
        "performers/pieces.py",
        ("        spaces = [at for at in spaces if at not in laid]", "        pass", "TERR-25"),
        ("        spaces = [at for at in spaces if at not in taken]", "        pass", "UNIT-01"),
    ),
    *changes_in(
        "state.py",
        (
            "    return one.team != NEUTRAL and one.team == other.team",
            "    return one.team != NEUTRAL and one.owner == other.owner",
            "UNIT-04 AMB-33",
        ),
        ('        return self.kind != "ido"', "        return True", "UNIT-06 PUSH-10 PULL-09"),
    ),
    *changes_in(
        "table.py",
        (
            "        if team != NEUTRAL and unit.team == team:\n",
            "        if unit.owner == actor.owner:\n",
            "UNIT-03 MOVE-05",
        ),
        (
            "        if team != NEUTRAL and unit.team == team:\n",
            "        if team != NEUTRAL and unit.team in (team, 0):\n",
            "UNIT-05 AMB-12",
        ),
    ),
    *changes_in(
        "evolving/units.py",
        ("return add_supply(state, event.seat, event.kind, 1) if event.seat else state", "return state", "AMB-15"),
        ("event.kind, NEUTRAL, NEUTRAL, event.at", "event.kind, 1, 1, event.at", "UNIT-08"),
        ("heads = (*seat.purse.heads, Head(event.minion, event.kind))", "heads = seat.purse.heads", "UNIT-09"),
        (
            "fallen = evolve(unit, at=None, hp=0, defence=0, root=0",
            "fallen = evolve(unit, at=None, hp=0, root=0",
            "DEF-07 AMB-19",
        ),
    ),
    *changes_in(
        "deciding/checks.py",
        ("    if state.turn.seat != seat:", "    if False:", "UNIT-07 TURN-01"),
    ),
    *changes_in(
        "hexes/moving.py",
        (
            "                if there in barred:\n",
            "                if there in barred or abs(board.level(there) - board.level(here)) > 1:\n",
            "TERR-10",
        ),
        (
            "                if there in barred:\n",
            "                if there in barred or board.level(there) != 1:\n",
            "TERR-02",
        ),
    ),
    *changes_in(
        "hexes/points.py",
        ("    return space in point", "    return space == point[0]", "POI-01 POI-02"),
    ),
    *changes_in(
        "hexes/reaching.py",
        ("    for direction in range(6):", "    for direction in range(5):", "RANGE-06"),
    ),
    *changes_in(
        "hexes/coords.py",
        (
            "(dq != 0 and dr != 0 and dq + dr != 0):\n        return None",
            "(dq != 0 and dr != 0 and dq + dr != 0):\n        return AXES.index(Hex(1, 0))",
            "AMB-01 PULL-01",
        ),
    ),
    *changes_in(
        "performers/icons.py",
        (
            "    ways = [Way(path=path, using=using) for path in paths.values()]",
            "    ways = [Way(path=path, using=using) for path in paths.values() if path]",
            "AMB-23 MOVE-03",
        ),
    ),
    *changes_in(
        "modes/siege.py",
        (
            "        own = self.champion_points(state, seat)\n",
            "        shared = {point.at for point in state.arena.upgrades}\n"
            "        own = [point for point in self.champion_points(state, seat) if point.at not in shared]\n",
            "POI-04",
        ),
    ),
    *changes_in(
        "flow/turns.py",
        (
            "    draft.emit(TurnEnded(seat))",
            "    from domain.maya.performers.damage import Hit, strike\n"
            "    if board(draft.state).is_spiked(draft.state.champion(seat).at):\n"
            '        strike(draft, "spikes", 0, [Hit(f"c{seat}", 1, "spike")])\n'
            "    draft.emit(TurnEnded(seat))",
            "TERR-17",
        ),
    ),
)
