"""The machine's own measure, beside which a benchmark puts its figures."""

from __future__ import annotations

import hashlib
import time


def hashes_per_second(count: int = 200_000) -> int:
    """What this core does in a plain loop around a fast C function: the machine's own measure."""
    block = bytes(1024)
    began = time.perf_counter()
    for _ in range(count):
        hashlib.sha256(block).digest()
    return round(count / (time.perf_counter() - began))
