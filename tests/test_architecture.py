"""The shape of the code, kept by reading the source: what import-linter's contracts cannot express.

The contracts themselves (layers, no clock, no random, games apart) stand in pyproject.toml and are run
here too, so that one test command tells the whole truth.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("domain", "projections", "replay_viewer", "server")
GAMES = ("arcanya", "maya")

# A closed list: a new name here is a decision, not an accident.
PURE_STDLIB = frozenset(
    {"__future__", "abc", "ast", "base64", "binascii", "bisect", "collections", "contextlib", "copy", "dataclasses"}
    | {"difflib", "enum", "functools", "hashlib", "heapq", "hmac", "importlib", "inspect", "io", "itertools"}
    | {"json", "math", "operator", "re", "string", "struct", "sys", "textwrap", "tomllib", "types", "typing"}
    | {"unicodedata", "zlib"}
)
PURE_THIRD_PARTY = {"domain": frozenset({"attrs", "attr"}), "projections": frozenset({"attrs", "attr"})}
# Who may use what more, and nobody else: the writer's codec, the reader of match files (which shares nothing with it),
# and the verifier that shares no code with the writer.
EXTRA_IMPORTS = {
    "msgspec": ("domain.kernel.codec", "projections.matchfile"),
    "msgpack": ("projections",),
    "sortedcontainers": ("projections",),
    "importlib": ("domain", "projections"),
}

# Each would make a fold depend on the process, the machine or the moment.
IMPURE_CALLS = {
    "open": "files are read by the content loaders only, through importlib.resources",
    "print": "nothing is written from here",
    "input": "nobody is asked from here",
    "eval": "data is data",
    "exec": "data is data",
    "__import__": "imports stand at the top",
    "hash": "differs between processes (PYTHONHASHSEED)",
    "id": "differs between processes",
}
EXTRA_CALLS = {"id": ("domain.kernel.memory",)}  # which shows that no result depends on it
IMPURE_METHODS = frozenset({"now", "utcnow", "today", "urandom", "getenv", "write_text", "write_bytes"})
READING_METHODS = frozenset({"read_text", "read_bytes"})
ORDER_FREE = frozenset({"any", "all", "sum", "len", "sorted", "min", "max", "set", "frozenset"})
NAMELESS_MODULES = frozenset({"utils", "util", "helpers", "helper", "misc", "common", "stuff"})

Finding = tuple[int, str]
Check = Callable[[str, ast.Module], Iterator[Finding]]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def sources(*packages: str) -> list[tuple[str, Path]]:
    return [
        (module_name(path), path)
        for package in packages
        for path in sorted((ROOT / package).rglob("*.py"))
        if "__pycache__" not in path.parts
    ]


def findings(check: Check, *packages: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for module, path in sources(*packages)
        for line, what in check(module, ast.parse(path.read_text(encoding="utf-8"), str(path)))
    ]


def imports_of(module: str, tree: ast.Module, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Every module that is imported, absolute, `from a import b` as `a.b` (b may be a module)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module.split(".")
                up = node.level - 1 if is_package else node.level
                base = ".".join([*here[: len(here) - up], *([base] if base else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def within(name: str, room: str) -> bool:
    return name == room or name.startswith(f"{room}.")


def foreign_imports(module: str, tree: ast.Module) -> Iterator[Finding]:
    """Imports of a pure package that are on none of the closed lists."""
    package = module.split(".")[0]
    for line, name in imports_of(module, tree):
        top = name.split(".")[0]
        if top in PACKAGES or top in PURE_THIRD_PARTY[package]:
            continue
        if top in EXTRA_IMPORTS:
            if top == "importlib" and not within(name, "importlib.resources"):
                yield line, f"imports {name}; only importlib.resources is allowed"
            elif not any(within(module, room) for room in EXTRA_IMPORTS[top]):
                yield line, f"imports {name}; only {', '.join(EXTRA_IMPORTS[top])} may"
        elif top not in PURE_STDLIB:
            yield line, f"imports {name}"


def reads_content(module: str) -> bool:
    """Whether this is the place where a game reads its own content files."""
    parts = module.split(".")
    return "content" in parts or parts[-1] == "loader"


def impurities(module: str, tree: ast.Module) -> Iterator[Finding]:
    """Calls that reach for the clock, the machine, or an order that differs between processes."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS and module not in EXTRA_CALLS.get(name, ()):
                yield node.lineno, f"calls {name}(): {IMPURE_CALLS[name]}"
            case ast.Call(func=ast.Attribute(attr=name)) if name in IMPURE_METHODS:
                yield node.lineno, f"calls .{name}()"
            case ast.Call(func=ast.Attribute(attr=name)) if name in READING_METHODS:
                if not reads_content(module):
                    yield node.lineno, f"calls .{name}(); only content loaders read files"
            case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                yield node.lineno, "is asynchronous"
            case ast.Global(names=names):
                yield node.lineno, f"changes a module's names ({', '.join(names)})"
            case _:
                pass


def is_set(node: ast.expr) -> bool:
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub(), right=right):
            return is_set(left) or is_set(right)
        case _:
            return False


