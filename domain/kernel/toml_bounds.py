"""What TOML is not even parsed, because that would take minutes or fill the memory."""

from __future__ import annotations

import re

TEXT_BYTES_MAX = 1 << 20  # a host's own cards have about 50 KB, a scenario 5
NAME_PARTS_MAX = 32  # a.b.c has three; each further one makes tables in tables, which takes ever longer
NUMBER_DIGITS_MAX = 1_000  # some thousands more, and Python itself refuses to read it
# From the beginning of a word or a quote on, and never back: a line of one long word is looked at once.
_PART = r"""(?:[\w-]++|"(?:[^"\\]|\\.)*+"|'[^']*+')"""
_MORE_PARTS = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{NAME_PARTS_MAX}}}")
_MORE_DIGITS = re.compile(rf"(?<![\d_])[\d_]{{{NUMBER_DIGITS_MAX + 1}}}")


def fault_of_toml(text: str) -> tuple[int, str] | None:
    """The line and the sentence of what keeps a text from being parsed; None where it may be."""
    if len(text) > TEXT_BYTES_MAX or len(text.encode("utf-8", "surrogatepass")) > TEXT_BYTES_MAX:
        return 1, f"the file is larger than {TEXT_BYTES_MAX >> 20} MiB"
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") >= NAME_PARTS_MAX and _MORE_PARTS.search(line):
            return number, f"a name has more than {NAME_PARTS_MAX} parts"
        if len(line) > NUMBER_DIGITS_MAX and _MORE_DIGITS.search(line):
            return number, f"a number has more than {NUMBER_DIGITS_MAX} digits"
    return None
