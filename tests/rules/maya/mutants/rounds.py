"""Rounds that open in the wrong order, and cards that pay, hide or rank wrong."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

ROUNDS = (
    *changes_in(
        "flow/rounds.py",
        (
            "    refresh_objectives(draft)\n    for seat in draft.state.seats:\n        missing",
            "    for seat in draft.state.seats:\n        missing",
            "REFRESH-02 REFRESH-03 REFRESH-04",
        ),
        ("        if missing > 0:", "        if missing > -1:\n            missing = missing or 1", "REFRESH-08"),
        ("missing = seat.hand_stat - len(seat.cards.hand)", "missing = 5", "REFRESH-07 REFRESH-08"),
        ("        if slot.activated\n    ]", "        if slot.activated and number < 3\n    ]", "REFRESH-10"),
        ("    if active:\n", "    if active and 0:\n", "REFRESH-10 REFRESH-02"),
        (
            "    draft.emit(CardsSlid(tuple(slides)))\n",
            "    for slide in slides:\n        draft.emit(CardsSlid((slide,)))\n",
            "SLIDE-02",
        ),
        (
            'destination = "pool" if is_fragment and not state.rules.fragments_to_discard else "discard"',
            'destination = "discard"',
            "SLIDE-07 AMB-71",
        ),
        (
            'destination = "pool" if is_fragment and not state.rules.fragments_to_discard else "discard"',
            'destination = "pool" if is_fragment else "discard"',
            "AMB-71",
        ),
        ("    delta = gain + modifier", "    delta = gain", "SLIDE-05"),
        (
            "        if slide.leaver:\n            _pay",
            "        if slide.leaver and state.is_alive(slide.seat):\n            _pay",
            "SLIDE-06 AMB-89",
        ),
        (
            "    refresh_objectives(draft)\n",
            "    refresh_objectives(draft)\n"
            "    if draft.state.round == 3:\n"
            "        draft.emit(CardsSlid(tuple(Slide(s.seat, s.slots[2].card, 'pool') for s in "
            "draft.state.seats)))\n",
            "SLIDE-04",
        ),
        ("ranked = sorted(leavers, key=lambda leaver: order.index(leaver[0]))", "ranked = leavers", "EXIT-02 AMB-78"),
        ("    if not draft.state.is_alive(timed.seat) or not holds(", "    if not holds(", "EXIT-03 ARRIVE-03"),
        ("    if ability.may:\n", "    if True:\n", "AMB-79"),
        ("    if ability.may:\n", "    if False:\n", "AMB-79"),
        (
            'for timed in _timed(draft.state, seat, card, "on_exit", "exit")]',
            'for timed in _timed(draft.state, seat, card, "on_exit", "exit") if 0]',
            "EXIT-01 EXIT-04 SLIDE-01",
        ),
        ('    order = draft.chance.shuffle(pool, "fragments")\n', "    order = pool\n", "PREP-04 PREP-03"),
        (
            "    if any(not seat.ready and seat.seat not in state.conceded for seat in state.seats):",
            "    if not state.seats[0].ready:",
            "PREP-05",
        ),
        ("LAST = 1_000", "LAST = -1", "AMB-72"),
        (
            "    for gain in sorted(set(gains.values())):",
            "    for gain in sorted(set(gains.values()), reverse=True):",
            "INIT-02 INIT-03 CORE-05",
        ),
        (
            "            if group:\n                track.remove",
            "            if False:\n                track.remove",
            "INIT-05 INIT-07 AMB-76",
        ),
        (
            "            if group:\n                track.remove",
            "            if True:\n                track.remove",
            "INIT-05 INIT-06 INIT-07 AMB-76",
        ),
        ("first = next(seat for seat in track if seat in group)", "first = min(group)", "INIT-04 INIT-07"),
        (
            "flips.append(Flip(seat.seat, card, face(pack, card).gain if card else LAST))",
            "flips.append(Flip(seat.seat, card, face(pack, card).gain + seat.growth.energy_modifier if card "
            "else LAST))",
            "AMB-77 INIT-02",
        ),
        (
            "flips.append(Flip(seat.seat, card, face(pack, card).gain if card else LAST))",
            "flips.append(Flip(seat.seat, card, face(pack, card).gain if card in pack.cards else LAST))",
            "INIT-03",
        ),
        (
            "    draft.emit(CardsFlipped(tuple(flips)))\n",
            "    for flip in flips:\n        draft.emit(CardsFlipped((flip,)))\n",
            "INIT-01",
        ),
        (
            "        for seat in order\n        if seat in flipped",
            "        for seat in sorted(order)\n        if seat in flipped",
            "ARRIVE-02",
        ),
        ('"on_arrival", "arrival")', '"on_exit", "arrival")', "ARRIVE-01 ARRIVE-02 ARRIVE-03"),
        (
            'draft.emit(CardPrepared(seat, (), "fragment", None, str(order[0])))',
            'draft.emit(CardPrepared(seat, (seat,), "fragment", str(order[0]), str(order[0])))',
            "PREP-04 AMB-73",
        ),
        (
            "    _refresh(draft)\n    leavers = _slide(draft)\n",
            "    leavers = _slide(draft)\n    _refresh(draft)\n",
            "REFRESH-01 REFRESH-02 REFRESH-09",
        ),
        (
            "    draft.emit(CardsSlid(tuple(slides)))\n",
            "    for slide in slides[::-1]:\n        draft.emit(CardsSlid((slide,)))\n",
            "AMB-80",
        ),
    ),
    *changes_in(
        "objectives/row.py",
        (
            "    while len(draft.state.objectives.open) < size:",
            "    while len(draft.state.objectives.open) < 4:",
            "REFRESH-04",
        ),
        (
            "    while len(draft.state.objectives.open) < size:",
            "    while len(draft.state.objectives.open) < 5:",
            "REFRESH-04",
        ),
        ("            if not objectives.discard:\n                return", "            return", "REFRESH-05 AMB-67"),
        (
            "claimed = [card for card in opened if card.tokens]",
            "claimed = [card for card in opened if not card.starter]",
            "REFRESH-06",
        ),
        ("tokens = tuple([seat for card in claimed for seat in card.tokens])", "tokens = ()", "REFRESH-03"),
    ),
    *changes_in(
        "flow/drawing.py",
        ("            reshuffle(draft, seat)\n            continue", "            break", "REFRESH-09"),
    ),
    *changes_in(
        "deciding/rounds.py",
        ('    if kind_of(pack_of(state), intent.card) != "action":', "    if False:", "PREP-02 RELIC-01"),
        ('check_unanswered(state, intent.seat, "MAYA-AMB-74")', "pass", "PREP-01 AMB-74"),
    ),
    *changes_in(
        "offers/phases.py",
        ('        Offer(PrepareCard(seat, "")),\n', "", "PREP-03 AMB-75"),
    ),
    *changes_in(
        "events.py",
        (
            '    card: str | None = owned("to")\n    fragment: str | None = server()',
            "    card: str | None = public()\n    fragment: str | None = server()",
            "PREP-05",
        ),
    ),
    *changes_in(
        "flow/setup.py",
        (
            '        order = draft.chance.shuffle(side.cards.deck, f"deck.{side.seat}")\n',
            "        order = side.cards.deck\n",
            "AMB-70",
        ),
    ),
    *changes_in(
        "evolving/cards.py",
        (
            "discard=(*seat.cards.discard, slide.leaver)",
            "discard=(slide.leaver, *seat.cards.discard)",
            "SLIDE-03 AMB-110",
        ),
    ),
    *changes_in(
        "evolving/round.py",
        ("    discard = (*objectives.discard, *event.removed)\n", "    discard = objectives.discard\n", "AMB-66"),
    ),
)
