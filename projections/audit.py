"""Proves a match from its log, or names the entry at which it does not hold.

A log in full is checked through and through: links, commitments, salts, every draw recomputed from the secret, every
intent decided again under the rules that decided it, compared event by event, and looked for among what its seat was
offered. A redacted log is checked as far as its reader can see: links, commitments of what is open, what is sealed for
whom, the fold. Whatever the log holds, an audit ends in findings and never in a crash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import attrs

from domain.kernel.chance import ALGORITHM
from domain.kernel.codec import Damaged
from domain.kernel.entries import Entry, Head, Part
from domain.kernel.lifecycle import (
    CreateMatch,
    HandOver,
    KeepHandsClosed,
    OpenHidden,
    RulesChanged,
    SitDown,
    StandUp,
    StartMatch,
)
from domain.kernel.match import BLANK, MatchRules, MatchState
from domain.kernel.records import evolve, record
from domain.kernel.registry import UnknownType
from projections import proofs
from projections.digests import state_digest
from projections.legality import was_offered
from projections.matchfile import AUDITOR, MatchFile, audiences_of
from projections.proofs import NotCanonical, Opened
from projections.redecide import Divergence, Step, Written, redecide
from projections.shapes import LIFECYCLE, Shapes, belongs, fault_of_intent
from projections.views import is_viewer

FINDINGS_MAX = 100  # a log that is wrong everywhere needs no longer list
FINDINGS_KEPT_MAX = 2_000  # more are only counted, so that a hostile log does not fill the memory with its faults
UNRULED = (HandOver, KeepHandsClosed, OpenHidden, SitDown, StandUp)  # what is alike under all rules
SEATLESS = (CreateMatch, StartMatch, *UNRULED)  # asked of the table, before any seat is asked anything
TYPE_ENDS_BY = 48  # bytes: the number of an entry, its kind, and the name of one of these two types
SENTENCE_LENGTH_MAX = 400  # what a hostile log calls things may be as long as the log
NOTHING_RECORDED: Mapping[int, str] = {}


class Ruled(Protocol):
    """Whatever knows the rules of a game: its plug-in.

    It may also say which intents need no offer (`unasked`), which fields name a way among several (`ways`), how the
    offers put an intent (`offered_as`), and which rules are installed beside today's (`deciders`).
    """

    @property
    def rules(self) -> MatchRules: ...


@record
class Finding:
    """One thing that does not hold: a stable code, the entry it is at, and a sentence for a person."""

    code: str
    seq: int
    sentence: str
    detail: Mapping[str, Any] = attrs.field(factory=dict)


@record
class Audit:
    """What an audit found, how much it proved, and what it had to leave out (`notes`).

    `draws_of_origin` are those of a fork that came from the match it was forked from: only that one's log proves them.
    `intents_undecided` are those of a full log that no rules installed here can decide again. Whoever forges a log may
    claim such rules for it, so that where there are any it is not proved.
    """

    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    entries: int
    intents_redecided: int
    draws_recomputed: int
    salts_recomputed: int
    complete: bool
    intents_offered: int = 0
    states_compared: int = 0
    draws_of_origin: int = 0
    intents_undecided: int = 0

    @property
    def sound(self) -> bool:
        """Whether nothing was found wrong; what could not be decided again may be wrong all the same."""
        return not self.findings

    @property
    def undecided(self) -> bool:
        """Whether nothing was found wrong in a log that was not decided again in full."""
        return self.sound and self.intents_undecided > 0


def audit(file: MatchFile, plugin: Ruled, kept: Head | None = None) -> list[Finding]:
    """Everything that does not hold in a match file; nothing for a sound one."""
    return list(examine(file, plugin, kept).findings)


def examine(
    file: MatchFile,
    plugin: Ruled,
    kept: Head | None = None,
    digests: Mapping[int, str] = NOTHING_RECORDED,
) -> Audit:
    """The whole audit of a match file.

    `kept` is a head that somebody noted while the match was on; `digests` are those of states that were recorded, by
    the entry after which the match stood so (64 hex digits, or as many of the first ones as were kept).
    """
    return _Examination(file, plugin, kept, digests).done()


class _Examination:
    """One audit under way: what was found so far, and what is known of the match."""

    def __init__(self, file: MatchFile, plugin: Ruled, kept: Head | None, digests: Mapping[int, str]) -> None:
        self.file = file
        self.rules = plugin.rules
        todays = {self.rules.game.rules_version: self.rules}
        self.deciders: Mapping[int, MatchRules] = getattr(plugin, "deciders", todays)
        self.plugin = plugin
        self.unasked: frozenset[str] = getattr(plugin, "unasked", frozenset())
        self.kept = kept
        self.digests = digests
        self.shapes = Shapes(self.rules.registry)
        self.found: list[Finding] = []
        self.unlisted = 0
        self.notes: list[str] = []
        self.created: Opened | None = None
        self.last: Opened | None = None
        self.base: MatchState = BLANK
        self.table: Any = None
        self.step: Step | None = None
        self.seed: bytes | None = None
        self.past_the_end = False
        self.redecided = self.offered = self.drawn = self.salted = self.compared = self.drawn_before = 0
        self.skipped: dict[int, int] = {}
        self.allowed = audiences_of(file.viewer)
        # The host's copy of a match under way keeps its secret closed, and nothing but draws follows from that.
        self.decidable = all(
            part.body is not None or (entry.seq == 2 and part.audience == "server" and file.viewer == AUDITOR)
            for entry in file.entries
            for part in entry.parts
        )

    def done(self) -> Audit:
        secret = self.secret()
        self.read_through(secret)
        self.check_header()
        if secret is not None:
            self.check_salts(secret)
        self.say_what_was_left_out(secret)
        ordered = sorted(self.found, key=lambda finding: finding.seq)
        if len(ordered) + self.unlisted > FINDINGS_MAX:
            self.notes.append(f"{len(ordered) + self.unlisted - FINDINGS_MAX} further findings are not listed")
        return Audit(
            findings=tuple(ordered[:FINDINGS_MAX]),
            notes=tuple(self.notes),
            entries=len(self.file.entries),
            intents_redecided=self.redecided,
            draws_recomputed=self.drawn,
            salts_recomputed=self.salted,
            complete=self.state.revealed,
            intents_offered=self.offered,
            states_compared=self.compared,
            draws_of_origin=self.drawn_before,
            intents_undecided=sum(self.skipped.values()) if self.decidable else 0,
        )

    @property
    def state(self) -> MatchState:
        """The match so far. The game's own table runs ahead of it, as most events change nothing else."""
        if self.table is not self.base.table:
            self.base = evolve(self.base, table=self.table)
        return self.base

    def say(self, code: str, seq: int, sentence: str, **detail: Any) -> None:
        if len(sentence) > SENTENCE_LENGTH_MAX:
            sentence = f"{sentence[:SENTENCE_LENGTH_MAX]}…"
        if len(self.found) < FINDINGS_KEPT_MAX:
            self.found.append(Finding(code, seq, sentence, detail))
        else:
            self.unlisted += 1

    def read_through(self, secret: bytes | None) -> None:
        """Every entry in turn: its bytes first, then what it does to the match.

        After the first entry whose bytes are none, bytes are still checked, and nothing is folded any more.
        """
        link = proofs.link_before_all(self.file.match_id)
        expected = 0
        readable = folding = True
        for entry in self.file.entries:
            expected += 1
            if entry.seq != expected:
                self.say_place(entry, expected)
                readable = False
            if proofs.link_after(link, entry) != entry.link:
                self.say(
                    "LINK",
                    entry.seq,
                    f"the link of entry {entry.seq} does not follow from the entry before and its own bytes",
                )
            expected, link = entry.seq, entry.link
            read = self.read(entry)
            readable = readable and read is not None
            if read is not None and readable:
                self.last = read
                if expected <= 2 and read.type == "MatchCreated":
                    self.created = read
                folding = folding and self.fold(entry, read, secret)
        if folding:
            self.compare(self.step)
            if self.rules.over(self.state) and not self.state.revealed:
                self.say("OUTCOME", expected, "the match is over and its secret was not told")

    # -- bytes

    def say_place(self, entry: Entry, expected: int) -> None:
        kind = "is missing" if entry.seq > expected else "comes again or out of order"
        sentence = f"entry {min(expected, entry.seq)} {kind}: entry {entry.seq} stands in place {expected}"
        self.say("SEQ", expected, sentence)

    def read(self, entry: Entry) -> Opened | None:
        """The entry out of its bytes; None if they are not those of an entry."""
        sound = not entry.parts or all([self.check_part(entry, part) for part in entry.parts])
        try:
            read = proofs.opened(entry)
        except NotCanonical as error:
            self.say("ENCODING", entry.seq, f"entry {entry.seq} is not in its one encoding: {error}")
            return None
        if read.seq != entry.seq:
            self.say("ENCODING", entry.seq, f"entry {entry.seq} says of itself that it is entry {read.seq}")
            return None
        return read if sound else None

    def check_part(self, entry: Entry, part: Part) -> bool:
        """What a part says of itself holds; False if it is no part at all."""
        if part.salt is not None and part.body is not None and not proofs.fits_commitment(part):
            self.say(
                "COMMITMENT",
                entry.seq,
                f"what entry {entry.seq} opens for {part.audience} is not what was committed to",
                audience=part.audience,
            )
        may = self.allowed is None or part.audience in self.allowed
        if may != (part.body is not None):
            what = "keeps closed what is" if may else "opens what is not"
            self.say(
                "REDACTION",
                entry.seq,
                f"entry {entry.seq} {what} for {self.file.viewer} to see: the part for {part.audience}",
                audience=part.audience,
            )
        if len(part.commitment) != 32 or (part.salt is not None and len(part.salt) != 16):
            self.say("ENCODING", entry.seq, f"a commitment or salt of entry {entry.seq} has the wrong length")
            return False
        return True

    def check_header(self) -> None:
        """The header says what the log says, and a kept head is still in the log."""
        file, last = self.file, self.file.entries[-1]
        if file.count != len(file.entries):
            self.say("HEADER", last.seq, f"the header promises {file.count} entries; there are {len(file.entries)}")
        if file.head != Head(last.seq, last.link):
            self.say("HEADER", last.seq, f"the header's head, entry {file.head.seq}, is not the end of this log")
        created = self.created
        if created is None:
            self.say("HEADER", 1, "the log does not begin with an open table")
        else:
            told = (created.fields.get("match_id"), created.fields.get("game"), created.fields.get("title"))
            if told != (file.match_id, file.game, file.title):
                self.say("HEADER", created.seq, "the header names another match, game or title than the log")
            seats = created.fields.get("seats")
            if isinstance(seats, list) and not is_viewer(file.viewer, len(seats)):
                self.say("HEADER", created.seq, f"the header names {file.viewer} at a table of {len(seats)} seats")
        if file.game != self.rules.game.name:
            self.say("HEADER", 1, f"this is a match of {file.game}, not of {self.rules.game.name}")
        if self.last is not None and self.last.seq == last.seq and self.last.rules != file.rules:
            self.say("HEADER", last.seq, f"the header says rules {file.rules}, the log {self.last.rules}")
        if self.kept is not None:
            self.check_kept(self.kept)

    def check_kept(self, kept: Head) -> None:
        link = next((entry.link for entry in self.file.entries if entry.seq == kept.seq), None)
        if kept.seq == 0:
            link = proofs.link_before_all(self.file.match_id)
        if link is None:
            last = self.file.entries[-1].seq
            self.say("HEAD", last, f"the kept head is entry {kept.seq}; this log ends at {last}, so its end is gone")
        elif link != kept.link:
            self.say("HEAD", kept.seq, f"entry {kept.seq} is not the one whose head was kept: the log was rewritten")

    # -- secret and chance

    def secret(self) -> bytes | None:
        """The match secret, if this log tells it and it is the one that was committed to."""
        commitment = None
        told: list[tuple[int, str]] = []
        for entry in self.telling():
            if entry.type == "MatchCreated":
                commitment = entry.fields.get("commitment")
                told.append((entry.seq, entry.bodies.get("server", {}).get("secret", "")))
                if entry.fields.get("algorithm") != ALGORITHM:
                    self.say("CHANCE", entry.seq, f"the draws follow {entry.fields.get('algorithm')!r}, unknown here")
            elif entry.type == "SecretRevealed":
                told.append((entry.seq, entry.fields.get("secret", "")))
        for seq, text in told:
            if not text:
                continue
            try:
                secret = bytes.fromhex(text)
            except (ValueError, TypeError):
                secret = b""
            if not isinstance(commitment, str) or not proofs.secret_fits(secret, commitment):
                self.say("SECRET", seq, "the secret told is not the one committed to when the table was opened")
                return None
        return bytes.fromhex(told[-1][1]) if told and told[-1][1] else None

    def telling(self) -> Iterator[Opened]:
        """The entries that may tell of the secret, as far as they can be read."""
        for entry in self.file.entries:
            begins = entry.public[:TYPE_ENDS_BY]
            if b"MatchCreated" not in begins and b"SecretRevealed" not in begins:
                continue
            try:
                yield proofs.opened(entry)
            except NotCanonical:
                continue  # said where the log is read through

    def check_salts(self, secret: bytes) -> None:
        """Every salt follows from the secret, so the server could not choose one to fit."""
        for entry in self.file.entries:
            for part in entry.parts:
                if part.salt is None or not 0 < entry.seq < 1 << proofs.INTEGER_BITS:
                    continue
                self.salted += 1
                if proofs.salt_of(secret, entry.seq, part.audience) != part.salt:
                    self.say(
                        "SALT",
                        entry.seq,
                        f"the salt of entry {entry.seq} for {part.audience} does not follow from the secret",
                        audience=part.audience,
                    )

    def check_draw(self, entry: Opened, seed: bytes | None) -> None:
        number = entry.fields.get("number")
        if number != self.base.draws:
            self.say("CHANCE", entry.seq, f"draw {number} comes where draw {self.base.draws} is due")
            return
        origin = self.base.origin
        if origin is not None and entry.seq <= origin.seq:
            self.drawn_before += 1  # made in the match that this one was forked from, with its secret
            return
        body = entry.bodies.get("server")
        if body is None or seed is None or self.base.scripted:
            return
        self.drawn += 1
        label, kind, size = body.get("label"), body.get("kind"), body.get("size")
        known = isinstance(label, str) and isinstance(kind, str) and type(size) is int
        result = body.get("result")
        if not known or not proofs.comes_out(seed, number, str(label), str(kind), int(size or 0), result):
            sentence = f"draw {number} ({label}) did not come out as the secret makes it"
            self.say("CHANCE", entry.seq, sentence, logged=result)

    # -- fold and decisions

    def fold(self, entry: Entry, read: Opened, secret: bytes | None) -> bool:
        """Folds an entry; an intent is kept to be decided again once its events are known. False: no further."""
        if not self.past_the_end and self.ended(read):
            self.say("OUTCOME", read.seq, f"entry {read.seq} comes after the end of the match")
            self.past_the_end = True
        if read.type == "ChanceDrawn":
            self.check_draw(read, self.match_seed(secret))
        try:
            envelope, facts = self.rules.reader.read(entry)
        except (UnknownType, Damaged) as error:
            code = "UNKNOWN_TYPE" if isinstance(error, UnknownType) else "ENCODING"
            self.say(code, read.seq, f"entry {read.seq} cannot be read: {error}")
            return self.no_further(read)
        for code, sentence in self.shapes.faults(read):
            self.say(code, read.seq, sentence)
        if read.kind == "intent":
            self.compare(self.step)
            if (wrong := fault_of_intent(read, facts[0], self.rules.host_intents)) is not None:
                self.say("ENVELOPE", read.seq, wrong)
            self.step = Step(self.state, read, facts[0], Written(bytes(envelope.fields), entry.parts))
            return self.as_recorded(read.seq)
        step = self.step
        if step is None:
            self.say("ENVELOPE", read.seq, f"entry {read.seq} is an event that no intent caused")
        else:
            if not belongs(read, step.intent):
                sentence = f"entry {read.seq} does not belong to the intent before it, {step.intent.seq}"
                self.say("ENVELOPE", read.seq, sentence)
            step.caused.append(read)
            step.caused_in.append(Written(bytes(envelope.fields), entry.parts))
            step.caused_as.append(facts)
        try:
            for fact in facts:
                if fact.__class__ in LIFECYCLE:
                    self.base = self.rules.evolve(self.state, fact)
                    self.table = self.base.table
                else:
                    self.table = self.rules.game.evolve(self.table, fact)
            early = read.type == "SecretRevealed" and not self.rules.over(self.state)
        except Exception as error:  # whatever a damaged log does to a fold is a finding about the log
            self.say("FOLD", read.seq, f"entry {read.seq} ({read.type}) does not fit the state before it: {error!r}")
            return self.no_further(read)
        if early:
            self.say("OUTCOME", read.seq, f"entry {read.seq} tells the secret of a match that is not over")
        return self.as_recorded(read.seq)

    def no_further(self, read: Opened) -> bool:
        self.notes.append(f"nothing after entry {read.seq - 1} was folded or decided again")
        return False

    def ended(self, read: Opened) -> bool:
        """Whether the match was over before this entry, which is not part of its ending."""
        return self.base.revealed or (read.kind == "intent" and self.rules.over(self.state))

    def match_seed(self, secret: bytes | None) -> bytes | None:
        """The seed of all draws, once the seats are taken; None where it cannot be known."""
        if secret is None:
            return None
        if self.seed is None:
            try:
                entropies = [bytes.fromhex(holder.entropy) if holder else b"" for holder in self.state.holders]
            except ValueError:
                return None  # no rules let such a seat be taken; that is said where the intent is decided again
            self.seed = proofs.match_seed(secret, entropies, self.state.match_id)
        return self.seed

    def as_recorded(self, seq: int) -> bool:
        """Compares the state after an entry with the one that was recorded then; folding goes on in any case."""
        recorded = self.digests.get(seq)
        if recorded is not None:
            self.compared += 1
            if not state_digest(self.state).startswith(recorded):
                self.say("DIGEST", seq, f"the state after entry {seq} is not the one that was recorded then")
        return True

    def compare(self, step: Step | None) -> None:
        """Decides an intent again, as it was decided then, and names the first event that comes out otherwise."""
        if step is None:
            return
        rules = self.deciders.get(step.intent.rules)
        if rules is None and isinstance(step.asked, UNRULED):
            rules = self.rules
        if rules is None or not self.decidable:
            self.check_in_force(step)
            if rules is None:
                self.skipped[step.intent.rules] = self.skipped.get(step.intent.rules, 0) + 1
            return
        self.redecided += 1
        try:
            redecide(rules, step)
        except Divergence as error:
            self.say(error.code, error.seq, error.sentence, **error.detail)
        else:
            self.check_offered(step, rules)

    def check_in_force(self, step: Step) -> None:
        """What cannot be decided again was at least decided by rules that the log says were in force by then."""
        if isinstance(step.asked, UNRULED):
            return  # asked of a newer server, whose rules take over with the start or the next move only
        seq, said, told = step.intent.seq, step.intent.rules, self.state.rules
        if said != told:
            sentence = f"entry {seq} says that rules {said} decided it, where rules {told} were in force"
            self.say("ENVELOPE", seq, sentence)
        before = step.before.rules
        for logged, facts in zip(step.caused, step.caused_as, strict=True):
            for fact in facts:
                if not isinstance(fact, RulesChanged):
                    continue
                if (fact.before, fact.now) != (before, said) or fact.now == before:
                    sentence = f"entry {logged.seq} changes the rules from {fact.before} to {fact.now}, not {before}"
                    self.say("ENVELOPE", logged.seq, f"{sentence} to {said}")
                before = fact.now

    def check_offered(self, step: Step, rules: MatchRules) -> None:
        """What a seat did was among the things that it was offered then."""
        if isinstance(step.asked, SEATLESS) or step.intent.type in self.unasked:
            return
        self.offered += 1
        seat = step.asked.seat
        try:
            fits = was_offered(self.plugin, rules, step.before, step.asked, accepted=True)
        except Exception as error:  # a state that no play leads to can break any assertion of the rules
            self.say("OFFER", step.intent.seq, f"what seat {seat} was offered cannot be made out: {error!r}")
            return
        if not fits:
            sentence = f"entry {step.intent.seq} ({step.intent.type}) is not among what seat {seat} was offered"
            self.say("OFFER", step.intent.seq, sentence)

    def say_what_was_left_out(self, secret: bytes | None) -> None:
        if self.state.scripted:
            self.say("SCRIPTED", 2, "the draws of this match were stated in advance, so chance is not proved")
        origin = self.state.origin
        if origin is not None:
            self.notes.append(
                f"this match was forked from {origin.match_id}; its first {origin.seq} entries, and how their draws "
                f"came out, are proved by the log of that match only (link {origin.link})"
            )
        if not self.decidable:
            self.notes.append("sealed parts are closed in this log, so no intent was decided again")
        elif secret is None and all(found.code == "REDACTION" for found in self.found):
            self.notes.append("the secret is not told yet, so no draw was recomputed")
        for version, count in sorted(self.skipped.items()):
            self.notes.append(f"{count} intents were decided under rules {version}, not installed; their events stand")
        if not self.state.revealed:
            self.notes.append("the match is not over")
