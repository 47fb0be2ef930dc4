"""Attacks, Defence, pushes and pulls that hurt the wrong ones, or too much, or too little."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

FIGHTING = (
    *changes_in(
        "performers/damage.py",
        (
            "    blocked = 0 if hit.true else min(amount, unit.defence)",
            "    blocked = 0",
            "ATT-03 DEF-04 DEF-05 ATT-04 PUSH-13 AMB-16 AMB-09",
        ),
        (
            "    blocked = 0 if hit.true else min(amount, unit.defence)",
            "    blocked = min(amount, unit.defence)",
            "AMB-17",
        ),
        (
            "    blocked = 0 if hit.true else min(amount, unit.defence)",
            "    blocked = 0 if hit.true else unit.defence",
            "DEF-05",
        ),
        ("    amount = hit.raw + hit.height\n", "    amount = hit.raw\n", "TERR-05 ATT-04"),
        ("    lost = min(amount - blocked, unit.hp)", "    lost = min(amount - blocked, unit.hp, 2)", "ATT-01"),
        (
            "    before = draft.state\n    dealt = [_dealt(before, source, seat, hit) for hit in hits]\n"
            "    for damage in dealt:\n        draft.emit(damage)",
            "    dealt = []\n    for hit in hits:\n        damage = _dealt(draft.state, source, seat, hit)\n"
            "        dealt.append(damage)\n        draft.emit(damage)\n        sweep(draft, "
            "{hit.target: (seat, hit.kind)})",
            "ALLADJ-04 AMB-21",
        ),
        (
            "draft.emit(ChipsMoved(unit.id, damage.lost, damage.seat))",
            "draft.emit(ChipsMoved(unit.id, damage.lost, 0))",
            "PUSH-04 AMB-32 TERR-19 UNIT-09",
        ),
        ('    if unit.kind != "minion" or not damage.lost:', "    if not damage.lost:", "AMB-15"),
        (
            "    return {damage.target: damage.lost for damage in dealt}, sweep(draft, fallen)",
            "    return {damage.target: damage.lost for damage in dealt}, []",
            "CORE-07 TRACK-02",
        ),
    ),
    *changes_in(
        "performers/attacking.py",
        (
            '    return Hit(target, raw, "attack", height',
            '    return Hit(target, raw, "attack", height if act.reach == "adjacent" else 0',
            "TERR-05 AMB-05 RANGE-07",
        ),
        (
            '    return Hit(target, raw, "attack", height',
            '    return Hit(target, raw, "attack", height if raw else 0',
            "AMB-06",
        ),
        (
            '    return Hit(target, raw, "attack", height',
            '    return Hit(target, raw, "attack", height if act.seat else 0',
            "TERR-09 AMB-05",
        ),
        (
            '    return Question(program.controller, "unit", tuple(able), about={"word": "afterword"})',
            "    return None",
            "AMB-21",
        ),
        ("    if len(act.targets) == 1 or not _spoken(act.follow):", "    if True:", "AMB-21"),
        (
            "    hits = [_hit(before, act, target) for target in act.targets]",
            "    hits = [_hit(before, act, target) for target in act.targets[:1]]",
            "PIERCE-02 ALLADJ-01",
        ),
        (
            "    for target in act.targets:\n        for status",
            "    for target in act.targets[:1]:\n        for status",
            "PIERCE-03",
        ),
        (
            "    for target in act.targets:\n        for status",
            "    for target in [t for t in act.targets if lost[t]]:\n        for status",
            "AMB-22 AMB-06",
        ),
        (
            "place_of(actor), place_of(unit), flies=actor.flying",
            "place_of(actor), place_of(state.units[act.targets[0]]), flies=actor.flying",
            "PIERCE-03 AMB-21",
        ),
    ),
    *changes_in(
        "performers/statuses.py",
        ("or not unit.is_entity or", "or", "AMB-22"),
        ("    now = unit.root if status", "    count = min(count, 10)\n    now = unit.root if status", "COMP-03"),
        (
            "    now = unit.root if status",
            "    if seat and 'vish' not in draft.state.seat(seat).purse.supply:\n        return 0\n"
            "    now = unit.root if status",
            "GSETUP-08",
        ),
    ),
    *changes_in(
        "performers/icons.py",
        (
            "            return [((unit,), None) for unit in foes(field.adjacent(here))]",
            "            return [((unit,), None) for unit in foes(field.ground_around)]",
            "ATT-02",
        ),
        (
            "            return [((unit,), None) for unit in foes(field.adjacent(here))]",
            "            return [((unit,), None) for unit in foes(field.surrounding(here))]",
            "TERR-12 AMB-02",
        ),
        ("    return is_foe(actor, unit) and unit.attackable", "    return is_foe(actor, unit)", "ATT-05 AMB-13"),
        (
            "    return is_foe(actor, unit) and unit.attackable",
            "    return unit.attackable",
            "PIERCE-05 ALLADJ-03 ATT-05",
        ),
        (
            "    return is_foe(actor, unit) and unit.attackable",
            '    return is_foe(actor, unit) and unit.attackable and unit.kind != "ido"',
            "ATT-05",
        ),
        (
            "            return [(hit_all, None)] if hit_all else []",
            "            return [(hit_all[:1], None)] if hit_all else []",
            "ALLADJ-01",
        ),
        ("            return [(hit_all, None)] if hit_all else []", "            return [(hit_all, None)]", "AMB-20"),
        (
            "            hit_all = foes(field.adjacent(here))",
            "            hit_all = foes(field.surrounding(here))",
            "ALLADJ-02",
        ),
        (
            "            return [((unit,), None) for unit in foes(projectile_spaces(field, here, reach.x))]",
            "            standing = standing_for(state, icon.actor)\n            return [((unit,), None) "
            "for unit in foes(range_spaces(field, standing, here, reach.x))]",
            "PROJ-02 PROJ-03 PROJ-04 PROJ-05",
        ),
        (
            "            return [((unit,), None) for unit in foes(projectile_spaces(field, here, reach.x))]",
            "            return [(foes(projectile_spaces(field, here, reach.x)), None)]",
            "PROJ-06",
        ),
        (
            "    return [(targets, way) for targets, way in lines if targets]",
            "    return [(targets[:1], way) for targets, way in lines if targets]",
            "PIERCE-02 PIERCE-03",
        ),
        (
            "    return [(targets, way) for targets, way in lines if targets]",
            "    return [(tuple(t for ts, _ in lines for t in ts), 0)]",
            "PIERCE-01",
        ),
        ("    if not unit.is_entity or unit.id == actor.id:", "    if unit.id == actor.id:", "PUSH-10 PULL-09 UNIT-06"),
        (
            "    if not unit.is_entity or unit.id == actor.id:",
            "    if not is_foe(actor, unit) or not unit.is_entity or unit.id == actor.id:",
            "PULL-06 PUSH-08",
        ),
        ("    spaces: Any = field.adjacent(here)", "    spaces: Any = field.surrounding(here)", "PUSH-12"),
        ("    spaces: Any = field.adjacent(here)", "    spaces: Any = field.ground_around", "PUSH-01"),
        (
            "        return [Way(may, using=using)] if may else []",
            "        return [Way(may[:1], using=using)] if may else []",
            "ALLADJ-05",
        ),
        (
            "    reach = value_of(state, icon.seat, effect.reach)\n",
            "    reach = value_of(state, icon.seat, effect.reach) + 1\n",
            "PULL-01",
        ),
        (
            "        value=sum(parts.values()),\n        parts=parts,\n        extra",
            "        value=0,\n        parts=parts,\n        extra",
            "ATT-01 RANGE-07 AMB-45",
        ),
    ),
    *changes_in(
        "performers/forcing.py",
        (
            'travel(draft, unit, pushed.path, "push", seat, hurts=not ally)',
            'travel(draft, unit, pushed.path, "push", seat, hurts=True)',
            "PUSH-08 AMB-33 TERR-19",
        ),
        (
            'travel(draft, unit, pushed.path, "push", seat, hurts=not ally)',
            'travel(draft, unit, pushed.path, "push", seat, hurts=False)',
            "PUSH-11 AMB-27 TERR-19",
        ),
        (
            'travel(draft, unit, pushed.path, "push", seat, hurts=not ally)',
            'travel(draft, unit, pushed.path, "push", 0, hurts=not ally)',
            "AMB-32",
        ),
        ("    if pushed.unmoved and draft.state.ended is None:", "    if False:", "PUSH-04 PUSH-05 PUSH-09"),
        ("    if now is None or now.at is None:\n        return []\n    hits", "    hits", "AMB-10"),
        ("    if is_foe(actor, unit):\n", "    if True:\n", "PUSH-08 PUSH-09 AMB-34"),
        ('        hits.append(Hit(other.id, unmoved, "collision"))', "        pass", "PUSH-05 PUSH-09 AMB-31"),
        (
            "    if other is not None and other.id != actor.id and is_foe(actor, other):",
            "    if other is not None and other.id != actor.id:",
            "PUSH-06 AMB-34",
        ),
        (
            '        hits.append(Hit(unit.id, unmoved, "collision"))',
            '        hits.append(Hit(unit.id, 1, "collision"))',
            "PUSH-04 PUSH-13",
        ),
        (
            '        hits.append(Hit(unit.id, unmoved, "collision"))',
            '        hits.append(Hit(unit.id, unmoved, "collision", 1))',
            "PUSH-13 AMB-05",
        ),
        (
            '        hits.append(Hit(unit.id, unmoved, "collision"))',
            '        hits.append(Hit(unit.id, unmoved, "collision", true=True))',
            "PUSH-13 AMB-09",
        ),
        (
            "    _, follow = strike(draft, actor.id, seat, hits)",
            "    _, follow = strike(draft, actor.id, 0, hits)",
            "AMB-32 PUSH-04",
        ),
        (
            'travel(draft, unit, path, "pull", seat, hurts=not are_friends(actor, unit))',
            'travel(draft, unit, path, "pull", seat, hurts=True)',
            "AMB-33 PULL-08",
        ),
        (
            'travel(draft, unit, path, "pull", seat, hurts=not are_friends(actor, unit))',
            'travel(draft, unit, path, "pull", 0, hurts=not are_friends(actor, unit))',
            "AMB-38",
        ),
        (
            'travel(draft, unit, path, "pull", seat, hurts=not are_friends(actor, unit))',
            'travel(draft, unit, path, "pull", seat, hurts=False)',
            "PULL-08 AMB-38 AMB-27",
        ),
    ),
    *changes_in(
        "performers/forcing.py",
        (
            'return travel(draft, unit, path, "pull", seat, hurts=not are_friends(actor, unit)) if path else []',
            'follow = travel(draft, unit, path, "pull", seat, hurts=not are_friends(actor, unit)) if path else []\n'
            '    strike(draft, actor.id, seat, [Hit(unit.id, 1, "collision")])\n'
            "    return follow",
            "PULL-04",
        ),
    ),
    *changes_in(
        "performers/structure.py",
        (
            '    return Question(seat, "unit", left, about={"word": "push"}) if len(left) > 1 else None',
            "    return None",
            "ALLADJ-05",
        ),
        ('    amount = unit.bleed if unit.kind == "champion" else 1', "    amount = 0", "DEF-06 AMB-40 RANGE-01"),
        ('[Hit(unit.id, amount, "bleed", true=True)]', '[Hit(unit.id, amount, "bleed")]', "AMB-17"),
    ),
    *changes_in(
        "performers/resolving.py",
        ("    if bleeding:\n", "    if False:\n", "DEF-06 AMB-40 RANGE-01"),
        (
            "    if bleeding:\n        steps.append",
            '    if bleeding:\n        steps += [Step("bleed", '
            '{"unit": act.actor})] * bool(act.reach not in ("", "adjacent"))\n        steps.append',
            "RANGE-01",
        ),
    ),
    *changes_in(
        "flow/turns.py",
        (
            '    draft.emit(StepEntered("discard"))\n    return True\n\n\ndef end_action_phase',
            "    end_turn(draft)\n    return True\n\n\ndef end_action_phase",
            "AMB-40",
        ),
        (
            "    draft.emit(TurnEnded(seat))",
            "    from domain.maya.events import FlightChanged\n    if draft.state.champion(seat).flying:\n"
            "        draft.emit(FlightChanged(seat, False))\n    draft.emit(TurnEnded(seat))",
            "AMB-28",
        ),
    ),
)
