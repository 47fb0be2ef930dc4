"""What a capsule tells when it is played again: whether it is sound, where it parts, what was shown and refused."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.codec import Damaged
from domain.kernel.game import Refused
from domain.kernel.match import MatchState
from domain.kernel.records import evolve, record
from domain.kernel.registry import UnknownType
from domain.kernel.secrecy import Intent
from projections.audit import Finding, examine
from projections.capsule import Attempt, Capsule
from projections.diff import Change, changes_between
from projections.failing import broken_where, named, shown_to_all
from projections.history import History
from projections.legality import was_offered
from projections.plugin import JSON, Plugin
from projections.redecide import plain
from projections.scripts import SECRET, LoggedChance, Place, Script, move_from_json, played, script_of
from projections.views import offers_view, seat_of
from projections.where import Condition

STEPS_TOLD = 6
CHANGES_MAX = 20
INTERNAL = "INTERNAL"
DECIDED_OTHERWISE = frozenset({"DECISION", "REFUSED", "OFFER"})  # what an audit finds where the rules have changed


@record
class Tried:
    """A refused intent tried again where it stood: how it ends now, and whether it was among the offers."""

    attempt: Attempt
    now: str
    code: str | None
    offered: bool

    @property
    def accepted(self) -> bool:
        return self.code is None

    @property
    def same(self) -> bool:
        return self.code == self.attempt.code


@record
class Reproduction:
    """A capsule played again.

    `findings` are those of an audit, among them where the rules part from the log; so many intents were decided again,
    and so many were not, for want of the rules that decided them. `view` and `offers` are what the reporter sees and
    may do at the step; `shown` says how that differs from what they were shown then.
    """

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    told: tuple[JSON, ...]
    view: JSON | None
    offers: JSON | None
    shown: tuple[Change, ...]
    tried: tuple[Tried, ...]
    intents_redecided: int
    intents_undecided: int

    @property
    def sound(self) -> bool:
        return not self.findings


def reproduce(capsule: Capsule, plugin: Plugin) -> Reproduction:
    """Plays a capsule again under the code of today."""
    audit = examine(capsule.log, plugin)
    findings = [finding for finding in audit.findings if not _is_closed_secret(capsule, finding)]
    history = History(plugin, capsule.report.match_id)
    try:
        history.extend(capsule.log.entries)
    except (Damaged, UnknownType):
        pass  # the audit says where
    except Exception as error:
        at = history.head.seq + 1
        if not findings:
            findings.append(Finding("FOLD", at, f"entry {at} does not fit those before it: {broken_where(error)}"))
    step = min(capsule.report.step, history.head.seq)
    view, offers, told, broken = _at_step(capsule, history, step)
    findings += broken
    shown = () if capsule.seen is None else tuple(_limited(_otherwise(capsule.seen, view, offers)))
    tried = tuple([_tried(attempt, history, plugin) for attempt in capsule.refusals if _known(capsule, attempt)])
    return Reproduction(
        tuple(findings),
        audit.notes,
        tuple(told),
        view,
        offers,
        shown,
        tried,
        audit.intents_redecided,
        audit.intents_undecided,
    )


def troubles(capsule: Capsule, plugin: Plugin, *, wrongly_refused: bool = False, never: str | None = None) -> list[str]:
    """Everything that is wrong with a report under the code of today, in sentences; nothing once the bug is fixed.

    `wrongly_refused`: what was refused should be accepted. `never`: a condition that should not stand after any intent
    of the match, played again. Once that is mended, today's rules decide otherwise than the log has it, so this is no
    trouble then.
    """
    again = reproduce(capsule, plugin)
    wrong = [finding for finding in again.findings if never is None or finding.code not in DECIDED_OTHERWISE]
    found = [f"entry {finding.seq}: {finding.code}: {finding.sentence}" for finding in wrong]
    for tried in again.tried:
        if tried.accepted:
            continue
        name = tried.attempt.intent.get("type")
        if tried.code == INTERNAL:
            found.append(f"after entry {tried.attempt.seq} {name} breaks the rules: {tried.now}")
        elif tried.offered:
            found.append(f"after entry {tried.attempt.seq} {name} is offered and refused: {tried.now}")
        elif wrongly_refused:
            found.append(f"after entry {tried.attempt.seq} {name} is refused: {tried.now}")
    if never is not None:
        found += _standing(script_in(capsule, plugin), plugin, Condition(never))
    return found


def script_in(capsule: Capsule, plugin: Plugin) -> Script:
    """The play that a whole capsule holds, with what was refused or broke where it was asked."""
    attempts: dict[int, list[Intent]] = {}
    for attempt in capsule.refusals:
        try:
            intent = move_from_json(plugin.rules, {**attempt.intent, "seat": attempt.seat})
        except Refused:
            continue  # it never was an intent of this game
        attempts.setdefault(attempt.seq, []).append(intent)
    return script_of(plugin.rules, capsule.log.entries, attempts)


def _standing(script: Script, plugin: Plugin, condition: Condition) -> list[str]:
    """Where a condition stands first when a match is played again."""
    for count, moment in enumerate(played(plugin.rules, script)):
        if moment.after is not None and condition.holds(named(moment)):
            return [f"played again, after intent {count} ({moment.intent.TYPE}) it is so that {condition.text}"]
    return []


# -- the log


def _is_closed_secret(capsule: Capsule, finding: Finding) -> bool:
    """A match that was under way keeps its secret also from the host's copy; everything else in that is open."""
    return capsule.whole and (finding.code, finding.seq, finding.detail.get("audience")) == ("REDACTION", 2, "server")


