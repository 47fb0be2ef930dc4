"""Cards, Relics, Spells and Reactions that work too well or not at all; tracks and hands that slip."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

MATS = (
    *changes_in(
        "deciding/actions.py",
        ('    check_energy(state, intent.seat, cost, "MAYA-ACT-04")', "    pass", "CARD-18 TRACK-07 AMB-56"),
        ('    pay(draft, intent.seat, cost, "activate")', "    pass", "CORE-06 SLOT-04 ACT-03 TRACK-03"),
        ("    if slot.activated:", "    if False:", "CARD-22"),
        ("    if not state.turn.slot or state.turn.slot != intent.slot:", "    if False:", "CARD-03 CARD-21 RELIC-08"),
        ("    if not state.turn.slot or state.turn.slot", "    if state.turn.slot", "CARD-03 SLOT-01"),
        (
            "    same = any(evolve(way, path=wanted.path) == wanted for way in ways)",
            "    same = any((way.how, way.using) == (wanted.how, wanted.using) for way in ways)",
            "MOVE-07",
        ),
        (
            '    if f"{intent.source}.{intent.index}" in state.turn.used:',
            "    if False:",
            "CARD-12 CARD-13 MOVE-06 RELIC-08 CARD-06",
        ),
        ("    if not 1 <= intent.slot <= 3 or not", "    if intent.slot == 0 or not", "SLOT-01"),
        ('    check_energy(state, intent.seat, cost, "MAYA-RELIC-02")', "    pass", "RELIC-02"),
        ('    pay(draft, intent.seat, cost, "equip")', "    pass", "RELIC-02"),
        (
            '    if not 1 <= intent.slot <= 3:\n        raise Refused("NO_SUCH_SLOT", "MAYA-SLOT-01", "A mat has three',
            '    if not 1 <= intent.slot <= 2:\n        raise Refused("NO_SUCH_SLOT", "MAYA-SLOT-01", "A mat has three',
            "RELIC-02",
        ),
        ('    check_action_phase(state, intent.seat, "MAYA-RELIC-12")', "    pass", "RELIC-12 AMB-48"),
        ('    check_in_hand(state, intent.seat, intent.card, "MAYA-RELIC-12")', "    pass", "RELIC-12"),
        ('    check_action_phase(state, intent.seat, "MAYA-SPELL-03")', "    pass", "SPELL-03 AMB-48"),
        ('    check_in_hand(state, intent.seat, intent.card, "MAYA-SPELL-01")', "    pass", "SPELL-01"),
        ('    if card is None or card.type != "spell":', "    if card is None:", "SPELL-01"),
        ("    if card.is_reaction:", "    if False:", "REACT-02"),
        ('    check_energy(state, intent.seat, card.cost, "MAYA-SPELL-05")', "    pass", "SPELL-05"),
        ('    pay(draft, intent.seat, card.cost, "spell")', "    pass", "SPELL-01"),
        (
            '    if not can_start(state, intent.seat, f"spell:{card.id}", spell_program(state, intent.seat, card)):',
            "    if False:",
            "AMB-20",
        ),
        ("    if not ways:\n", "    if False:\n", "ATT-06 AMB-20"),
        (
            '    if clause is None:\n        raise Refused("NO_SUCH_ABILITY"',
            '    if False:\n        raise Refused("NO_SUCH_ABILITY"',
            "PSETUP-08",
        ),
        ('        open_window(draft, stack, seat, "declared", {"it": f"c{seat}"})', "        pass", "AMB-50"),
    ),
    *changes_in(
        "evolving/cards.py",
        ('        relic_live=slot.relic != "",', "        relic_live=False,", "RELIC-07"),
        ("        turn = evolve(turn, relic_live=False)", "        turn = evolve(turn, relic_live=True)", "RELIC-09"),
        (
            "            evolve(EMPTY_SLOT, relic=left.relic),\n            evolve(left, "
            "relic=middle.relic),\n            evolve(middle, relic=right.relic),",
            "            EMPTY_SLOT,\n            left,\n            middle,",
            "RELIC-10",
        ),
        (
            "            evolve(left, relic=middle.relic),\n            evolve(middle, relic=right.relic),",
            "            evolve(middle, relic=middle.relic),\n            evolve(left, relic=right.relic),",
            "CORE-02 SLOT-01",
        ),
        ("    if event.replaced:\n", "    if False:\n", "RELIC-05"),
        ("(*cards.discard, event.replaced)", "(*cards.discard, event.card)", "RELIC-05"),
        ('            slots.append(evolve(slot, relic=""))', "            slots.append(slot)", "RELIC-11"),
        (
            "(*seat.cards.discard, *event.cards))\n    return with_seat(state, evolve(seat, slots",
            "seat.cards.discard)\n    return with_seat(state, evolve(seat, slots",
            "RELIC-11",
        ),
        (
            "evolve(seat, slots=(first, second, third), cards=cards))\n\n\ndef _xp",
            "evolve(seat, slots=(Slot(),) * 3, cards=cards))\n\n\ndef _xp",
            "RELIC-11",
        ),
        ("        used=(),\n", "        used=state.turn.used,\n", "CARD-12 CARD-21"),
        ("evolve(slot, activated=True))), turn=turn)", "slot)), turn=turn)", "CARD-22 AMB-43"),
        ("        cards = evolve(cards, discard=())\n", "        pass\n", "DRAW-02"),
        (
            "deck=cards.deck[event.count :], hand=(*cards.hand, *drawn)",
            "deck=cards.deck, hand=(*cards.hand, *drawn)",
            "DRAW-01",
        ),
        (
            "    cards = evolve(seat.cards, discard=(*seat.cards.discard, *event.cards))\n    if event.why",
            "    cards = evolve(seat.cards, discard=seat.cards.discard)\n    if event.why",
            "SPELL-02 AMB-30 SPELL-01",
        ),
    ),
    *changes_in(
        "evolving/frames.py",
        (
            "        return evolve(turn, used=(*turn.used, source[2:]))",
            "        return turn",
            "CARD-12 CARD-13 REACT-08",
        ),
        (
            "    cards = evolve(seat.cards, hand=without_cards(seat.cards.hand, (event.card,)))\n    frames",
            "    cards = evolve(seat.cards, discard=(*seat.cards.discard, event.card), "
            "hand=without_cards(seat.cards.hand, (event.card,)))\n    frames",
            "SPELL-02 AMB-49",
        ),
        (
            "frames=push(frames, program), stacked=event.stack)",
            "frames=push(frames, program), stacked=event.stack, turn=evolve(state.turn, slot=0))",
            "SPELL-04",
        ),
        ('about={**window.about, "again": True}', 'about={**window.about, "again": False}', "AMB-51"),
    ),
    *changes_in(
        "effects/changes.py",
        ("    if slot and state.turn.slot == slot and state.turn.seat == seat:\n", "    if False:\n", "CARD-04 AMB-47"),
        (
            "for where, number, ability in slot_abilities(state, seat, slot):\n        change",
            "for where, number, ability in [x for n in (1, 2, 3) for x in slot_abilities(state, seat, n)]:\n"
            "        change",
            "CARD-07",
        ),
        ("    if place.relic and state.turn.relic_live:", "    if place.relic:", "RELIC-09"),
        ("    if place.relic and state.turn.relic_live:", "    if False:", "RELIC-07 AMB-47"),
        (
            '    return bool(change.then or change.centre or change.become in ("jump", "all_adjacent"))',
            "    return False",
            "AMB-59",
        ),
        ("for clause in (*kit.modifiers, *kit.changes):", "for clause in kit.modifiers:", "CARD-08 PASSIVE-03"),
    ),
    *changes_in(
        "kit.py",
        ("        if card:\n", "        if False:\n", "CARD-05 CARD-08"),
        (
            'cards = tuple([slot.card if slot.face_up and slot.card else "" for slot in seat.slots])',
            'cards = tuple([slot.card if slot.activated and slot.card else "" for slot in seat.slots])',
            "CARD-05 AMB-58",
        ),
    ),
    *changes_in(
        "triggers/firing.py",
        ("    clauses = kit_of", "    if seat != state.turn.seat:\n        return []\n    clauses = kit_of", "AMB-58"),
    ),
    *changes_in(
        "performers/icon_words.py",
        ('    return clause is None or clause.ability.when != "passive"', "    return True", "PASSIVE-03 AMB-39"),
        ('    if "stack" in program.bound:\n        return False\n', "", "PASSIVE-03"),
        ("if bleeds and any(", "if False and any(", "BLEED-01 AMB-39"),
        ("if bleeds and any(", "if any(", "AMB-39"),
        ('    return bool(program.bound.get("answerable"))', "    return True", "AMB-50"),
        (
            "    if count <= 0 or len(state.seat(program.controller).cards.hand) <= count:\n        return None",
            "    if count <= 0 or True:\n        return None",
            "AMB-30",
        ),
    ),
    *changes_in(
        "performers/declaring.py",
        ("    if answerable and icon.seat:", "    if False:", "REACT-03 AMB-50"),
        ("    if answerable and icon.seat:", "    if True:", "AMB-50"),
    ),
    *changes_in(
        "flow/running.py",
        (
            "tuple([seat for seat in seats if guarded_beside(state, seat, at, GUARDED)])",
            "seats",
            "AMB-51",
        ),
    ),
    *changes_in(
        "triggers/reactions.py",
        (
            "    if not state.rules.reactions or state.turn.seat == 0:",
            "    if state.turn.seat == 0:",
            "REACT-07 AMB-55",
        ),
        (
            "            if other in opponents\n            and other",
            "            if other != seat\n            and other",
            "REACT-01",
        ),
        ("            and other != state.turn.seat\n", "", "REACT-02 AMB-52"),
        ("            and state.is_alive(other)\n", "", "REACT-09 AMB-54"),
        ("            and state.seat(other).cards.hand\n", "", "AMB-55"),
        (
            "            and state.seat(other).cards.hand\n",
            '            and any(str(c) in ("ward", "hush", "slip") for c in state.seat(other).cards.hand)\n',
            "AMB-55",
        ),
        (
            "            for other in initiative_from(state, seat)",
            "            for other in sorted(initiative_from(state, seat), reverse=True)",
            "AMB-51",
        ),
    ),
    *changes_in(
        "deciding/answers.py",
        ("    if state.turn.seat == intent.seat:", "    if False:", "REACT-02"),
        ('    check_energy(state, intent.seat, card.cost, "MAYA-REACT-06")', "    pass", "REACT-06"),
        ('    pay(draft, intent.seat, card.cost, "reaction")', "    pass", "REACT-06 AMB-54"),
        ("    if not can_answer(state, intent.seat, card, window):", "    if False:", "REACT-01"),
        (
            '    open_window(draft, stack, intent.seat, "declared", {"it": f"c{intent.seat}"})',
            "    pass",
            "REACT-04 REACT-05",
        ),
        ("    if not top.seats or top.seats[0] != seat:", "    if False:", "AMB-51 REACT-01"),
        ("    if not isinstance(top, Window):", "    if False:", "REACT-01"),
        ('    if top.about["stack"] != stack:', "    if False:", "REACT-05"),
    ),
    *changes_in(
        "performers/resolving.py",
        (
            '    if program.bound.get("cancelled") or left is None:',
            '    if program.bound.get("cancelled"):',
            "REACT-08 AMB-53",
        ),
        ("if t not in answered and is_legal_target(state, program, t)", "if t not in answered", "REACT-08 AMB-53"),
        ("    if not left:\n        return None, gone", "    if gone:\n        return None, gone", "AMB-53"),
        (
            "            return _is_as_named(state, program, act.seat, unit)",
            "            return True",
            "REACT-08 AMB-53",
        ),
        (
            "            return unit.at in range_spaces(field, standing_for(state, actor), here, act.x)",
            "            return True",
            "REACT-08 AMB-53",
        ),
        (
            "            return unit.at in projectile_spaces(field, here, act.x)",
            "            return True",
            "REACT-08 AMB-53",
        ),
        (
            "        return (act if _way_is_open(state, act, actor) else None), ()",
            "        return act, ()",
            "REACT-08 AMB-53",
        ),
    ),
    *changes_in(
        "performers/declaring.py",
        ("        _name_targets(draft, act.stack, icon)\n", "", "REACT-08 AMB-53"),
    ),
    *changes_in(
        "performers/plain.py",
        ("    gained = min(value, now.max_hp - now.defence)", "    gained = value", "DEF-02 AMB-18"),
        (
            "    gained = min(value, now.max_hp - now.defence)",
            "    gained = min(value, now.hp - now.defence)",
            "DEF-03",
        ),
        (
            "    gained = min(value, now.max_hp - now.defence)",
            "    gained = min(value - 1, now.max_hp - now.defence)",
            "DEF-01 COMP-15 TRACK-03",
        ),
        (
            "    gained = min(value, now.max_hp - now.defence)",
            "    gained = min(value, 9 - now.defence, now.max_hp - now.defence)",
            "TRACK-03",
        ),
        (
            'draw_cards(draft, act.seat, act.value, "action")',
            'draw_cards(draft, act.seat, act.value - 1, "action")',
            "DRAW-01 HANDSTAT-04",
        ),
        (
            'draw_cards(draft, act.seat, act.value, "action")',
            'draw_cards(draft, act.seat, min(act.value, 5 - len(draft.state.seat(act.seat).cards.hand)), "action")',
            "HANDSTAT-04",
        ),
    ),
    *changes_in(
        "flow/drawing.py",
        ("            if not cards.discard:\n                break", "            break", "DRAW-02"),
        (
            "        left -= len(drawn)\n",
            "        left -= len(drawn)\n"
            "        if not draft.state.seat(seat).cards.deck and draft.state.seat(seat).cards.discard:\n"
            "            reshuffle(draft, seat)\n",
            "DRAW-03",
        ),
        (
            "        drawn = tuple(",
            "        if not cards.deck[left - 1 :]:\n            break\n        drawn = tuple(",
            "DRAW-04 DRAW-02",
        ),
        ("sharers(draft.state, seat)", "tuple(range(1, 5))", "DRAW-05 HANDSTAT-06"),
    ),
    *changes_in(
        "table.py",
        ("    if not state.rules.share_hands:\n        return (seat,)\n", "", "HANDSTAT-06 AMB-111 DRAW-05"),
        (
            "    if not state.rules.share_hands:\n        return (seat,)\n",
            "    return (seat,)\n",
            "HANDSTAT-06 AMB-111",
        ),
    ),
    *changes_in(
        "effects/values.py",
        (
            "printed = sum(symbols.count(trait) for symbols in mat_symbols(state, seat))",
            "printed = sum(symbols.count(trait) for symbols in mat_symbols(state, seat)) + seat.traits.count(trait)",
            "AMB-44",
        ),
        ("return [cards[card].symbols for", "return [cards[card].traits for", "CARD-16"),
        (
            "    return sum(1 for slot in seat.slots if slot.activated)",
            "    return sum(1 for slot in seat.slots if slot.activated) - 1",
            "AMB-43",
        ),
        ("if trait in symbol or symbol == (WILD,))", "if trait in symbol)", "AMB-46"),
        (
            "    return min(len(shown) + matched + wilds, len(TRAITS))",
            "    return min(len(shown) + matched, len(TRAITS))",
            "AMB-46",
        ),
        (
            "    if not value.of:\n        return value.number",
            "    if not value.of:\n        return value.number + 1",
            "ATT-01 MOVE-01",
        ),
        ("    return counted if value.most is None else min(counted, value.most)", "    return 1", "MOVE-01"),
    ),
    *changes_in(
        "performers/units.py",
        ("unit.max_hp - unit.hp)", "99)", "TRACK-08"),
    ),
    *changes_in(
        "performers/pieces.py",
        (
            "found += [tile.at for tile in state.ground.foundations if tile.seat == seat]",
            "found += [tile.at for tile in state.ground.foundations]",
            "CARD-10",
        ),
    ),
    *changes_in(
        "effects/targets.py",
        ("tile.seat == seat", "True", "CARD-10"),
    ),
    *changes_in(
        "performers/activating.py",
        ("if isinstance(answer, tuple) else slots[0], 0)", "if isinstance(answer, tuple) else slots[0], 1)", "AMB-60"),
        ("slot.card and not slot.activated])", "slot.card])", "AMB-60"),
    ),
    *changes_in(
        "effects/changes.py",
        ('    return change.to != "move" and bool(', '    return change.to == "move" and bool(', "AMB-59"),
        ("        if USED + name in state.turn.fired:", "        if False:", "AMB-59"),
        (" or DECLINED + name in state.turn.fired:", ":", "AMB-59"),
        ("nothing, applied.spent, chosen=True)", 'nothing, "", chosen=True)', "AMB-59"),
        (" or (change.centre and not has_engram(state, seat)):", ":", "AMB-59"),
    ),
    *changes_in(
        "flow/drawing.py",
        ("                break\n", '                raise ValueError("there is nothing to draw")\n', "AMB-69"),
    ),
    *changes_in(
        "state.py",
        (
            '        return self.units[f"c{seat}"].at is not None\n',
            '        return f"c{seat}" in self.units\n',
            "PASSIVE-04",
        ),
    ),
    *changes_in(
        "deciding/rounds.py",
        ("    if Counter(intent.cards) - hand:", "    if False:", "RELIC-06"),
        ('    if kind_of(pack_of(state), intent.card) != "action":', "    if False:", "RELIC-01"),
        ('    check_unanswered(state, intent.seat, "MAYA-AMB-74")', "    pass", "PREP-01"),
    ),
    *changes_in(
        "offers/phases.py",
        ('Pick("cards", hand, 0, len(hand))', 'Pick("cards", hand, max(0, len(hand) - 5), len(hand))', "HANDSTAT-05"),
    ),
    *changes_in(
        "flow/turns.py",
        (
            "    draft.emit(ChampionSpawned(seat, point, at, draft.state.champion(seat).max_hp))",
            "    draft.emit(ChampionSpawned(seat, point, at, 5))",
            "CORE-08 DEF-07 AMB-19",
        ),
        ("    if not state.is_alive(seat):\n        spots", "    if False:\n        spots", "CORE-08"),
    ),
    *changes_in(
        "flow/rounds.py",
        ("    mode_of(draft.state).round_ended(draft)", "    pass", "CORE-11"),
    ),
    *changes_in(
        "performers/damage.py",
        (
            "        mode_of(draft.state).hurt(draft, damage)\n",
            "        mode_of(draft.state).hurt(draft, damage)\n        if damage.seat:\n"
            "            from domain.maya.events import EnergyChanged\n"
            "            draft.emit(EnergyChanged(damage.seat, 1, 'x', "
            "draft.state.seat(damage.seat).purse.energy + 1))\n",
            "CORE-03",
        ),
    ),
    *changes_in(
        "evolving/cards.py",
        ("evolve(middle, relic=right.relic),", "evolve(right, relic=right.relic),", "CARD-09 CORE-02 RELIC-10"),
        ("evolve(slot, relic=event.card))", "evolve(slot, relic=slot.relic or event.card))", "RELIC-04 RELIC-05"),
        ("card=face_down, face_up=False", 'card=face_down if event.source == "hand" else "", face_up=False', "SLOT-02"),
    ),
    *changes_in(
        "deciding/actions.py",
        (
            '    if f"{intent.source}.{intent.index}" in state.turn.used:',
            '    if any(int(name.split(".")[1]) >= intent.index for name in state.turn.used):',
            "CARD-11",
        ),
        (
            '    cost = price_of(state, intent.seat, "relic", card.cost)\n    check',
            "    if intent.slot == state.turn.slot:\n"
            '        raise Refused("IN_USE", "MAYA-RELIC-03", "Not there.")\n'
            '    cost = price_of(state, intent.seat, "relic", card.cost)\n    check',
            "RELIC-03",
        ),
        (
            'check_energy(state, intent.seat, cost, "MAYA-ACT-04")',
            'check_energy(state, intent.seat, max(cost, 1), "MAYA-ACT-04")',
            "AMB-60",
        ),
    ),
    *changes_in(
        "deciding/rounds.py",
        (
            "    end_action_phase(draft)\n",
            "    if draft.state.turn.slot and len(draft.state.turn.used) < 2:\n"
            '        raise Refused("NOT_ALL_USED", "MAYA-CARD-14", "Use every icon first.")\n'
            "    end_action_phase(draft)\n",
            "CARD-14",
        ),
    ),
    *changes_in(
        "evolving/frames.py",
        (
            "    turn = _mark_used(state.turn, event.seat, event.ability)\n",
            "    turn = evolve(_mark_used(state.turn, event.seat, event.ability), slot=0)\n",
            "CARD-20",
        ),
    ),
    *changes_in(
        "evolving/units.py",
        (
            "defence=unit.defence - event.blocked)",
            "defence=unit.defence - event.blocked - event.lost)",
            "TRACK-01",
        ),
        (
            "defence=unit.defence - event.blocked)",
            "defence=min(unit.defence - event.blocked, unit.hp - event.lost - 1))",
            "TRACK-04",
        ),
    ),
    *changes_in(
        "flow/rounds.py",
        ("mode_of(draft.state).round_ended(draft)", "pass", "AMB-113"),
    ),
    *changes_in(
        "offers/actions.py",
        (
            "        if slot.card and not slot.activated and",
            "        if slot.card and number > state.turn.slot and not slot.activated and",
            "ACT-07",
        ),
    ),
    *changes_in(
        "effects/targets.py",
        (
            'unit.what == "engram" and unit.owner == seat',
            'unit.what == "engram" and unit.team == state.team_of(seat)',
            "CARD-10",
        ),
        (
            "if tile.seat == seat and tile.at not in taken",
            "if state.team_of(tile.seat) == state.team_of(seat) and tile.at not in taken",
            "CARD-10",
        ),
    ),
    *changes_in(
        "performers/pieces.py",
        ('if unit.what == "engram" and unit.owner == seat]', 'if unit.what == "engram"]', "CARD-10"),
    ),
    *changes_in(
        "performers/engrams.py",
        (
            'unit.what == "engram" and unit.owner == seat]',
            'unit.what == "engram" and unit.team == state.team_of(seat)]',
            "CARD-10",
        ),
    ),
    *changes_in(
        "performers/icons.py",
        (
            'u.what == "engram" and u.owner == icon.seat',
            'u.what == "engram" and u.team == state.team_of(icon.seat)',
            "CARD-10",
        ),
    ),
    *changes_in(
        "triggers/guarding.py",
        ("if tile.seat == seat and", "if state.team_of(tile.seat) == state.team_of(seat) and", "CARD-10"),
    ),
)
