"""Every field of a fact says who may see it."""

from __future__ import annotations

import pytest

from domain.kernel.secrecy import event, intent, owned, public, server


def test_a_field_that_says_nothing_is_an_error_and_never_public() -> None:
    with pytest.raises(TypeError, match=r"Dealt\.card does not say who may see it"):

        @event()
        class Dealt:
            seat: int = public()
            card: str = ""


def test_a_field_owned_by_a_field_that_is_not_there_is_an_error() -> None:
    with pytest.raises(TypeError, match="owned by the unknown field 'player'"):

        @event()
        class Dealt:
            seat: int = public()
            card: str | None = owned("player")


def test_the_field_that_names_an_owner_must_be_public() -> None:
    with pytest.raises(TypeError, match=r"Dealt\.seat names an owner and must be public"):

        @event()
        class Dealt:
            seat: int | None = server()
            card: str | None = owned("seat")


def test_a_plan_lists_what_is_public_and_who_may_open_the_rest() -> None:
    @intent()
    class Bet:
        seat: int = public()
        coin: int | None = owned("seat")
        side: str | None = owned("seat")
        seed: str | None = server()
        aloud: str = public(default="")

    assert Bet.PLAN.public == ("seat", "aloud")  # type: ignore[attr-defined]
    assert Bet.PLAN.sealed == (("seat", ("coin", "side")), ("server", ("seed",)))  # type: ignore[attr-defined]
    assert Bet.PLAN.sealed_names == ("coin", "side", "seed")  # type: ignore[attr-defined]
    assert (Bet.TYPE, Bet.SCHEMA, Bet.KIND) == ("Bet", 1, "intent")  # type: ignore[attr-defined]


def test_a_sealed_field_is_never_left_out_by_mistake() -> None:
    @event()
    class Dealt:
        seat: int = public()
        card: str | None = owned("seat")

    with pytest.raises(TypeError, match="card"):
        Dealt(seat=1)  # type: ignore[call-arg]


def test_a_fact_does_not_change() -> None:
    @event()
    class Dealt:
        seat: int = public()

    with pytest.raises(AttributeError):
        Dealt(1).seat = 2  # type: ignore[misc]
