"""Flight: what a flyer is higher than, what it passes, and when it ends."""

from __future__ import annotations

import pytest

from domain.maya.content.loader import ContentError, load_pack_text
from domain.maya.events import DamageDealt, FlightChanged
from domain.maya.intents import PlaySpell
from tests.rules.maya.play import Table, card, ground, point, spell
from tests.rules.maya.stand_ins import content_of, made

UP = card("up", {"do": "flight", "enter": True}, traits=["garuda"])
GLIDE = card("go", {"do": "move", "steps": 3})
STRIKE = card("hit", {"do": "attack", "value": 2})


def garuda(*, flying: bool = True, **more: object) -> Table:
    """Seat 1 plays a Garuda champion."""
    return Table("cyd", "ada", quiet=True, **more).unit("c1", flying=flying)  # type: ignore[arg-type]


@pytest.mark.rules("MAYA-FLY-01")
def test_a_garuda_player_starts_with_one_flight_token_on_the_grey_side() -> None:
    table = Table.dealt("cyd", "ada", quiet=True)
    assert table.supply("flight", 1) == 1
    assert not table.champion(1).flying
    assert table.supply("flight", 2) == 0


@pytest.mark.rules("MAYA-FLY-02")
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_everybody_sees_who_is_in_flight(viewer: int) -> None:
    table = garuda(flying=False).mat(UP, card("down", {"do": "flight", "enter": False}, traits=["garuda"])).activate()
    assert not table.seen_by(viewer).champion(1).flying
    table.take(0)
    assert table.one(FlightChanged) == FlightChanged(1, True)
    assert table.seen_by(viewer).champion(1).flying
    assert not table.activate(2).take(0).seen_by(viewer).champion(1).flying


@pytest.mark.rules("MAYA-AMB-28")
def test_flight_lasts_from_round_to_round() -> None:
    table = garuda().mat(GLIDE, GLIDE, GLIDE).mat(GLIDE, GLIDE, GLIDE, seat=2).end_turn()
    assert table["c1"].flying
    table.next_round()
    assert table["c1"].flying


@pytest.mark.rules("MAYA-FLY-03")
@pytest.mark.parametrize("level", ["low", "flat", "high"])
def test_a_flyer_strikes_from_above_whatever_it_hovers_over(level: str) -> None:
    field = ground(high=[(1, 0), *([(0, 0)] if level == "high" else [])], low=[(0, 0)] if level == "low" else [])
    table = garuda(arena=field).mat(STRIKE).activate().attack("c2")
    hit = table.one(DamageDealt)
    assert (hit.raw, hit.height, hit.lost) == (2, 1, 3)


@pytest.mark.rules("MAYA-FLY-04", "MAYA-AMB-26")
def test_nobody_strikes_a_flyer_from_above() -> None:
    field = ground(high=[(0, 0)], low=[(1, 0)])
    table = Table("ada", "cyd", arena=field, quiet=True).mat(STRIKE).activate().unit("c2", flying=True)
    assert table.attack("c2").one(DamageDealt).lost == 2


@pytest.mark.rules("MAYA-AMB-26")
def test_of_two_flyers_neither_is_higher() -> None:
    field = ground(high=[(0, 0)], low=[(1, 0)])
    table = Table("cyd", "ada", arena=field, quiet=True).mat(STRIKE).activate()
    table.unit("c1", flying=True).unit("c2", flying=True)
    assert table.attack("c2").one(DamageDealt).lost == 2


