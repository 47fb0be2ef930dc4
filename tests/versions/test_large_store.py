"""The campaign over a large store of matches, a small part of it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from tests.versions import large_store


def sound(figures: dict[str, Any]) -> bool:
    return not figures["wrong"] and [one["wrong"] for one in figures["releases"]] == [[]] * len(figures["releases"])


def test_every_verdict_over_a_small_store_is_the_expected_one() -> None:
    figures = large_store.run(24, b"small", jobs=1)
    assert sound(figures), figures
    assert figures["not_over"] > 0


@pytest.mark.slow
def test_every_verdict_over_some_hundred_matches_is_the_expected_one() -> None:
    assert sound(large_store.run(300, b"some", jobs=2))


def test_a_verdict_that_is_not_the_expected_one_fails_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = large_store.releases()
    misjudged = attrs.evolve(planted[0], expected=lambda match: ("STUCK", match.entries))
    monkeypatch.setattr(large_store, "releases", lambda: [misjudged, *planted[1:]])
    first = large_store.run(2, b"wrong", jobs=1)["releases"][0]
    assert any("is said" in wrong for wrong in first["wrong"])
    assert any("exit code" in wrong for wrong in first["wrong"])
