"""Upgrades, experience and objectives that come too cheap, too dear, or not at all."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

GROWTH = (
    *changes_in(
        "deciding/claims.py",
        (
            '    if not is_at_upgrade_point(state, intent.seat):\n        raise Refused("NOT_AT_A_POINT", "MAYA-XP-02"',
            '    if False:\n        raise Refused("NOT_AT_A_POINT", "MAYA-XP-02"',
            "XP-02 POI-02 POI-09",
        ),
        ('    check_action_phase(state, intent.seat, "MAYA-ACT-16")', "    pass", "XP-03 ACT-16"),
        ('    check_action_phase(state, intent.seat, "MAYA-ACT-15")', "    pass", "OBJ-13 ACT-15 DEATH-11"),
    ),
    *changes_in(
        "kit.py",
        (
            "tuple(sorted(seat.growth.skills.items()))",
            "tuple([(s.id, '1') for s in pack_for(state.content).skills_of(seat.champion)])",
            "UPG-17",
        ),
    ),
    *changes_in(
        "effects/values.py",
        ("    return printed + sum(1 for symbol", "    return printed + 1 + sum(1 for symbol", "UPG-16 VALUE-03"),
    ),
    *changes_in(
        "objectives/row.py",
        ("objectives.open) < size:", "objectives.open) < size - 1:", "OBJ-11 OBJ-15 REFRESH-04 AMB-66"),
    ),
    *changes_in(
        "deciding/claims.py",
        (
            "if upgrade.cost > state.seat(intent.seat).purse.xp:",
            "if False:",
            "UPG-01 XP-05",
        ),
        (
            '_change_xp(draft, intent.seat, -upgrade.cost, "upgrade")',
            "pass",
            "UPG-02 UPG-18 UPG-23",
        ),
        (
            '_change_xp(draft, intent.seat, -upgrade.cost, "upgrade")',
            '_change_xp(draft, intent.seat, -2, "upgrade")',
            "UPG-23",
        ),
        (
            "    if gained:\n",
            "    if False:\n",
            "UPG-04",
        ),
        (
            "champion.hp + gained, ",
            "champion.max_hp, ",
            "UPG-04",
        ),
        (
            "    champion = draft.state.champion(intent.seat)\n    gained",
            "    from domain.maya.events import EnergyChanged\n"
            "    draft.emit(EnergyChanged(intent.seat, 1, 'upgrade', 9, 1, 0))\n"
            "    champion = draft.state.champion(intent.seat)\n"
            "    gained",
            "UPG-10",
        ),
        (
            '_change_xp(draft, intent.seat, xp, "objective")',
            "pass",
            "XP-01",
        ),
        (
            "    if not is_fulfilled(state, card):",
            "    if False:",
            "OBJ-02 OBJ-03 AMB-64 AMB-65",
        ),
        (
            "    if intent.seat in state.objectives.claimed:",
            "    if False:",
            "OBJ-04 OBJ-12",
        ),
        (
            "xp = card.reward if card.starter or first else 1",
            "xp = 1",
            "OBJ-06 OBJ-08",
        ),
        (
            "xp = card.reward if card.starter or first else 1",
            "xp = card.reward",
            "OBJ-07",
        ),
        (
            "xp = card.reward if card.starter or first else 1",
            "xp = card.reward if first else 1",
            "OBJ-08",
        ),
        (
            '    _change_xp(draft, intent.seat, xp, "objective")',
            '    _change_xp(draft, intent.seat, xp, "objective")\n'
            "    from domain.maya.objectives.row import refresh_objectives\n"
            "    refresh_objectives(draft)",
            "OBJ-10 AMB-63 OBJ-14",
        ),
        (
            '    if card is None:\n        raise Refused("NOT_OPEN"',
            '    if card is None:\n        raise Refused("NOT_OPEN2"',
            "OBJ-13",
        ),
    ),
    *changes_in(
        "evolving/cards.py",
        (
            "evolve(unit, max_hp=event.value)",
            "evolve(unit, max_hp=unit.max_hp)",
            "UPG-02 UPG-05 UPG-06",
        ),
        (
            "energy_modifier=event.value",
            "energy_modifier=growth.energy_modifier + event.value",
            "UPG-08",
        ),
        (
            "energy_modifier=event.value",
            "energy_modifier=0",
            "UPG-07 UPG-08 XP-04",
        ),
        (
            "symbols=(*growth.symbols, event.symbol),",
            "symbols=growth.symbols,",
            "UPG-11 UPG-14",
        ),
        (
            "skills={**growth.skills, event.skill: event.choice}",
            "skills={event.skill: event.choice}",
            "UPG-24",
        ),
        (
            "skills={**growth.skills, event.skill: event.choice}",
            "skills={**growth.skills, event.skill: event.choice}, hp_steps=2",
            "UPG-23",
        ),
    ),
    *changes_in(
        "upgrades/catalogue.py",
        (
            "hp, energy = seat.growth.hp_steps + 1, seat.growth.energy_steps\n"
            "    if hp < len(champion.hp):\n"
            "        found",
            "hp, energy = seat.growth.hp_steps + 1, seat.growth.energy_steps\n"
            "    for hp in range(hp, len(champion.hp)):\n"
            "        found",
            "UPG-03 AMB-62",
        ),
        (
            "    if energy < len(champion.energy):",
            "    for energy in range(energy, len(champion.energy)):",
            "UPG-09 AMB-62",
        ),
        (
            "if index not in seat.growth.symbol_indexes",
            "if True",
            "UPG-12",
        ),
        (
            "if index not in seat.growth.symbol_indexes",
            "if index == len(seat.growth.symbol_indexes)",
            "AMB-62 UPG-11",
        ),
        (
            'index, "", skill.level_1.xp, skill=skill.id, level="1"',
            'index, "", skill.level_1.xp, skill=skill.id, level="2a"',
            "UPG-18",
        ),
        (
            '"b", skill.level_2b.xp, skill=skill.id, level="2b"',
            '"b", skill.level_2b.xp, skill=skill.id, level="2a"',
            "UPG-19",
        ),
        (
            '        elif level == "1":',
            "        else:",
            "UPG-21",
        ),
        (
            '        elif level == "1":',
            '        if level != "2a" and level != "2b":',
            "UPG-22",
        ),
        (
            '        elif level == "1":',
            "        elif state.turn.number == 99:",
            "UPG-22 UPG-24 AMB-62",
        ),
    ),
    *changes_in(
        "effects/values.py",
        (
            "    return min(len(shown) + matched + wilds, len(TRAITS))",
            "    return min(len(shown) + 2 * matched + wilds, len(TRAITS))",
            "UPG-14",
        ),
    ),
    *changes_in(
        "kit.py",
        (
            '"2a": card.level_2a',
            '"2a": card.level_1',
            "UPG-20",
        ),
    ),
    *changes_in(
        "minions/deaths.py",
        (
            "    mode_of(draft.state).minion_killed(draft, unit, seat)",
            "    mode_of(draft.state).minion_killed(draft, unit, seat)\n"
            "    from domain.maya.events import XpChanged\n"
            "    draft.emit(XpChanged(1, 1, 1, 'kill'))",
            "XP-01",
        ),
    ),
    *changes_in(
        "evolving/round.py",
        (
            "def _round_started(state: State, event: e.RoundStarted) -> State:",
            "def _round_started(state: State, event: e.RoundStarted) -> State:\n"
            "    seats = tuple([evolve(s, purse=evolve(s.purse, xp=0)) for s in state.seats])\n"
            "    state = evolve(state, seats=seats)",
            "XP-05",
        ),
        (
            "objectives=evolve(state.objectives, claimed=())",
            "objectives=state.objectives",
            "OBJ-04",
        ),
        (
            "    claimed = (*state.objectives.claimed, event.seat)",
            "    claimed = state.objectives.claimed",
            "OBJ-04 OBJ-12",
        ),
        (
            "evolve(card, tokens=(*card.tokens, event.seat))",
            "card",
            "OBJ-05 OBJ-07",
        ),
        (
            "opened.append(evolve(card, done_by=(*card.done_by, event.seat)))",
            "opened.append(evolve(card, done_by=(*card.done_by, event.seat), tokens=(event.seat,)))",
            "OBJ-09",
        ),
        (
            '        elif event.change == "flip":',
            "        else:",
            "OBJ-10 OBJ-11 AMB-63",
        ),
        (
            '        elif event.change == "flip":\n'
            "            opened.append(evolve(card, side=card.side + 1, reward=event.reward, done_by=()))\n",
            '        elif event.change == "flip":\n'
            "            opened.append(evolve(card, side=card.side + 1, reward=event.reward, done_by=()))\n"
            "        else:\n"
            "            state = evolve(state, objectives=evolve(state.objectives, discard=(event.objective,)))\n",
            "OBJ-11 AMB-66",
        ),
        (
            "    discard = (*objectives.discard, *event.removed)",
            "    discard = objectives.discard",
            "AMB-66 OBJ-11",
        ),
    ),
    *changes_in(
        "events.py",
        (
            "    delta: int = public()\n"
            "    total: int = public()\n"
            "    reason: str = public()\n"
            "\n"
            "\n"
            "@event()\n"
            "class UpgradeBought:",
            "    delta: int = public()\n"
            '    total: int = owned("seat")\n'
            "    reason: str = public()\n"
            "\n"
            "\n"
            "@event()\n"
            "class UpgradeBought:",
            "XP-06",
        ),
        (
            "    count: int = public()\n"
            "    why: str = public()\n"
            "    order: tuple[str, ...] | None = server()\n"
            "\n"
            "\n"
            "@event()\n"
            "class ObjectiveOpened",
            "    count: int = public()\n"
            "    why: str = public()\n"
            "    order: tuple[str, ...] | None = public()\n"
            "\n"
            "\n"
            "@event()\n"
            "class ObjectiveOpened",
            "OBJ-16",
        ),
    ),
    *changes_in(
        "evolve.py",
        (
            'step == "action"',
            'step != "x"',
            "OBJ-02 OBJ-03 AMB-65",
        ),
    ),
    *changes_in(
        "objectives/deeds.py",
        (
            "own = event.seat == state.turn.seat and event.was == NEUTRAL",
            "own = event.was == NEUTRAL",
            "OBJ-03 AMB-65",
        ),
        (
            "own = event.seat == state.turn.seat and event.was == NEUTRAL",
            "own = event.seat == state.turn.seat and event.was == NEUTRAL and state.stacked == 0",
            "AMB-65",
        ),
        (
            "    if event.seat != seat or unit.team == state.team_of(seat):",
            "    if unit.team == state.team_of(seat):",
            "OBJ-03 AMB-65",
        ),
        (
            '    if event.blocked and unit.id == f"c{seat}":',
            "    if False:",
            "AMB-64",
        ),
    ),
    *changes_in(
        "minions/offering.py",
        (
            "    if seat in state.objectives.claimed:",
            "    if state.objectives.claimed:",
            "OBJ-04",
        ),
        (
            "if is_fulfilled(state, card)]",
            "if True]",
            "AMB-64",
        ),
    ),
    *changes_in(
        "objectives/row.py",
        (
            "        draft.emit(ObjectiveStarterChanged(card.id, change, reward))",
            "        pass",
            "OBJ-10 OBJ-11 AMB-63",
        ),
        (
            "        if not card.done_by:",
            "        if not card.starter:",
            "OBJ-10",
        ),
    ),
)
