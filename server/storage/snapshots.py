"""The checksum kept beside each snapshot, so that a damaged or misplaced one is not believed."""

from __future__ import annotations

from hashlib import blake2b


def snapshot_checksum(match: str, seq: int, fold_version: str, data: bytes) -> bytes:
    """16 bytes over a snapshot and the key it is kept under."""
    digest = blake2b(digest_size=16)
    for part in (match.encode(), str(seq).encode(), fold_version.encode(), data):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.digest()
