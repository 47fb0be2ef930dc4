"""The OpenAPI document tells the truth: every call is made, and every answer has the form that it promises."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from projections.bots import Dice
from server.api.routes import routes
from server.problems import CODES, REFUSED_STATUS
from tests.api.house import API, House, open_house

HTTP_CALLS = [route for route in routes() if route.name != "watch"]


async def test_every_call_answers_as_its_document_says(house: House) -> None:
    await house.ask("GET", f"{API}/games", status=200)
    table = await house.open_table([{"kind": "invited"}, {"kind": "open"}], options={"rounds": 1})
    await table.sit(1)
    await table.sit(2)
    await table.ask("DELETE", "/seats/2", 2, status=200)
    await table.ask("POST", "/seats/2/token", "host", status=200)
    await table.sit(2)
    await table.start()
    await table.ask("POST", "/session", json={"token": table.tokens[1]}, status=200)
    await table.ask("DELETE", "/session", status=204)
    await table.play(Dice(4))
    for who in (None, 1, "host"):
        for call in ("", "/view", "/offers", "/entries", "/timeline", "/frames", "/recap", "/export"):
            for eyes in ("", "?as=auditor") if call not in ("", "/offers") else ("",):
                await table.ask("GET", call + eyes, who, status=200)
    report = (await table.ask("POST", "/reports", 1, json={"comment": "odd"}, status=201)).json
    await table.ask("GET", "/reports", 1, status=200)
    await table.ask("GET", f"/reports/{report['id']}", 1, status=200)
    step = (await table.get("/timeline"))["steps"][5]["seq"]
    await table.ask("POST", "/fork", 1, json={"at": step}, status=201)
    await table.ask("GET", "/forks", 1, status=200)
    for path in (f"{API}/matches", "/healthz", "/readyz", "/metrics", "/api/openapi.json"):
        await house.ask("GET", path, status=200)
    promised = {(route.method, route.path, str(route.status)) for route in HTTP_CALLS}
    assert promised - house.contract.seen == set()


async def test_the_document_is_a_sound_openapi_document(house: House) -> None:
    document = house.contract.document
    assert document["openapi"] == "3.1.0"
    schemathesis.openapi.from_dict(document)
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    operations = [op["operationId"] for path in document["paths"].values() for op in path.values()]
    assert sorted(operations) == sorted(route.name for route in routes())
    assert all(op["summary"] for path in document["paths"].values() for op in path.values())


def test_every_problem_code_of_a_call_is_known() -> None:
    for route in routes():
        assert set(route.problems) <= {*CODES, "REFUSED"}, route.name
    assert all(status == REFUSED_STATUS for code, (status, _) in CODES.items() if code.startswith("UNKNOWN_"))


def values() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
    )


def bodies_of(schema: dict[str, Any], components: dict[str, Any]) -> Iterator[str]:
    """The fields of a body, so that made-up ones come near to it."""
    name = schema["$ref"].rpartition("/")[2]
    yield from components[name]["properties"]


@settings(max_examples=12, phases=(Phase.generate,), suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_whatever_is_posted_gets_an_answer_of_the_document(data: st.DataObject) -> None:
    """Made-up bodies, near to the right form: never a 500, never an answer that is not promised."""
    asyncio.run(_post_made_up(data))


async def _post_made_up(data: st.DataObject) -> None:
    async with open_house() as house:
        table = await house.start_table(2)
        calls = [route for route in HTTP_CALLS if route.body is not None]
        for _ in range(12):
            route = data.draw(st.sampled_from(calls), label="call")
            path = route.path.replace("{id}", table.id).replace("{seat}", "1")
            operation = house.contract.document["paths"][route.path][route.method.lower()]
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            names = list(bodies_of(schema, house.contract.document["components"]["schemas"]))
            plausible = st.sampled_from([{"type": "Bid", "card": 1}, "highest-card", 2, [{}], "a-long-secret-name", {}])
            body = data.draw(st.dictionaries(st.sampled_from(names), plausible | values()) | values(), label="body")
            who = data.draw(st.sampled_from([None, table.tokens[1], table.host]), label="token")
            raw = json.dumps(body).encode()
            headers = {"Content-Type": "application/json"}
            answer = await house.ask(route.method, path, who, data=raw, headers=headers)
            assert answer.status < 500, (path, body, answer.raw)
            if answer.status >= 400:
                assert answer.headers["Content-Type"] == "application/problem+json"
                assert answer.code in CODES or answer.status == REFUSED_STATUS


@pytest.mark.parametrize("query", ["at=%00", "as=%F0%9F%8E%B2", "at=1&at=2", "as=seat:", "as=seat:1e1", "at=%2B1"])
async def test_strange_queries_are_answered_by_a_problem_or_a_view(house: House, query: str) -> None:
    table = await house.start_table(2)
    assert (await table.ask("GET", f"/view?{query}", 1)).status in (200, 400)