def set_orders(module: str, tree: ast.Module) -> Iterator[Finding]:
    """Places where the order of a set, which differs between processes, can reach a result."""
    order_free: set[ast.expr] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[arg, *_]) if name in ORDER_FREE:
                order_free.add(arg)
            case ast.Call(func=ast.Name(id="list" | "tuple" | "enumerate" | "iter"), args=[arg, *_]):
                if is_set(arg):
                    yield node.lineno, "takes the order of a set; sort it"
            case ast.Call(func=ast.Attribute(attr="join"), args=[arg]) if is_set(arg):
                yield node.lineno, "joins in the order of a set; sort it"
            case ast.For(iter=over) if is_set(over):
                yield node.lineno, "walks a set; sort it"
            case ast.ListComp(generators=parts) | ast.DictComp(generators=parts):
                if node not in order_free and any(is_set(part.iter) for part in parts):
                    yield node.lineno, "walks a set; sort it"
            case ast.GeneratorExp(generators=parts):
                if node not in order_free and any(is_set(part.iter) for part in parts):
                    yield node.lineno, "walks a set; sort it"
            case _:
                pass


def game_leaks(module: str, tree: ast.Module) -> Iterator[Finding]:
    """Imports of a game from outside its own rooms and the one list of games."""
    if module == "projections.games":
        return
    for line, name in imports_of(module, tree, is_package=(ROOT / module.replace(".", "/")).is_dir()):
        for game in GAMES:
            rooms = (f"domain.{game}", f"projections.{game}")
            if any(within(name, room) for room in rooms) and not any(within(module, room) for room in rooms):
                yield line, f"imports {name}; ask projections.games for a game"


def test_import_contracts_hold() -> None:
    """The contracts of pyproject.toml, as `lint-imports` sees them."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    done = subprocess.run(
        [*command, "--no-cache"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_domain_and_projections_import_only_what_is_on_the_lists() -> None:
    assert findings(foreign_imports, "domain", "projections") == []


def test_domain_and_projections_reach_for_no_clock_file_or_process() -> None:
    assert findings(impurities, "domain", "projections") == []


def test_no_result_depends_on_the_order_of_a_set() -> None:
    assert findings(set_orders, "domain", "projections") == []


def test_a_game_is_known_only_to_its_own_rooms_and_the_one_list_of_games() -> None:
    assert findings(game_leaks, *PACKAGES) == []


def test_modules_are_named_for_their_subject() -> None:
    nameless = [name for name, _ in sources(*PACKAGES, "tests") if name.split(".")[-1] in NAMELESS_MODULES]
    assert nameless == []


BAD_SOURCES: list[tuple[Check, str, str]] = [
    (foreign_imports, "domain.kernel.chance", "import random"),
    (foreign_imports, "domain.kernel.entries", "import msgspec"),
    (foreign_imports, "domain.kernel.codec", "import msgpack"),
    (foreign_imports, "projections.audit", "from msgspec import msgpack"),
    (foreign_imports, "domain.arcanya.setup", "import importlib.util"),
    (impurities, "domain.arcanya.setup", "t = clock.now()"),
    (impurities, "domain.arcanya.setup", "text = open('cards.toml')"),
    (impurities, "domain.arcanya.setup", "text = files('x').joinpath('y').read_text()"),
    (impurities, "domain.arcanya.setup", "key = hash(card)"),
    (impurities, "projections.lobby", "async def lobby(): ..."),
    (impurities, "projections.lobby", "def f():\n    global seen"),
    (set_orders, "domain.maya.state", "for unit in {a, b}: act(unit)"),
    (set_orders, "domain.maya.state", "order = list(set(units))"),
    (set_orders, "domain.maya.state", "order = [u for u in frozenset(units) - dead]"),
    (set_orders, "domain.maya.state", "order = tuple(u for u in {x for x in units})"),
    (game_leaks, "server.app", "from domain.arcanya import state"),
    (game_leaks, "projections.lobby", "import projections.maya.view"),
    (game_leaks, "projections.lobby", "from domain import maya"),
    (game_leaks, "domain.kernel.game", "from ..arcanya import state"),
    (game_leaks, "projections.lobby", "from . import maya"),
]


@pytest.mark.parametrize(("check", "module", "source"), BAD_SOURCES)
def test_each_check_finds_what_it_looks_for(check: Check, module: str, source: str) -> None:
    assert list(check(module, ast.parse(source))) != []


GOOD_SOURCES: list[tuple[Check, str, str]] = [
    (foreign_imports, "domain.kernel.codec", "import msgspec"),
    (foreign_imports, "projections.audit", "import msgpack"),
    (foreign_imports, "domain.maya.content.loader", "from importlib.resources import files"),
    (impurities, "domain.maya.content.loader", "text = files('x').joinpath('y').read_text()"),
    (set_orders, "domain.maya.state", "order = sorted(u for u in {a, b})"),
    (set_orders, "domain.maya.state", "both = {u.id for u in set(units)}"),
    (game_leaks, "projections.games", "from domain.arcanya import rules"),
    (game_leaks, "projections.maya.view", "from domain.maya import state"),
]


@pytest.mark.parametrize(("check", "module", "source"), GOOD_SOURCES)
def test_no_check_cries_wolf(check: Check, module: str, source: str) -> None:
    assert list(check(module, ast.parse(source))) == []
