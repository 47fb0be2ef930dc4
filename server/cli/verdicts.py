"""What came out of verifying, match by match, and how it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from domain.kernel.records import record
from projections.audit import Audit
from server.cli.outcome import UNDECIDED, Failed, remark, say, say_json


@record
class Verdict:
    """What came out for one match: an audit, or why it could not be read."""

    name: str
    audit: Audit | None
    trouble: str = ""
    match_id: str = ""
    origin: str = ""  # the match that this one was forked from

    @property
    def word(self) -> str:
        """`sound`, `undecided`, `findings` or `unreadable`."""
        if self.audit is None:
            return "unreadable"
        if not self.audit.sound:
            return "findings"
        return "undecided" if self.audit.undecided else "sound"

    @property
    def sound(self) -> bool:
        return self.word == "sound"


def tell(verdicts: Sequence[Verdict]) -> None:
    """Every finding in a line, and what was proved of each sound match."""
    for verdict in verdicts:
        audit = verdict.audit
        if audit is None:
            remark(verdict.trouble)
            continue
        for finding in audit.findings:
            say(f"{verdict.name}: entry {finding.seq}: {finding.code}: {finding.sentence}")
        if audit.sound:
            proved = [f"{audit.entries} entries", f"{audit.intents_redecided} intents decided again"]
            proved += [f"{audit.intents_undecided} not"] if audit.undecided else []
            proved += [f"{audit.draws_recomputed} draws recomputed"]
            proved += [f"{audit.states_compared} states as recorded"] if audit.states_compared else []
            line = f"{verdict.name}: {verdict.word} ({', '.join(proved)})"
            if audit.draws_of_origin:
                line += f"; {audit.draws_of_origin} draws of a fork are not proved by it"
            say(line)
        for note in audit.notes:
            say(f"{verdict.name}: note: {note}")
    if len(verdicts) > 1:
        count = Counter(verdict.word for verdict in verdicts)
        told = [f"{count['sound']} sound"] + ([f"{count['undecided']} undecided"] if count["undecided"] else [])
        told += [f"{count['findings']} with findings", f"{count['unreadable']} unread"]
        say(f"{len(verdicts)} matches: {', '.join(told)}")


def tell_json(verdicts: Sequence[Verdict]) -> None:
    """The same for a script."""
    say_json({"matches": [_as_json(verdict) for verdict in verdicts]})


def _as_json(verdict: Verdict) -> dict[str, Any]:
    audit = verdict.audit
    if audit is None:
        return {"name": verdict.name, "verdict": verdict.word, "trouble": verdict.trouble}
    return {
        "name": verdict.name,
        "match": verdict.match_id,
        "verdict": verdict.word,
        "findings": [
            {"code": found.code, "seq": found.seq, "sentence": found.sentence, "detail": dict(found.detail)}
            for found in audit.findings
        ],
        "notes": list(audit.notes),
        "entries": audit.entries,
        "intents_redecided": audit.intents_redecided,
        "intents_undecided": audit.intents_undecided,
        "intents_offered": audit.intents_offered,
        "draws_recomputed": audit.draws_recomputed,
        "draws_of_origin": audit.draws_of_origin,
        "salts_recomputed": audit.salts_recomputed,
        "states_compared": audit.states_compared,
        "complete": audit.complete,
    }


def check_decided(audit: Audit, file: Path, so: str, taken: bool) -> None:
    """Failed where rules that are not installed decided something, unless such a match is `taken` all the same."""
    if not audit.undecided or taken:
        return
    told = next(note for note in audit.notes if "not installed" in note)
    raise Failed(f"{file}: {told}, proved by nothing here; {so} (--undecided takes it all the same)", UNDECIDED)
