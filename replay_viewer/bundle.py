"""The page's modules in one script: each in a function of its own, after those it imports from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n?', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function\*?|function\*?|class|const) +(\w+))", re.MULTILINE)
_NOTHING = re.compile(r"^export \{\};\n?", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_TYPE_IMPORT = re.compile(r"import\(\"[^\"]+\"\)\.")  # in a comment that names a type
_END_OF_SCRIPT = re.compile(r"<(?=/script|!--)", re.IGNORECASE)


class CannotBundle(Exception):
    """A module that is written in a way this cannot join: the text names it and the line."""


def bundle(root: Path, entry: str, instead: Mapping[str, str]) -> str:
    """One script that does what the module `entry` (a path below `root`) does, for an inline script element.

    `instead` names modules that take the place of others. Modules import by name from relative paths and export
    functions, classes and constants where they are declared; anything else is CannotBundle.
    """
    done: dict[str, str] = {}
    _add(root, entry, instead, done, ())
    names = {path: f"m{number}" for number, path in enumerate(done)}
    return "\n".join(_wrapped(path, source, instead, names) for path, source in done.items())


def modules_of(root: Path, entry: str) -> list[str]:
    """The modules that a module needs, itself the last, each as a path below `root`."""
    done: dict[str, str] = {}
    _add(root, entry, {}, done, ())
    return list(done)


def _add(root: Path, path: str, instead: Mapping[str, str], done: dict[str, str], above: tuple[str, ...]) -> None:
    if path in done:
        return
    if path in above:
        raise CannotBundle(f"{path} imports itself, by way of {', '.join(above[above.index(path) + 1 :]) or 'nothing'}")
    source = (root / path).read_text(encoding="utf-8")
    for found in _IMPORT.finditer(source):
        _add(root, _target(path, found[2], instead), instead, done, (*above, path))
    done[path] = source


def _target(path: str, named: str, instead: Mapping[str, str]) -> str:
    plain = normpath(join(dirname(path), named))
    return instead.get(plain, plain)


def _wrapped(path: str, source: str, instead: Mapping[str, str], names: Mapping[str, str]) -> str:
    exported = [found[1] for found in _EXPORT.finditer(source)]

    def taken(found: re.Match[str]) -> str:
        members = ", ".join(member.strip().replace(" as ", ": ") for member in found[1].split(",") if member.strip())
        return f"const {{ {members} }} = {names[_target(path, found[2], instead)]};\n"

    body = _NOTHING.sub("", _EXPORT.sub("", _IMPORT.sub(taken, source)))
    other = _OTHER.search(_TYPE_IMPORT.sub("", body))
    if other is not None:
        raise CannotBundle(f"{path}: {other[0]:.80}")
    body = _END_OF_SCRIPT.sub(r"<\\", body)
    return f"/* {path} */\nconst {names[path]} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"
