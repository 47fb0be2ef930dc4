"""Finds the command that was asked for, and turns whatever goes wrong into one line and an exit code."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

import click

from server.cli.outcome import UNREADABLE, Failed, line_of

# Where each command lives; a module is imported when its command is asked for, so that `--help` is quick.
COMMANDS = {
    "serve": "server.cli.serving:serve",
    "simulate": "server.cli.simulating:simulate",
    "export": "server.cli.moving:export",
    "import": "server.cli.moving:import_",
    "show": "server.cli.showing:show",
    "verify": "server.cli.verifying:verify",
    "diff": "server.cli.showing:diff",
    "replay": "server.cli.serving:replay",
    "reports": "server.cli.reporting:reports",
    "repro": "server.cli.reproducing:repro",
    "shrink": "server.cli.shrinking:shrink_",
    "fork": "server.cli.forking:fork",
    "fixtures": "server.cli.fixing:fixtures",
    "upgrade-check": "server.cli.upgrading:upgrade_check",
    "content": "server.cli.checking:content",
}


class Commands(click.Group):
    """The commands, in the order in which a newcomer would want them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command


def _version() -> str:
    try:
        return version("matchfold")
    except PackageNotFoundError:
        return "(not installed)"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(_version(), prog_name="matchfold")
def matchfold() -> None:
    """Hosts turn-based games that last for days, and never forgets how they were played."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0 well, 1 findings, 2 unreadable, 3 undecided, 130 interrupted."""
    try:
        result = matchfold.main(args=arguments, prog_name="matchfold", standalone_mode=False)
        code = result if isinstance(result, int) else 0
        sys.stdout.flush()
        return code
    except (BrokenPipeError, SystemExit):
        # Whoever read us has gone, as `head` does (click then exits at once); nothing more can be said, not even
        # when Python closes up.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _fail("stopped", 130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        hint = f" (see {error.ctx.command_path} --help)" if error.ctx is not None else ""
        return _fail(f"{error.format_message().rstrip('.')}{hint}", error.exit_code)
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except Failed as error:
        return _fail(str(error), error.code)
    except OSError as error:
        named = f"{error.filename}: " if error.filename else ""
        return _fail(f"{named}{error.strerror or error}", UNREADABLE)
    except Exception as error:
        if os.environ.get("MATCHFOLD_TRACEBACK"):
            raise
        return _fail(
            f"this should not have happened: {type(error).__name__}: {error} (MATCHFOLD_TRACEBACK=1 shows where)",
            UNREADABLE,
        )


def _fail(sentence: str, code: int) -> int:
    print("matchfold: " + line_of(" ".join(sentence.split())), file=sys.stderr)
    return code