def _playable(state: MatchState) -> MatchState:
    """A state that can be gone on from: a secret that is kept is replaced, for nothing is drawn from it here."""
    return state if state.secret is not None else evolve(state, secret=SECRET)


# -- the step


def _at_step(
    capsule: Capsule, history: History, step: int
) -> tuple[JSON | None, JSON | None, list[JSON], list[Finding]]:
    """What the reporter sees and may do after an entry, what led there, and what breaks in showing it."""
    plugin, viewer = history.plugin, capsule.report.viewer
    try:
        view = history.view(viewer, step)
        state = history.state_at(step)
        seat = seat_of(viewer)
        offers = offers_view(plugin, state, seat) if seat is not None else None
        told = history.timeline(viewer, 0, step)[-STEPS_TOLD:]
        if history.plugin.rules.outcome(state) is None and state.started and capsule.whole:
            shown_to_all(plugin, state)
    except Exception as error:  # whatever cannot be shown is what the report may be about
        return (
            None,
            None,
            [],
            [Finding("SHOWN", step, f"what is seen after entry {step} breaks: {broken_where(error)}")],
        )
    return view, offers, told, []


def _otherwise(seen: JSON, view: JSON | None, offers: JSON | None) -> Iterator[Change]:
    """How what was shown then differs from what is shown now."""
    yield from changes_between(seen.get("view"), plain(view), "view")
    if seen.get("offers") is not None:
        yield from changes_between(seen["offers"], plain(offers), "offers")


def _limited(changes: Iterator[Change]) -> Iterator[Change]:
    for count, change in enumerate(changes, start=1):
        yield change
        if count == CHANGES_MAX:
            return


# -- what was refused


def _known(capsule: Capsule, attempt: Attempt) -> bool:
    """Whether the log holds all that is needed to decide for this seat."""
    return capsule.whole and attempt.seq <= len(capsule.log.entries)


def _tried(attempt: Attempt, history: History, plugin: Plugin) -> Tried:
    rules = plugin.rules
    state = _playable(history.state_at(min(attempt.seq, history.head.seq)))
    try:
        intent = move_from_json(rules, {**attempt.intent, "seat": attempt.seat})
    except Refused as refused:
        return Tried(attempt, str(refused), refused.code, False)
    now, code = "accepted", None
    try:
        rules.step(state, intent, LoggedChance(Place(state), ()))
    except Refused as refused:
        now, code = str(refused), refused.code
    except Exception as error:
        now, code = broken_where(error), INTERNAL
    try:
        asked = state.started and intent.TYPE not in plugin.unasked
        offered = asked and was_offered(plugin, rules, state, intent, accepted=code is None)
    except Exception as error:
        return Tried(attempt, broken_where(error), INTERNAL, False)
    return Tried(attempt, now, code, offered)
