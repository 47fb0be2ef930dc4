"""Run the peers' benchmarks with their own interpreter, and print what they measured as one JSON list.

The interpreter is the one argument, or stands in MATCHFOLD_PEERS_PYTHON.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BENCHMARKS = ("catanatron_playouts", "eventsourcing_rebuild")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="?", default=os.environ.get("MATCHFOLD_PEERS_PYTHON"))
    parser.add_argument("--only", choices=BENCHMARKS, action="append", help="one of them; may be repeated")
    options = parser.parse_args()
    if not options.python:
        print("Name the peers' interpreter, or set MATCHFOLD_PEERS_PYTHON (benchmarks/README.md).", file=sys.stderr)
        return 2
    try:
        figures = [measure(options.python, name) for name in options.only or BENCHMARKS]
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"A peer could not be measured: {error}", file=sys.stderr)
        return 1
    print(json.dumps(figures, indent=2))
    return 0


def measure(python: str, name: str) -> dict[str, Any]:
    """One peer's figures, measured in a process of its own."""
    done = subprocess.run([python, str(HERE / f"{name}.py")], check=True, stdout=subprocess.PIPE, text=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


if __name__ == "__main__":
    raise SystemExit(main())
