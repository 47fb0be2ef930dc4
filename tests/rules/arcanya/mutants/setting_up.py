"""Options that are not checked, and tables set up wrongly."""

from __future__ import annotations

from tests.rules.arcanya.mutants.mutation import GAME, changes_in

SETTING_UP = (
    *changes_in(
        GAME + "game.py",
        ("SEATS_MAX = 10", "SEATS_MAX = 11", "COMP-08 AMB-01"),
        ("SEATS_MIN = 2", "SEATS_MIN = 1", "AMB-01"),
        ('checked["mode"] == "advanced" and checked["no_students"]', "False", "AMB-44"),
        ('not checked["no_students"] and len(pool) < seats', "False", "AMB-45"),
        ("good = isinstance(value, bool)", "good = True", "OPT-01"),
        ("first is not None and first > (seats or SEATS_MAX)", "False", "AMB-02"),
    ),
    *changes_in(
        GAME + "state.py",
        ("turned: bool = False", "turned: bool = True", "SETUP-14"),
        ('mode: str = "basic"', 'mode: str = "advanced"', "SETUP-01 OPT-01 OPT-02"),
        ("alter_plus: bool = False", "alter_plus: bool = True", "OPT-01 OPT-02"),
        ("dispel_plus: bool = False", "dispel_plus: bool = True", "OPT-01 OPT-02 MAN-23"),
    ),
    *changes_in(
        GAME + "deciding/setup.py",
        (
            'deck = play.chance.shuffle(pack.deck(advanced=options.advanced), "deck")',
            "deck = pack.deck(advanced=options.advanced)",
            "SETUP-02",
        ),
        ('e.DirectionSet(CLOCKWISE, "setup")', 'e.DirectionSet("ccw", "setup")', "SETUP-03 ADV-02"),
        ("enumerate(dealt[:seats], start=1)", "enumerate(dealt[:1] * seats, start=1)", "SETUP-05 ADV-05 ADV-07"),
        ('if options.student_pool == "all" or card.group == GROUP_1', "if True", "SETUP-06 OPT-16"),
        ('if options.student_pool == "all" or card.group == GROUP_1', "if card.group == GROUP_1", "SETUP-06 ADV-04"),
        ("e.ShieldsTaken(seat, levels, pack.shields)", "e.ShieldsTaken(seat, levels, pack.shields[:2])", "SETUP-08"),
        (
            "count = play.state.student(seat).hand_size",
            "count = play.state.student(seat).hand_size + 1",
            "SETUP-10 ADV-02 ADV-03",
        ),
        ("first = options.first_defender or play", "first = play", "SETUP-13"),
        ('how = "named" if options.first_defender else "drawn"', 'how = "named"', "AMB-02"),
        (
            'first = options.first_defender or play.chance.below(seats, "first_defender") + 1',
            "first = options.first_defender or 1",
            "AMB-02",
        ),
        ("if not options.no_students:", "if True:", "OPT-15"),
        ("piles[(place + heads) % 2]", "piles[heads]", "ADV-04"),
        ('first = play.chance.below(2, "first_pile") if piles[1] else 0', "first = 0", "ADV-05"),
        (
            '[play.chance.shuffle(pile, f"pile_{number}") for number, pile in enumerate(piles, start=1)]',
            "[tuple(pile) for pile in piles]",
            "ADV-05",
        ),
        (
            "return shuffled[first] + shuffled[1 - first]",
            "return tuple([card for pair in zip(*shuffled, strict=True) for card in pair])",
            "ADV-05 ADV-06 ADV-07",
        ),
        ('heads = play.chance.below(2, f"pile_of_{element}") if len(pair) > 1 else 0', "heads = 0", "AMB-40"),
        (
            'play.chance.shuffle(tuple(affinities), "weaknesses")',
            'play.chance.shuffle((*affinities, affinities[0]), "weaknesses")',
            "ADV-08 ADV-09 AMB-41",
        ),
        (
            'play.chance.shuffle(tuple(affinities), "weaknesses")',
            'play.chance.shuffle((affinities[0], *affinities[:-1]), "weaknesses")',
            "ADV-09 AMB-41",
        ),
        ('list(play.chance.shuffle(tuple(affinities), "weaknesses"))', "list(affinities)", "ADV-10"),
        ("while pool[0] == affinity:", "if pool[0] == affinity:", "ADV-12 ADV-16"),
        ("while pool[0] == affinity:", "while False:", "ADV-11 ADV-12 ADV-16"),
        ("pool.append(pool.pop(0))", "pool.pop(0)", "ADV-11 ADV-12"),
        (
            "play.emit(e.WeaknessSwapped(seat, _partner(play, seat, affinities)))",
            "pass",
            "ADV-13 ADV-14 ADV-15 ADV-16 AMB-42",
        ),
        (" and play.state.student(other).weakness != mine", "", "ADV-14 ADV-15 ADV-16 AMB-42"),
        ("affinities[other - 1] != mine and ", "", "ADV-15"),
        ("range(seat - 1, 0, -1)", "range(1, seat)", "ADV-13 ADV-15 AMB-42"),
        ("e.SchoolsSetAside(pack.schools)", "e.SchoolsSetAside(pack.schools[:5])", "SCHOOL-01"),
    ),
)
