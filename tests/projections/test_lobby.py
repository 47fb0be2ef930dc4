"""The lobby lists the tables that anybody may see."""

from __future__ import annotations

from typing import Any

import pytest

from projections.history import History
from projections.lobby import Lobby
from tests.playing import Play
from tests.toy.plugin import TOY


def summary(match_id: str, **changes: Any) -> dict[str, Any]:
    seats = [{"seat": 1, "holder": "player"}, {"seat": 2, "holder": "open"}]
    plain = {"id": match_id, "game": "highest-card", "title": match_id, "visibility": "public", "status": "open"}
    return {**plain, "seats": seats, "created_at": 1, "updated_at": 1, "you": {"seat": 1, "host": True}, **changes}


def ids(page: dict[str, Any]) -> list[str]:
    return [match["id"] for match in page["matches"]]


def lobby(*summaries: dict[str, Any]) -> Lobby:
    made = Lobby()
    for one in summaries:
        made.put(one)
    return made


def test_newest_news_come_first_and_news_move_a_table_up() -> None:
    tables = lobby(summary("a", updated_at=1), summary("b", updated_at=2))
    assert ids(tables.page()) == ["b", "a"]
    tables.put(summary("a", updated_at=3))
    assert ids(tables.page()) == ["a", "b"]
    assert tables.page()["total"] == 2


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_tables_that_are_not_public_are_never_listed(visibility: str) -> None:
    tables = lobby(summary("a", visibility=visibility), summary("b"))
    assert ids(tables.page()) == ["b"]
    tables.put(summary("b", visibility=visibility))
    assert ids(tables.page()) == []


def test_nobody_reads_who_asked_before_them() -> None:
    assert lobby(summary("a")).page()["matches"][0]["you"] == {"seat": None, "host": False}


def test_filters() -> None:
    tables = lobby(summary("a", status="running"), summary("b", game="other"), summary("c"))
    assert ids(tables.page(status="open")) == ["b", "c"]
    assert ids(tables.page(game="highest-card")) == ["a", "c"]
    assert ids(tables.page(status="open", game="other")) == ["b"]
    assert tables.page(status="over") == {"matches": [], "page": 1, "pages": 0, "total": 0}


def test_sortings() -> None:
    full = [{"seat": 1, "holder": "bot"}, {"seat": 2, "holder": "player"}]
    tables = lobby(
        summary("a", title="zebra", created_at=1, updated_at=9),
        summary("b", title="Apple", created_at=3, updated_at=5),
        summary("c", title="mango", created_at=2, updated_at=7, seats=full),
    )
    assert ids(tables.page(sort="title")) == ["b", "c", "a"]
    assert ids(tables.page(sort="created")) == ["b", "c", "a"]
    assert ids(tables.page(sort="seats")) == ["a", "b", "c"]
    assert ids(tables.page(sort="updated")) == ["a", "c", "b"]


def test_pages_show_each_table_once() -> None:
    tables = lobby(*[summary(f"m{number:02}") for number in range(45)])
    pages = [tables.page(page=number, page_size=20) for number in (1, 2, 3, 4)]
    assert [len(page["matches"]) for page in pages] == [20, 20, 5, 0]
    assert sorted(one for page in pages for one in ids(page)) == [f"m{number:02}" for number in range(45)]
    assert {(page["pages"], page["total"]) for page in pages} == {(3, 45)}
    assert len(tables.page(page_size=10_000)["matches"]) == 45
    assert len(tables.page(page=0, page_size=0)["matches"]) == 1


def test_a_rebuilt_lobby_equals_the_one_that_was_kept() -> None:
    kept = Lobby()
    histories = []
    for number in range(5):
        play = Play(TOY, 2, {"rounds": 1}, seed=number + 1, match_id=f"m{number}").play_out(seed=number)
        history = History(TOY, f"m{number}")
        for entry in play.entries:
            history.extend([entry])
            kept.put(history.summary())
        histories.append(history)
    rebuilt = lobby(*[history.summary() for history in reversed(histories)])
    for sort in ("updated", "created", "title", "seats"):
        assert rebuilt.page(sort=sort) == kept.page(sort=sort)


def test_a_match_can_be_forgotten() -> None:
    tables = lobby(summary("a"), summary("b"))
    tables.drop("a")
    tables.drop("never there")
    assert ids(tables.page()) == ["b"]
