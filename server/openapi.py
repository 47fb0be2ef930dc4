"""The OpenAPI 3.1 document, made from the table of routes and the forms of bodies and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from server.api import answers
from server.problems import CODES, CONTENT_TYPE, REFUSED_STATUS

if TYPE_CHECKING:
    from server.api.routes import Route

VERSION = "1"
REFS = "#/components/schemas/{name}"
JSON = "application/json"
PATH_PARAMS: dict[str, dict[str, Any]] = {
    "id": {"type": "string", "description": "The id of a match"},
    "report": {"type": "string", "description": "The id of a report"},
    "seat": {"type": "integer", "minimum": 1, "maximum": 999, "description": "The number of a seat"},
}


def document(routes: Sequence[Route]) -> bytes:
    """The document as JSON."""
    forms = _forms(routes)
    schemas, components = msgspec.json.schema_components(forms, ref_template=REFS)
    by_form = dict(zip(forms, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_form)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Matchfold",
                "version": VERSION,
                "description": "Turn-based games over HTTP. Errors are RFC 9457 problem documents with stable codes.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "token": {"type": "http", "scheme": "bearer", "description": "A seat's, host's or invite token"}
                },
            },
        }
    )


def _forms(routes: Iterable[Route]) -> list[type]:
    forms: dict[type, None] = {answers.ProblemInfo: None, **dict.fromkeys(answers.LIVE_MESSAGES)}
    for route in routes:
        for form in (route.body, route.answer):
            if isinstance(form, type):
                forms[form] = None
    return list(forms)


def _operation(route: Route, by_form: dict[type, dict[str, Any]]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "parameters": _parameters(route),
        "responses": _responses(route, by_form),
    }
    if route.token != "none":
        bearer: list[dict[str, list[str]]] = [{"token": []}]
        operation["security"] = [*bearer, {}] if route.token == "optional" else bearer
    if route.body is not None:
        operation["requestBody"] = {
            "required": route.body_required,
            "content": {JSON: {"schema": by_form[route.body]}},
        }
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": PATH_PARAMS[name]}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    in_query = [
        {"name": param.name, "in": "query", "description": param.description, "schema": param.schema}
        for param in route.params
    ]
    return [*in_path, *in_query]


def _responses(route: Route, by_form: dict[type, dict[str, Any]]) -> dict[str, Any]:
    answered: dict[str, Any] = {"description": route.summary}
    if isinstance(route.answer, type):
        answered["content"] = {JSON: {"schema": by_form[route.answer]}}
    elif route.answer is not None:
        answered["content"] = {route.answer: {"schema": {"type": "string"} if route.answer != JSON else {}}}
    responses = {str(route.status): answered}
    by_status: dict[int, list[str]] = {}
    for code in (*route.problems, "INTERNAL"):
        status = REFUSED_STATUS if code == "REFUSED" else CODES[code][0]
        by_status.setdefault(status, []).append(code)
    if "{seat}" in route.path:
        by_status.setdefault(404, []).append("NO_SUCH_PAGE")
    for status, codes in sorted(by_status.items()):
        named = [code for code in codes if code != "REFUSED"]
        said = [*named, "or the code of the rule that refuses"] if "REFUSED" in codes else named
        responses[str(status)] = {
            "description": ", ".join(said),
            "content": {CONTENT_TYPE: {"schema": by_form[answers.ProblemInfo]}},
        }
    return responses
