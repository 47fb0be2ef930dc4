"""Joining the page's modules into one script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from replay_viewer.bundle import CannotBundle, bundle
from replay_viewer.offline import INSTEAD
from replay_viewer.pages import STATIC_ROOT


def modules(folder: Path, **sources: str) -> Path:
    for name, source in sources.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    return folder


def test_a_module_comes_after_those_it_imports_from(tmp_path: Path) -> None:
    root = modules(
        tmp_path,
        main='import { b, c as other } from "./middle.js";\nb(other);\n',
        middle='import { base } from "./low.js";\nexport function b() { return base; }\nexport const c = 1;\n',
        low="export const base = 2;\nexport {};\n",
    )
    script = bundle(root, "main.js", {})
    assert [line for line in script.splitlines() if line.startswith("/*")] == [
        "/* low.js */",
        "/* middle.js */",
        "/* main.js */",
    ]
    assert "const { b, c: other } = m1;" in script and "return { b, c };" in script
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)


def test_one_module_may_stand_in_for_another(tmp_path: Path) -> None:
    root = modules(
        tmp_path,
        main='import { ask } from "./far.js";\nask();\n',
        far="export function ask() { return fetch; }\n",
        near="export function ask() { return 1; }\n",
    )
    script = bundle(root, "main.js", {"far.js": "near.js"})
    assert "/* near.js */" in script and "fetch" not in script


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ('import everything from "./low.js";\n', "main.js: import everything"),
        ('import "./low.js";\n', "main.js: import"),
        ("export default 1;\n", "main.js: export default"),
        ("export let a = 1;\n", "main.js: export let"),
        ('const a = 1;\nexport { a } from "./low.js";\n', "main.js: export { a }"),
        ('import { a } from "./main.js";\n', "main.js imports itself"),
        ('const later = () => import("./low.js");\n', 'main.js: import("./low.js")'),
    ],
)
def test_what_cannot_be_joined_is_refused_by_name(tmp_path: Path, source: str, named: str) -> None:
    root = modules(tmp_path, main=source, low="export const a = 1;\n")
    with pytest.raises(CannotBundle, match=re.escape(named)):
        bundle(root, "main.js", {})


def test_nothing_in_a_script_ends_its_element(tmp_path: Path) -> None:
    root = modules(tmp_path, main='const text = "</script><!-- ";\nconsole.log(text);\n')
    script = bundle(root, "main.js", {})
    assert "</script" not in script and "<!--" not in script
    assert '"<\\/script><\\!-- "' in script


def test_the_page_of_a_match_can_be_joined_and_goes_to_no_server() -> None:
    script = bundle(STATIC_ROOT, "match.js", INSTEAD)
    assert "/* boards/index.js */" in script and "/* proof.js */" in script
    assert "/* fetching.js */" not in script and "/* place.js */" not in script
    assert not re.search(r"\bfetch\(", script)
