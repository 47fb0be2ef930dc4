"""Turns that skip steps or allow too much, and texts that win where they should not."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

TURNS = (
    *changes_in(
        "flow/rounds.py",
        (
            "draft.emit(TurnStarted(waiting[0], state.turn.number + 1))",
            "draft.emit(TurnStarted(min(waiting), state.turn.number + 1))",
            "TURN-01",
        ),
        (
            "waiting = [seat for seat in state.tracks.to_go if seat not in state.conceded]",
            "waiting = [seat for seat in state.tracks.to_go if seat not in state.conceded and "
            "(state.is_alive(seat) or state.round == 1)]",
            "TURN-02",
        ),
        ("    if waiting:\n", "    if waiting and 0:\n", "ROUND-03 TURN-02"),
    ),
    *changes_in(
        "deciding/checks.py",
        ("    if state.turn.seat != seat:\n", "    if False:\n", "TURN-01"),
        ("    if state.frames:\n        what", "    if False:\n        what", "ACT-10"),
    ),
    *changes_in(
        "flow/turns.py",
        (
            '    _enter(draft, "start")\n    return True',
            '    draft.emit(StepEntered("action"))\n    return True',
            "TURN-03 TURN-10 TURN-12",
        ),
        (
            "    if not state.is_alive(seat):\n        spots = respawn_spots(state, seat)\n",
            "    if not state.is_alive(seat) and state.round > 1:\n        spots = respawn_spots(state, seat)\n",
            "TURN-04",
        ),
        (
            "        if len(spots) > 1:\n            return False\n",
            "        if len(spots) != 1:\n            return False\n",
            "AMB-83",
        ),
        (
            "    if not state.is_alive(seat):\n        spots = respawn_spots(state, seat)\n",
            "    if True:\n        spots = respawn_spots(state, seat)\n",
            "TURN-06",
        ),
        (
            "    queue = tuple([Timed(seat, clause.source) for clause in clauses]) if state.is_alive(seat) else ()",
            "    queue = tuple([Timed(seat, clause.source) for clause in clauses]) if state.is_alive(seat) "
            "and state.round > 1 else ()",
            "TURN-10 TURN-12 EOT-01 EOT-02",
        ),
        (
            'clauses = kit.start_of_turn if step == "start" else kit.end_of_turn',
            "clauses = kit.start_of_turn",
            "EOT-01 EOT-02 EOT-03",
        ),
        (
            "    state = draft.state\n    if _timed_waiting(state):\n        return False\n    champion",
            "    state = draft.state\n    champion",
            "EOT-01 EOT-02",
        ),
        (
            '    _enter(draft, "end")',
            "    c = draft.state.champion(draft.state.turn.seat)\n"
            "    if c.bleed:\n"
            '        draft.emit(StatusChanged("bleed", -c.bleed, 0, 1, unit=c.id))\n'
            '    _enter(draft, "end")',
            "EOT-03 AMB-88",
        ),
        (
            "    seat = draft.state.turn.seat\n    mark_neighbours",
            "    seat = draft.state.turn.seat\n"
            "    from domain.maya.flow.drawing import draw_cards\n"
            "    draw_cards(draft, seat, 1, 'x')\n"
            "    mark_neighbours",
            "DISCARD-03",
        ),
        (
            "    if not aggro.is_over(draft.state):\n",
            "    if draft.state.tracks.to_go and not aggro.is_over(draft.state):\n",
            "ROUND-04",
        ),
        (
            "for at in _free_beside(field, taken, point) or spawn_spaces(field, taken, point.at)",
            "for at in _free_beside(field, taken, point)",
            "AMB-81 POI-07",
        ),
    ),
    *changes_in(
        "modes/siege.py",
        (
            "return [point for point in state.arena.spawns if point.owner == team or poles(state, team, point)]",
            "return list(state.arena.spawns)",
            "TURN-05",
        ),
        ("return [*own, *free]", "return own", "AMB-82"),
    ),
    *changes_in(
        "deciding/rounds.py",
        ("    if (intent.point, intent.at) not in", "    if False and (intent.point, intent.at) not in", "POI-06"),
        (
            '    check_step(draft.state, intent.seat, "action", "MAYA-ACT-17")\n',
            '    check_step(draft.state, intent.seat, "action", "MAYA-ACT-17")\n'
            "    if draft.state.turn.slot:\n"
            '        raise Refused("X", "Y", "z")\n',
            "ACT-17",
        ),
        ("    if Counter(intent.cards) - hand:", "    if set(intent.cards) - set(hand):", "DISCARD-01"),
        (
            '        draft.emit(CardsDiscarded(intent.seat, tuple(intent.cards), "step"))\n    end_turn(draft)\n',
            '        draft.emit(CardsDiscarded(intent.seat, tuple(intent.cards), "step"))\n'
            "    else:\n"
            "        end_turn(draft)\n",
            "DISCARD-04",
        ),
        (
            "    spawn_champion(draft, intent.seat, intent.point, intent.at)\n",
            "    spawn_champion(draft, intent.seat, intent.point, intent.at)\n"
            "    from domain.maya.events import StepEntered\n"
            '    draft.emit(StepEntered("end"))\n',
            "TURN-11 TURN-12",
        ),
    ),
    *changes_in(
        "deciding/minions.py",
        (
            '    check_step(state, intent.seat, "allies", "MAYA-TURN-07")\n'
            "    if state.turn.minion:\n"
            '        raise Refused("MINION_ACTING", "MAYA-TURN-08", "One',
            '    if state.turn.minion:\n        raise Refused("MINION_ACTING", "MAYA-TURN-08", "One',
            "TURN-07",
        ),
        (
            '    if state.turn.minion:\n        raise Refused("MINION_ACTING", "MAYA-TURN-08", "One',
            '    if False:\n        raise Refused("MINION_ACTING", "MAYA-TURN-08", "One',
            "TURN-08",
        ),
        ("    if unit.id in state.turn.minions_done:\n", "    if False:\n", "TURN-08"),
    ),
    *changes_in(
        "minions/acting.py",
        ("first = max(used, default=-1) + 1 if side.in_order else 0", "first = 0", "AMB-84"),
        (
            "        for step in open_steps(side, used)\n        for choice",
            "        for step in open_steps(side, used)[:1]\n        for choice",
            "AMB-84",
        ),
    ),
    *changes_in(
        "hexes/moving.py",
        (
            "        if path:\n            runs[here] = tuple(path)",
            "        for n in range(len(path)):\n            runs[path[n]] = tuple(path[: n + 1])",
            "AMB-84",
        ),
        ('            return PathFault("PATH_ENEMY", "MAYA-UNIT-05", there)', "            pass", "PRIO-01"),
        (
            "            if not board.is_ground(space):\n                break\n            if not standing",
            "            if not board.is_ground(space) or not board.are_adjacent(start, space) and False or "
            "standing.is_taken(line(start, direction, 1)[0]):\n"
            "                break\n"
            "            if not standing",
            "COOL-02",
        ),
    ),
    *changes_in(
        "offers/timed.py",
        ("        found.append(Offer(EndStep(seat)))", "        pass", "TURN-10 EOT-02"),
    ),
    *changes_in(
        "minions/offering.py",
        (
            "return [*_claims(state, seat), *_upgrades(state, seat), *_heads(state, seat), *_spawns(state, seat)]",
            "return [*_claims(state, seat), *_upgrades(state, seat), *_heads(state, seat)]",
            "ACT-01",
        ),
    ),
    *changes_in(
        "offers/actions.py",
        ("        *_abilities(state, seat),\n", "", "ACT-01 ACT-13 ACT-02"),
        (
            "if slot.card and not slot.activated and face(pack, slot.card).cost <= side.purse.energy",
            "if slot.card and not slot.activated and face(pack, slot.card).cost < side.purse.energy",
            "ACT-06 ACT-07",
        ),
    ),
    *changes_in(
        "deciding/actions.py",
        ('    pay(draft, intent.seat, cost, "activate")\n', "", "ACT-03 CORE-06 CARD-18 ACT-07"),
        ("    if slot.activated:\n", "    if False:\n", "ACT-03"),
        ('    check_energy(state, intent.seat, cost, "MAYA-ACT-04")\n', "", "ACT-04 CARD-18"),
        (
            "    if not state.turn.slot or state.turn.slot != intent.slot:\n",
            "    if not state.seat(intent.seat).slots[intent.slot - 1].activated:\n",
            "ACT-08 CARD-21",
        ),
        ('    if f"{intent.source}.{intent.index}" in state.turn.used:\n', "    if False:\n", "ACT-09 CARD-12"),
        ('    check_action_phase(state, intent.seat, "MAYA-ACT-12")\n', "", "ACT-12"),
        ("    if is_spent(state, seat, clause):\n", "    if False:\n", "ACT-14"),
    ),
    *changes_in(
        "evolving/round.py",
        (
            "def _turn_started(state: State, event: e.TurnStarted) -> State:\n",
            "def _turn_started(state: State, event: e.TurnStarted) -> State:\n"
            "    state = evolve(state, seats=tuple(evolve(s, slots=tuple(evolve(x, activated=False) for x in "
            "s.slots)) for s in state.seats))\n",
            "ACT-05",
        ),
        (
            '    return evolve(state, phase="aggro", step="")',
            '    return evolve(state, phase="aggro", step="", marks=())',
            "ROUND-01 ROUND-04",
        ),
    ),
    *changes_in(
        "deciding/answers.py",
        ('raise Refused("NOT_ASKED", "MAYA-ACT-10"', 'raise Refused("NOT_ASKED", "MAYA-ACT-12"', "ACT-10"),
    ),
    *changes_in(
        "performers/attacking.py",
        ('return Hit(target, raw, "attack", height,', 'return Hit(target, raw, "attack", 0,', "ACT-11"),
    ),
    *changes_in(
        "effects/changes.py",
        ("    for clause in (*kit.modifiers, *kit.changes):", "    for clause in (*kit.modifiers,):", "ACT-11"),
        ("    if place.relic and state.turn.relic_live:", "    if False:", "ACT-11"),
        (
            "    return any(clause.ability.grant == what and",
            "    return any(0 and clause.ability.grant == what and",
            "PRIO-01",
        ),
    ),
    *changes_in(
        "deciding/claims.py",
        ('    check_action_phase(state, intent.seat, "MAYA-ACT-15")\n', "", "ACT-15"),
        ('    check_action_phase(state, intent.seat, "MAYA-ACT-16")\n', "", "ACT-16"),
    ),
    *changes_in(
        "modes/base.py",
        (
            "return [point for point in state.arena.upgrades if point.owner in (NEUTRAL, team)]",
            "return list(state.arena.upgrades)",
            "ACT-16",
        ),
        (
            "return [point for point in state.arena.spawns if point.owner in (NEUTRAL, team)]",
            "return list(state.arena.spawns)",
            "AMB-82",
        ),
    ),
    *changes_in(
        "offers/phases.py",
        ('Pick("cards", hand, 0, len(hand))', 'Pick("cards", hand, 0, 2)', "DISCARD-01"),
        (
            'Pick("cards", hand, 0, len(hand))',
            'Pick("cards", hand, max(0, len(hand) - state.seat(seat).hand_stat), len(hand))',
            "DISCARD-02",
        ),
    ),
    *changes_in(
        "minions/aggro.py",
        ("    if not aggro.waiting:\n", "    if True:\n", "ROUND-01 ROUND-02"),
    ),
    *changes_in(
        "table.py",
        (
            "return not are_friends(actor, unit) and not (actor.team == NEUTRAL and unit.team == NEUTRAL)",
            "return actor.owner != unit.owner",
            "FF-01",
        ),
        (
            "return not are_friends(actor, unit) and not (actor.team == NEUTRAL and unit.team == NEUTRAL)",
            "return not are_friends(actor, unit)",
            "FF-04",
        ),
        (
            "return not are_friends(actor, unit) and not (actor.team == NEUTRAL and unit.team == NEUTRAL)",
            "return True",
            "FF-01 FF-02 FF-03 FF-04 AGGRO-21 MIN-14",
        ),
    ),
    *changes_in(
        "performers/structure.py",
        (
            '    own = [place for place in waiting if program.effects[place].args["seat"] == state.turn.seat]\n',
            '    own = [place for place in waiting if program.effects[place].args["seat"] != state.turn.seat]\n',
            "PRIO-03",
        ),
        ("    if len(names) < 2:\n        return None\n", "    if len(names) < 9:\n        return None\n", "PRIO-04"),
        ('answer == ("yes",)})', "True})", "AMB-116"),
    ),
    *changes_in(
        "performers/statuses.py",
        (
            '        count = min(count, draft.state.seat(seat).purse.supply.get("vish", 0)) if seat else 0\n',
            "",
            "LIMIT-01",
        ),
        (
            "    draft.emit(StatusChanged(status, count, now + count, seat, unit=target))",
            "    count = min(count, 10 - now)\n"
            "    draft.emit(StatusChanged(status, count, now + count, seat, unit=target))",
            "LIMIT-03 AMB-117",
        ),
    ),
    *changes_in(
        "performers/pieces.py",
        (
            "    return min(wanted, state.seat(seat).purse.supply.get(effect.piece, 0))",
            "    return wanted",
            "LIMIT-02 AMB-117",
        ),
    ),
    *changes_in(
        "deciding/aside.py",
        ("    if not set(playing) <= set(ruling.consents):\n", "    if len(ruling.consents) < 2:\n", "COOL-01 AMB-118"),
        ("    if not state.rules.rulings:\n", "    if False:\n", "COOL-01 AMB-118"),
        ("    if not intent.agree:\n", "    if False:\n", "COOL-01 AMB-118"),
        (
            "    if _standing(draft.state, intent.number).seat != intent.seat:\n",
            "    if False:\n",
            "COOL-01 AMB-118",
        ),
        (
            "        state = edited(state, (edit,))  # two of them may not put two units on one space\n",
            "",
            "COOL-01 AMB-118",
        ),
        (" and unit.owner not in state.conceded\n", "\n", "COOL-01 AMB-118"),
    ),
    *changes_in(
        "minions/allies.py",
        (
            "return [unit for unit in allied(state, state.turn.seat) if unit.id not in state.turn.minions_done]",
            "return [unit for unit in allied(state, state.turn.seat) if unit.id not in "
            "state.turn.minions_done and state.is_alive(state.turn.seat)]",
            "AMB-87",
        ),
    ),
    *changes_in(
        "effects/trumps.py",
        (
            "    if not any(ability.trump for ability in _texts(state, mover, source)):\n        return True\n",
            "    if True:\n        return True\n",
            "PRIO-02 AMB-116",
        ),
        ("    if not holding:\n        return False\n", "    return False\n", "PRIO-02"),
        ("or state.turn.seat == mover:", "or state.turn.seat == seat:", "AMB-116"),
        ("return True if state.turn.seat == seat else None", "return True", "AMB-116"),
        ("return state.turn.seat or state.tracks.initiative[0]", "return 2", "PRIO-04 AMB-116"),
    ),
    *changes_in(
        "evolving/cards.py",
        (
            '    cards = evolve(seat.cards, discard=(*seat.cards.discard, *event.cards))\n    if event.why == "spell":',
            "    cards = evolve(seat.cards, discard=(*seat.cards.discard, *event.cards) if event.why != "
            '"step" else seat.cards.discard)\n'
            '    if event.why == "spell":',
            "DISCARD-05",
        ),
    ),
    *changes_in(
        "content/forms.py",
        (
            "    if not isinstance(data, str) or data not in choices:\n"
            '        raise DataError(place, f"unknown {what} {data!r}", rule)',
            '    if not isinstance(data, str):\n        raise DataError(place, f"unknown {what} {data!r}", rule)',
            "COOL-03",
        ),
    ),
)
