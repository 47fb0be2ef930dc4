"""Tables that are set up wrongly, decks that should be refused, rounds that begin amiss."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

PREPARING = (
    *changes_in(
        "flow/setup.py",
        ("FRAGMENTS_EACH = 3", "FRAGMENTS_EACH = 4", "GSETUP-14 SLOT-03 SLOT-01 COMP-05"),
        ("portrait.hp[0].value", "portrait.hp[-1].value", "PSETUP-09 PSETUP-13 PSETUP-04"),
        ("portrait.hand, ", "5, ", "HANDSTAT-03 PSETUP-04 CHAMP-04"),
        ('order = draft.chance.shuffle(side.cards.deck, f"deck.{side.seat}")', "order = side.cards.deck", "PSETUP-05"),
        ('tiebreak = draft.chance.shuffle(seats, "tiebreak")', "tiebreak = seats", "GSETUP-04"),
        (
            "draft.emit(TracksSet(tiebreak, tiebreak))",
            "draft.emit(TracksSet(tiebreak, tiebreak[1:]))",
            "GSETUP-03 PSETUP-06",
        ),
        (
            "draft.emit(TracksSet(tiebreak, tiebreak))",
            "draft.emit(TracksSet(tiebreak[1:], tiebreak))",
            "COMP-01 GSETUP-03",
        ),
        ('supply.get("vish", 0)', "0", "GSETUP-10 GSETUP-13 COMP-04"),
        ('supply.get("flight", 0)', "0", "GSETUP-09 COMP-04"),
        ('supply.get("foundation", 0)', "3", "GSETUP-11 COMP-04"),
        ('supply.get("engram", 0)', "4", "GSETUP-12 COMP-04"),
        ("        if supply:\n", "        if True:\n", "GSETUP-13"),
        (
            "        if seat not in draft.state.conceded:\n            return False\n"
            "        submit_starter(draft, seat)",
            "        if seat == 9:\n            return False\n        submit_starter(draft, seat)",
            "PSETUP-01 DECK-01",
        ),
        (
            '    order = draft.chance.shuffle(pool, "fragments")\n'
            "    draft.emit(FragmentPoolShuffled(len(order), order))\n    for",
            "    order = tuple(pool)\n    draft.emit(FragmentPoolShuffled(len(order), order))\n    for",
            "GSETUP-14",
        ),
    ),
    *changes_in(
        "minions/lairs.py",
        ("lair.at, hp, side.id", "lair.at, hp + 1, side.id", "GSETUP-01"),
        ("NeutralMinionPlaced(minion, kind", 'NeutralMinionPlaced(minion, "big-stepper"', "GSETUP-01"),
    ),
    *changes_in(
        "evolving/round.py",
        ("evolve(card, tokens=(*card.tokens, event.seat))", "card", "COMP-14"),
    ),
    *changes_in(
        "evolving/cards.py",
        ("Slot(card) for card in event.cards)", 'Slot(card, False, "hand") for card in event.cards)', "GSETUP-15"),
        ("    return evolve(dealt, pool=state.pool[len(event.fragments) :])", "    return dealt", "GSETUP-14 COMP-05"),
        ("pool = (*pool, slide.leaver)", "pool = pool", "COMP-05"),
        ("state = evolve(state, pool=state.pool[1:])", "pass", "COMP-05"),
    ),
    *changes_in(
        "events.py",
        (
            '    count: int = public()\n    why: str = public()\n    cards: tuple[str, ...] | None = owned("to")',
            "    count: int = public()\n    why: str = public()\n    cards: tuple[str, ...] | None = public()",
            "DRAW-05 HANDSTAT-06",
        ),
        (
            '    source: str = public()\n    card: str | None = owned("to")',
            "    source: str = public()\n    card: str | None = public()",
            "CORE-04 SLOT-05",
        ),
        (
            '    is_starter: bool = public()\n    cards: tuple[str, ...] | None = owned("seat")',
            "    is_starter: bool = public()\n    cards: tuple[str, ...] | None = public()",
            "PSETUP-05 AMB-112",
        ),
        (
            "    count: int = public()\n    why: str = public()\n    order: tuple[str, ...] | None = server()\n\n\n"
            "@event()\nclass ObjectiveOpened",
            "    count: int = public()\n    why: str = public()\n    order: tuple[str, ...] | None = public()\n\n\n"
            "@event()\nclass ObjectiveOpened",
            "GSETUP-07",
        ),
        ("    auto: bool | None = server()", "    auto: bool | None = public()", "AMB-55"),
        (
            '    seat: int = public()\n    on: bool | None = owned("seat")',
            "    seat: int = public()\n    on: bool | None = public()",
            "AMB-55",
        ),
    ),
    *changes_in(
        "objectives/row.py",
        (
            "ObjectiveOpened(objective.id, 0, objective.sides[0].xp, True)",
            "ObjectiveOpened(objective.id, 1, objective.sides[1].xp, True)",
            "GSETUP-05",
        ),
        ("while len(draft.state.objectives.open) < size:", "while len(draft.state.objectives.open) < 5:", "GSETUP-06"),
        ('order = draft.chance.shuffle(rest, "objectives")', "order = tuple(rest)", "GSETUP-06"),
        (
            "rest = [objective.id for objective in pack.objectives.values() if not objective.starter]",
            "rest = [objective.id for objective in pack.objectives.values() if not objective.starter][1:]",
            "COMP-02",
        ),
    ),
    *changes_in(
        "options.py",
        ('"mode": pack.default_mode, **options', '"mode": "headhunters", **options', "GSETUP-02"),
        ("if seats and seats not in mode.maps:", "if False:", "COMP-13"),
        ('    "reactions": False,', '    "reactions": True,', "REACT-07 AMB-55"),
    ),
    *changes_in(
        "deciding/setup.py",
        ("if any(seat.champion == intent.champion for seat in state.seats):", "if False:", "PSETUP-02 AMB-115"),
        ("if intent.seat != next_to_choose(state):", "if False:", "PSETUP-02"),
        ('    if state.phase == "champions":\n        raise', "    if False:\n        raise", "CHAMP-06"),
        ("    if Counter(dealt) != Counter(intent.cards):", "    if False:", "GSETUP-15"),
        ("    if problems:", "    if False:", "DECK-03 DECK-04 DECK-06 DECK-07 DECK-08 DECK-09 DECK-11 REACT-07"),
        ("    if not intent.cards:\n        submit_starter(draft, intent.seat)\n        return\n", "", "DECK-01"),
    ),
    *changes_in(
        "content/decks.py",
        ("CARDS_MIN, CARDS_MAX = 24, 40", "CARDS_MIN, CARDS_MAX = 23, 40", "DECK-09"),
        ("CARDS_MIN, CARDS_MAX = 24, 40", "CARDS_MIN, CARDS_MAX = 24, 41", "DECK-09"),
        ("CARDS_MIN, CARDS_MAX = 24, 40", "CARDS_MIN, CARDS_MAX = 25, 39", "DECK-09"),
        ("\nCOPIES_MAX = 2", "\nCOPIES_MAX = 3", "DECK-06"),
        ("\nCOPIES_MAX = 2", "\nCOPIES_MAX = 1", "DECK-06"),
        ("SIGNATURE_COPIES_MAX = 1", "SIGNATURE_COPIES_MAX = 2", "DECK-07"),
        ("ACTIONS_MIN = 10", "ACTIONS_MIN = 9", "DECK-08"),
        ("ACTIONS_MIN = 10", "ACTIONS_MIN = 11", "DECK-08"),
        ("        return card.signature_of == champion\n", "        return True\n", "DECK-04"),
        ("return not set(card.traits)", "return not set(card.symbols)", "DECK-05 CARD-17"),
        ("return not set(card.traits).isdisjoint(pack.champions[champion].traits)", "return True", "DECK-03"),
        ("        return card.signature_of == champion\n", "        return False\n", "DECK-02 DECK-04"),
        ("    if id_ in pack.fragments:", "    if False:", "DECK-11"),
        ("    if card.is_reaction and not reactions:", "    if False:", "REACT-07"),
        (
            "    actions = sum(1",
            "    if not any(pack.cards[c].signature_of for c in cards if c in pack.cards):\n"
            "        problems.append(Problem('S', 'S', 's'))\n    actions = sum(1",
            "DECK-10",
        ),
    ),
    *changes_in(
        "content/records.py",
        ("    if len(tokens) != 3:", "    if len(tokens) < 2:", "COMP-17"),
        ("    if len(duals) != 3 or len(wilds) != 1:", "    if len(duals) != 3:", "COMP-17"),
        ("    if values != sorted(set(values)):", "    if False:", "PSETUP-09"),
    ),
    *changes_in(
        "content/maps.py",
        ("MINIONS_MAX = 13", "MINIONS_MAX = 14", "COMP-09"),
        ("UPGRADES_MAX = 4", "UPGRADES_MAX = 5", "COMP-11"),
    ),
    *changes_in(
        "modes/siege.py",
        ("return tuple([1 + (seat + 1) % 2 for seat", "return tuple([1 + seat % 2 for seat", "PSETUP-03 AMB-114"),
        ("for tower in arena.towers:", "for tower in arena.towers[:3]:", "COMP-10 GSETUP-01"),
        ("hp = numbers(draft.state).tower_hp\n", "hp = 8\n", "COMP-07"),
    ),
    *changes_in(
        "modes/headhunters.py",
        (
            "return {points_name(seat): points(state, seat) + vp}",
            "return {points_name(seat): min(points(state, seat) + vp, 56)}",
            "COMP-12",
        ),
    ),
    *changes_in(
        "evolving/round.py",
        (
            "event.champion, seat.seat, seat.team, None, event.hp, event.hp)",
            'event.champion, seat.seat, seat.team, __import__("domain.maya.hexes", fromlist=["Hex"]).Hex(0, '
            "seat.seat), event.hp, event.hp)",
            "PSETUP-02",
        ),
        (
            "event.champion, seat.seat, seat.team, None, event.hp, event.hp)",
            "event.champion, seat.seat, seat.team, None, event.hp, event.hp, 1)",
            "PSETUP-14",
        ),
        (
            "event.champion, seat.seat, seat.team, None, event.hp, event.hp)",
            "event.champion, seat.seat, seat.team, None, event.hp - 1, event.hp)",
            "PSETUP-13",
        ),
    ),
    *changes_in(
        "state.py",
        ("    energy: int = 0\n    xp", "    energy: int = 1\n    xp", "PSETUP-12"),
        ("    energy_modifier: int = 0", "    energy_modifier: int = 1", "PSETUP-10"),
        (
            "    symbols: tuple[tuple[str, ...], ...] = ()",
            '    symbols: tuple[tuple[str, ...], ...] = (("wild",),)',
            "PSETUP-11",
        ),
    ),
    *changes_in(
        "kit.py",
        (
            "    for skill, level in skills:\n",
            "    for skill, level in [(s.id, '1') for s in pack.skills_of(champion)]:\n",
            "PSETUP-08 CORE-09 UPG-17",
        ),
        ("for passive in pack.passives_of(champion):", "for passive in pack.passives_of(champion)[:2]:", "PSETUP-07"),
        (
            "for passive in pack.passives_of(champion):",
            "for passive in ():",
            "CHAMP-03 PASSIVE-01 PASSIVE-02 PASSIVE-03",
        ),
    ),
    *changes_in(
        "flow/rounds.py",
        ("    _refresh(draft)\n    leavers", "    leavers", "HANDSTAT-01 CORE-01 CARD-22"),
        (
            'draft.emit(PhaseEntered("slide"))',
            'draft.emit(PhaseEntered("slide" if draft.state.round % 2 else "refresh"))',
            "CORE-01",
        ),
        ("missing = seat.hand_stat - len(seat.cards.hand)", "missing = seat.hand_stat", "HANDSTAT-01"),
        (
            "            _pay(draft, slide.seat, face(pack, slide.leaver).gain)",
            "            pass",
            "CORE-02 TRACK-05 TRACK-06 CARD-19 SLOT-04",
        ),
        (
            "    delta = gain + modifier\n",
            "    delta = min(gain + modifier, 20 - side.purse.energy)\n",
            "TRACK-07 AMB-56",
        ),
        (
            "for gain in sorted(set(gains.values())):",
            "for gain in sorted(set(gains.values()), reverse=True):",
            "CORE-05 CARD-19 INIT-02",
        ),
        ('destination = "pool" if is_fragment and', 'destination = "pool" if', "CORE-02"),
    ),
    *changes_in(
        "upgrades/catalogue.py",
        ("*_symbols(champion, seat), ", "", "CORE-10 HANDSTAT-02"),
    ),
    *changes_in(
        "content/modes.toml",
        ('maps = { 2 = "siege_1v1" }', 'maps = { 2 = "siege_2v2" }', "COMP-08 PSETUP-01"),
    ),
    *changes_in(
        "flow/setup.py",
        (
            "DeckSubmitted(seat, len(cards), True, tuple(cards))",
            "DeckSubmitted(seat, len(cards) - 1, True, tuple(cards[1:]))",
            "COMP-14 PSETUP-05 DECK-01",
        ),
    ),
    *changes_in(
        "evolving/units.py",
        ("flying=event.on))", "flying=event.on, defence=2))", "COMP-16"),
    ),
    *changes_in(
        "evolving/cards.py",
        (
            "return with_seat(state, evolve(seat, growth=growth))",
            "return with_seat(state, evolve(seat, growth=growth, hand_stat=seat.hand_stat + 1))",
            "HANDSTAT-02",
        ),
    ),
)
