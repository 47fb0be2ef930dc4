"""Breaking the built-in files on purpose, and small files of a host's own."""

from __future__ import annotations

from importlib import resources

import pytest

from domain.maya.content.loader import ContentError, load_pack_text
from domain.maya.content.models import ContentPack


def built_in(file: str) -> str:
    """The text of a built-in file."""
    return resources.files("domain.maya.content").joinpath(file).read_text(encoding="utf-8")


def changed(file: str, old: str, new: str) -> str:
    """The built-in file with one passage changed."""
    text = built_in(file)
    assert old in text, f"{file} has no {old!r}"
    return text.replace(old, new, 1)


def with_change(file: str, old: str, new: str) -> ContentPack:
    """The content with one passage of one file changed."""
    return load_pack_text({file: changed(file, old, new)})


def refusal(file: str, old: str, new: str) -> ContentError:
    """How the changed file is refused."""
    with pytest.raises(ContentError) as caught:
        with_change(file, old, new)
    assert caught.value.file.endswith(file)
    return caught.value


def line(file: str, passage: str) -> int:
    """The line of the built-in file in which a passage stands."""
    text = built_in(file)
    assert passage in text, f"{file} has no {passage!r}"
    return text[: text.index(passage)].count("\n") + 1
