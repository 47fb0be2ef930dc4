"""Deaths that take too much or too little, and objects and items that are what they are not."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

FALLING = (
    *changes_in(
        "evolving/units.py",
        (
            "fallen = evolve(unit, at=None, hp=0, defence=0,",
            "fallen = evolve(unit, hp=0, defence=0,",
            "DEATH-01",
        ),
        (
            "at=None, hp=0, defence=0, root=0,",
            "at=None, hp=0, defence=0,",
            "DEATH-02",
        ),
        (
            "    state = _vish_returned(state, unit)\n    fallen",
            "    fallen",
            "DEATH-02",
        ),
        (
            "    return with_unit(state, fallen)",
            "    state = evolve(state, ground=Ground())\n    return with_unit(state, fallen)",
            "DEATH-03 VISH-05",
        ),
        (
            "    return with_unit(state, fallen)",
            "    state = evolve(state, ground=evolve(state.ground, foundations=()))\n"
            "    return with_unit(state, fallen)",
            "DEATH-03",
        ),
        (
            "defence=0, root=0, bleed=0",
            "root=0, bleed=0",
            "DEATH-07 AMB-19",
        ),
        (
            "evolve(unit, at=event.at, hp=event.hp)",
            "evolve(unit, at=event.at, hp=1)",
            "DEATH-04",
        ),
        (
            "    return with_unit(state, fallen)",
            "    s = state.seat(seat)\n"
            "    state = with_seat(state, evolve(s, purse=evolve(s.purse, energy=0)))\n"
            "    return with_unit(state, fallen)",
            "DEATH-06",
        ),
        (
            "    return with_unit(state, fallen)",
            "    s = state.seat(seat)\n"
            "    state = with_seat(state, evolve(s, growth=evolve(s.growth, skills={})))\n"
            "    return with_unit(state, fallen)",
            "UPG-25",
        ),
        (
            '        "ido",\n        event.kind,',
            '        "minion",\n        event.kind,',
            "IDO-01",
        ),
        (
            "    state = without_unit(state, event.ido)",
            "    state = with_unit(state, evolve(state.units[event.ido], hp=0))",
            "IDO-07 IDO-08",
        ),
        (
            "return add_supply(state, event.seat, event.kind, 1) if event.seat else state",
            "return state",
            "IDO-08 AMB-15",
        ),
        (
            "    items.remove(next(",
            "    (lambda x: x)(next(",
            "ITEM-05 ITEM-02",
        ),
        (
            "purse = evolve(seat.purse, items=(*seat.purse.items, event.item))",
            "purse = evolve(seat.purse, items=(event.item,))",
            "ITEM-02",
        ),
        (
            "    fallen = evolve(unit,",
            "    s = state.seat(seat)\n"
            "    state = with_seat(state, evolve(s, purse=evolve(s.purse, items=())))\n"
            "    fallen = evolve(unit,",
            "AMB-119 ITEM-05",
        ),
    ),
    *changes_in(
        "flow/turns.py",
        (
            "draft.emit(ChampionSpawned(seat, point, at, draft.state.champion(seat).max_hp))",
            "draft.emit(ChampionSpawned(seat, point, at, 10))",
            "UPG-25",
        ),
        (
            "    if draft.state.is_alive(draft.state.turn.seat):\n        return False",
            "    if draft.state.is_alive(draft.state.turn.seat) or draft.state.seat(1).cards.hand:\n"
            "        return False",
            "DEATH-10 DEATH-11 DEATH-12 AMB-40",
        ),
        (
            '    draft.emit(StepEntered("discard"))\n    return True\n\n\ndef end_action',
            '    _enter(draft, "end")\n    return True\n\n\ndef end_action',
            "DEATH-12 AMB-40 AMB-86",
        ),
        (
            "return state.is_alive(state.turn.seat) and bool",
            "return bool",
            "DEATH-12",
        ),
        (
            "    if not state.is_alive(seat):\n        spots",
            "    if False:\n        spots",
            "DEATH-04",
        ),
        (
            "    seat = draft.state.turn.seat\n    mark_neighbours",
            "    from domain.maya.performers.damage import Hit, strike\n"
            "    for u in list(draft.state.units.values()):\n"
            "        if u.kind == 'ido':\n"
            "            strike(draft, u.id, 0, [Hit('c1', 1, 'attack')])\n"
            "    seat = draft.state.turn.seat\n"
            "    mark_neighbours",
            "IDO-02",
        ),
    ),
    *changes_in(
        "minions/deaths.py",
        (
            "    follow = _relics_go(draft, unit.owner, keeps)\n",
            "    follow = []\n",
            "DEATH-05 RELIC-11",
        ),
        (
            "return [*follow, *mode_of(draft.state).champion_killed(draft, unit.owner, seat)]",
            "return follow",
            "DEATH-08",
        ),
        (
            "    mode_of(draft.state).have_fallen(draft, gone)\n",
            "",
            "ALLADJ-04",
        ),
        (
            "        gone.append(unit)\n",
            "        gone.append(unit)\n        if len(gone) > 1:\n            break\n",
            "ALLADJ-04",
        ),
        (
            "mode_of(draft.state).champion_killed(draft, unit.owner, seat)]",
            "mode_of(draft.state).champion_killed(draft, unit.owner, draft.state.turn.seat)]",
            "DEATH-13",
        ),
    ),
    *changes_in(
        "performers/forcing.py",
        (
            "strike(draft, actor.id, seat, hits)",
            "strike(draft, actor.id, 0, hits)",
            "DEATH-09",
        ),
        (
            '"push", seat, hurts',
            '"push", 0, hurts',
            "DEATH-13",
        ),
        (
            "if other is not None and other.id != actor.id and is_foe(actor, other):",
            "if other is not None and other.is_entity and other.id != actor.id and is_foe(actor, other):",
            "IDO-06 IDO-08",
        ),
        (
            "if other is not None and other.id != actor.id and is_foe(actor, other):",
            "if other is not None and other.attackable and other.id != actor.id and is_foe(actor, other):",
            "IDO-06",
        ),
    ),
    *changes_in(
        "minions/acting.py",
        (
            "Icon(effect, seat, unit,",
            "Icon(effect, 0, unit,",
            "DEATH-09 MIN-11",
        ),
    ),
    *changes_in(
        "performers/moving.py",
        (
            "path, act.how, 0, hurts",
            "path, act.how, act.seat, hurts",
            "DEATH-13",
        ),
    ),
    *changes_in(
        "minions/aggro.py",
        (
            "act(draft, unit, 0, found[0])",
            "act(draft, unit, aggro.executor, found[0])",
            "DEATH-13",
        ),
        (
            "next((other for other in enemies if other not in state.conceded), enemies[0])",
            "next((other for other in enemies if state.is_alive(other)), 1)",
            "AMB-89",
        ),
    ),
    *changes_in(
        "flow/running.py",
        (
            "if step.do not in DEATHLESS and top",
            "if False and top",
            "DEATH-12",
        ),
    ),
    *changes_in(
        "flow/rounds.py",
        (
            "    for slide in slides:\n        if slide.leaver:",
            "    for slide in slides:\n        if slide.leaver and draft.state.is_alive(slide.seat):",
            "AMB-89",
        ),
        (
            "if missing > 0:",
            "if missing > 0 and draft.state.is_alive(seat.seat):",
            "AMB-89",
        ),
    ),
    *changes_in(
        "modes/siege.py",
        (
            "draft.emit(IdoPlaced(ido, TOWER, 0, tower.team",
            'draft.emit(IdoPlaced(ido, "engram", 0, tower.team',
            "IDO-01",
        ),
    ),
    *changes_in(
        "performers/icons.py",
        (
            "return is_foe(actor, unit) and unit.attackable",
            "return is_foe(actor, unit)",
            "IDO-03",
        ),
        (
            "return is_foe(actor, unit) and unit.attackable",
            "return is_foe(actor, unit) and unit.is_entity",
            "IDO-03 IDO-05",
        ),
        (
            "if not unit.is_entity or unit.id == actor.id:",
            "if unit.id == actor.id:",
            "IDO-04",
        ),
    ),
    *changes_in(
        "performers/statuses.py",
        (
            "or not unit.is_entity or count",
            "or count",
            "IDO-05",
        ),
    ),
    *changes_in(
        "table.py",
        (
            "        if team != NEUTRAL and unit.team == team:",
            "        if unit.kind == 'ido' or team != NEUTRAL and unit.team == team:",
            "IDO-07",
        ),
        (
            "        if team != NEUTRAL and unit.team == team:",
            "        if unit.kind != 'ido' and team != NEUTRAL and unit.team == team:",
            "IDO-09 AMB-14",
        ),
    ),
    *changes_in(
        "performers/damage.py",
        (
            'if unit.kind != "minion" or not',
            "if not",
            "IDO-08 AMB-15",
        ),
    ),
    *changes_in(
        "performers/items.py",
        (
            "    if unit is None or unit.at is None or not unit.owner:",
            "    if True:",
            "ITEM-02 ITEM-04 ITEM-05 AMB-119",
        ),
        (
            "    if unit is None or unit.at is None or not unit.owner:",
            "    if unit is None or unit.at is None or not unit.owner or unit.kind == 'minion':",
            "ITEM-04",
        ),
        (
            '    done(draft, [Step("pick_up", again)] if len(items) > 1 else [])',
            "    done(draft)",
            "ITEM-02 AMB-119",
        ),
        (
            '        again["declined"] = [*again.get("declined", ()), answer[1]]',
            "        pass",
            "ITEM-04",
        ),
    ),
    *changes_in(
        "deciding/claims.py",
        (
            "if lying.item == item and on_top is not None and on_top.owner != seat:",
            "if False:",
            "ITEM-03",
        ),
    ),
    *changes_in(
        "performers/resolving.py",
        (
            "if state.ground.items and act.seat:",
            "if state.ground.items and act.seat and act.kind == 'move':",
            "ITEM-04",
        ),
    ),
    *changes_in(
        "table.py",
        (
            "    return Standing(frozenset(friends), frozenset(foes))",
            "    foes += [lying.at for lying in state.ground.items]\n"
            "    return Standing(frozenset(friends), frozenset(foes))",
            "ITEM-01 ITEM-02 AMB-119",
        ),
    ),
    *changes_in(
        "minions/deaths.py",
        (
            "    follow = _relics_go(draft, unit.owner, keeps)",
            "    follow = _relics_go(draft, unit.owner, keeps) if seat else []",
            "RELIC-11",
        ),
    ),
)
