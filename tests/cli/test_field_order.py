"""However a client orders the fields of an intent, the log has them in one order."""

from __future__ import annotations

import itertools
from typing import Any

from domain.kernel.codec import Scribe
from domain.kernel.entries import Head, first_link
from projections.games import plugin_for
from projections.proofs import opened


def test_the_bytes_of_an_intent_do_not_depend_on_how_a_client_orders_its_fields() -> None:
    reader = plugin_for("arcanya").rules.reader
    wish: dict[str, Any] = {"effect": "target", "target_seat": 3}
    fields: dict[str, Any] = {"type": "PlayPower", "seat": 1, "card_id": "power-6", "resonance": wish}
    written = set()
    for order in itertools.permutations(fields):
        for wished in (wish, dict(reversed(wish.items()))):
            data = {name: fields[name] for name in order} | {"resonance": wished}
            intent = reader.intent({name: data[name] for name in order}, 1)
            scribe = Scribe(bytes(32), Head(0, first_link("m")))
            (entry,) = scribe.write(intent, [], actor="seat:1", at=0, rules=1)
            written.add(entry.public)
    assert len(written) == 1
    (public,) = written
    read = opened(entry._replace(public=public))
    assert list(read.fields) == ["seat", "card_id", "guard_id", "metal_mode", "resonance"]
    assert list(read.fields["resonance"]) == ["effect", "target_seat"]
