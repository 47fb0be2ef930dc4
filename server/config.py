"""What a host can set, with the values that suit a group on one machine."""

from __future__ import annotations

import attrs


@attrs.frozen
class Settings:
    """One server's settings; durations and sizes carry their unit in the name."""

    store: str = "sqlite:matchfold.db"
    host: str = "127.0.0.1"
    port: int = 8640
    secure_cookies: bool = False  # set where the server is reached over https
    log_level: str = "info"

    bot_delay_ms: int = 700  # so that people can follow what bots do
    body_bytes_max: int = 64 * 1024
    body_seconds_max: float = 30  # a client that takes longer to send one is told so and cut off
    create_bytes_max: int = 512 * 1024  # a host may bring content of their own
    json_depth_max: int = 24

    matches_open_max: int = 1_000
    idle_seconds_max: float = 900
    sweep_seconds: float = 30
    snapshot_every_entries: int = 256
    refusals_kept: int = 50  # for each seat
    lobby_flush_seconds: float = 1

    live_heartbeat_seconds: float = 25
    live_send_seconds_max: float = 20  # a client that takes longer to read one message is cut off
    live_sockets_max: int = 5_000
    drain_seconds_max: float = 10