@pytest.mark.rules("MAYA-FLY-05")
def test_a_flyer_may_fly_instead_of_moving() -> None:
    table = garuda(at=[(0, 0), (4, 0)]).mat(GLIDE).activate()
    assert {offer.how for offer in table.offered_actions()} == {"", "fly"}
    assert table.reach(0, how="fly") == table.reach(0, how="")
    table.refused(table.by("move", how="fly"), "NO_LEGAL_WAY", "MAYA-AMB-20")  # to stay is offered once
    grounded = garuda(flying=False, at=[(0, 0), (4, 0)]).mat(GLIDE).activate()
    assert {offer.how for offer in grounded.offered_actions()} == {""}
    grounded.refused(grounded.by("move", path=((0, 1),), how="fly"), "NO_LEGAL_WAY", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-FLY-05", "MAYA-AMB-27")
def test_a_flyer_is_pushed_like_anybody() -> None:
    field = ground(spikes=[(2, 0)], walls=[((2, 0), (3, 0))])
    table = Table("ada", "cyd", arena=field, quiet=True).mat(card("shove", {"do": "push", "steps": 2})).activate()
    table.unit("c2", flying=True).push("c2")
    assert table["c2"].at == (2, 0)
    assert [(hit.kind, hit.lost) for hit in table.happened(DamageDealt)] == [("spike", 1), ("collision", 1)]


@pytest.mark.rules("MAYA-FLY-06", "MAYA-AMB-25")
def test_flying_passes_walls_units_heights_and_spikes() -> None:
    field = ground(walls=[((0, 0), (1, 0))], spikes=[(2, 0), (3, 0)], high=[(1, 0)])
    table = garuda(arena=field).mat(GLIDE).activate()
    table.move((1, 0), (2, 0), (3, 0), how="fly")
    assert table["c1"].at == (3, 0)
    assert not table.happened(DamageDealt)


@pytest.mark.rules("MAYA-FLY-06", "MAYA-AMB-25")
def test_flying_never_passes_a_void_nor_ends_on_a_unit() -> None:
    table = garuda(arena=ground(void=[(0, 1)])).mat(card("go", {"do": "move", "steps": 2})).activate()
    table.refused(table.by("move", path=((0, 1), (0, 2)), how="fly"), "PATH_VOID", "MAYA-TERR-20")
    table.refused(table.by("move", path=((0, 1),), how="fly"), "PATH_VOID", "MAYA-TERR-20")
    table.refused(table.by("move", path=((1, 0),), how="fly"), "PATH_END_TAKEN", "MAYA-UNIT-02")
    assert not table.reach(0, how="fly") & {(0, 1), (1, 0)}


@pytest.mark.rules("MAYA-FLY-07")
def test_content_that_has_others_fly_is_refused() -> None:
    up = {"do": "flight", "enter": True}
    side = {"xp": 2, "text": "Clause 1", "program": [{"when": "use", "limit": "once_per_turn", **up}]}
    skill = made("skill", "ada-skill-1", champion="ada", level_1=side, level_2a=side, level_2b=side)
    for wrong in (card("up", up, traits=["vanguard"]), skill):
        with pytest.raises(ContentError) as caught:
            load_pack_text(content_of([wrong]))
        assert caught.value.rule == "MAYA-FLY-07"


@pytest.mark.rules("MAYA-FLY-07")
def test_a_garuda_card_lifts_nobody_but_a_garuda_champion() -> None:
    table = Table("ada", "ben", quiet=True).hand(spell("soar", {"do": "flight", "enter": True}, traits=["garuda"]))
    table.refused(PlaySpell(1, "soar"), "NO_EFFECT", "MAYA-AMB-20")


@pytest.mark.rules("MAYA-FLY-08", "MAYA-DEATH-02")
def test_who_falls_in_flight_comes_back_on_the_ground() -> None:
    corner = point("camp", (-3, 0), (-3, 1), (-2, 0), owner=2)
    table = Table("ada", "cyd", arena=ground(spawns=[corner]), quiet=True).mat(STRIKE).activate()
    table.unit("c2", flying=True, hp=2).attack("c2").end_turn()
    assert table["c2"].at is None
    back = table.do(table.offers(2)[0].intent)
    assert back["c2"].at is not None
    assert not back["c2"].flying
    assert back.supply("flight", 2) == 1
