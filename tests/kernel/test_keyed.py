"""HMAC with the key hashed in once gives the bytes of the standard one."""

from __future__ import annotations

import hmac

from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.keyed import Keyed


@given(st.binary(max_size=100), st.lists(st.binary(max_size=200), max_size=3))
def test_it_is_hmac_sha256_for_every_key_and_every_message(key: bytes, messages: list[bytes]) -> None:
    keyed = Keyed(key)
    for message in messages:
        assert keyed.digest(message) == hmac.digest(key, message, "sha256")
