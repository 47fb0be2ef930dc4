"""Another box: pieces that are not as many or not what they ought to be, and files that are read too kindly."""

from __future__ import annotations

from tests.rules.maya.mutants.breaking import changes_in

CONTENT = (
    *changes_in(
        "content/cards_additional.toml",
        ('name = "Countersign"\n', 'name = "Countersign"\ncopies = 1\n', "COMP-06"),
    ),
    *changes_in(
        "content/map_siege_1v1.toml", ("[[map]]", '[[item]]\nid = "coin"\nname = "Coin"\n\n[[map]]', "ITEM-06")
    ),
    *changes_in(
        "content/objectives.toml",
        (
            '[[objective]]\nid = "marathon"\nname = "Marathon"\nsides = [{ xp = 1, text = "Move 6 spaces in one turn", '
            'needs = [{ measure = "spaces_moved", at_least = 6 }] }]\n',
            "",
            "AMB-68",
        ),
    ),
    *changes_in(
        "content/loader.py",
        (
            "    return attrs.evolve(pack, ",
            "    return attrs.evolve(pack, champions=dict([*pack.champions.items()][1:]), ",
            "CHAMP-05",
        ),
    ),
    *changes_in(
        "content/records.py",
        ('CARD_TYPES, ("type",)', '(*CARD_TYPES, "trap"), ("type",)', "CARD-01"),
        (
            'gain=as_int(need(data, "gain", (), "MAYA-CARD-02"), ("gain",)) if type_',
            'gain=as_int(data.get("gain", 0), ("gain",)) if type_',
            "CARD-02",
        ),
        ("    if len(traits) > 2 or len(set(traits)) > 1:", "    if len(traits) > 2:", "CARD-15"),
        (
            'among(trait, TRAITS, ("traits", index), "trait", "MAYA-CHAMP-02") for index, trait in enumerate(listed)',
            "str(trait) for index, trait in enumerate(listed)",
            "CHAMP-02",
        ),
        (
            "    if len(species) != 1 or len(classes) != 2 or len(set(classes)) != 2:",
            "    if len(species) != 1:",
            "CHAMP-01",
        ),
        (
            'placeholder=as_flag(need(data, "placeholder", (), "MAYA-CHAMP-07"), ("placeholder",))',
            'placeholder=as_flag(data.get("placeholder", False), ("placeholder",))',
            "CHAMP-07",
        ),
        (
            'among(need(table, "measure", at), MEASURES, (*at, "measure"), "measure", "MAYA-OBJ-01")',
            'str(need(table, "measure", at))',
            "OBJ-01",
        ),
        ("XP_DEFAULT = 2 ", "XP_DEFAULT = 3 ", "AMB-61"),
    ),
    *changes_in(
        "content/maps.py",
        (
            '    return SIGNS[among(sign, SIGNS, place, "sign of the ground", "MAYA-TERR-01")]',
            '    return SIGNS.get(str(sign), SIGNS["."])',
            "TERR-01",
        ),
    ),
    *changes_in(
        "content/clauses.py",
        (
            '        case "use" if ability.limit is None:\n',
            '        case "use" if ability.limit == "never":\n',
            "AMB-57",
        ),
        (
            '        case "use" if ability.limit == "none" and ability.cost == 0:\n',
            '        case "use" if ability.limit == "never":\n',
            "AMB-57",
        ),
    ),
    *changes_in(
        "content/effects.py",
        (
            "= (Move, Attack, Defend, Draw, Pull, Push)\n",
            "= (Move, Attack, Defend, Draw, Pull, Push, Jump)\n",
            "MOVE-02",
        ),
    ),
)
