"""`python -m server.cli` is the `matchfold` command."""

from __future__ import annotations

from server.cli.run import main

raise SystemExit(main())
