"""A table to play rules at: `Table(power=6, hands={"A": [6, ...]}).play("A", power=6, target="C").expects(target="C")`.

Seats are A, B, C, D clockwise. A hand is written `[7, 4, "dodge"]`; with `...` at its end it is filled up to the hand
size with 2s, and a hand that is not named is all 2s. The deck is written top first; one that is not named holds
plenty of 3s. Every accepted play must have been offered, and every refused one must not: the table checks it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import EllipsisType
from typing import Any

import attrs
import pytest

from domain.arcanya.cards import SchoolCard, Shield, StudentCard
from domain.arcanya.content.loader import load_pack
from domain.arcanya.game import ARCANYA
from domain.arcanya.intents import (
    DeclineSchool,
    DiscardAfterHit,
    DiscardToHandSize,
    PlaceGuard,
    PlayAlter,
    PlayAttune,
    PlayDeflect,
    PlayDispel,
    PlayDodge,
    PlayPower,
    PlayReflect,
    Resonance,
    TakeHit,
    UseAbility,
    UseSchool,
)
from domain.arcanya.state import HIT_DISCARD, Guard, Options, Sphere, Student, Trial, WonShield
from domain.kernel.chance import Chance, ScriptedChance, SealedChance
from domain.kernel.frames import Effect
from domain.kernel.game import Offer, Refused, SeatSetup, Setup
from domain.kernel.lifecycle import StartMatch
from domain.kernel.records import evolve

Seat = str | int
Card = int | str
Cards = Sequence[Card | EllipsisType]

FILLER = "power-2"
DECK_FILLER = "power-3"
_SAME: Any = object()  # "not asked about", where None is an answer


def seat_number(seat: Seat) -> int:
    """A is 1, B is 2, and so on; numbers stand for themselves."""
    return seat if isinstance(seat, int) else ord(seat) - ord("A") + 1


def letter(seat: int | None) -> str | None:
    return None if seat is None else chr(ord("A") + seat - 1)


def face(card: Card) -> str:
    """7 is the Power card of that value, any other word a Maneuver."""
    return f"power-{card}" if isinstance(card, int) else card.lower()


def short(card: str | None) -> Card | None:
    """A face as tests write it; None is a card that one may not see."""
    return int(card.removeprefix("power-")) if card is not None and card.startswith("power-") else card


def effect(do: str, **args: Any) -> Effect:
    return Effect(do, args)


def student_card(
    *effects: Effect,
    element: str = "earth",
    timing: str = "before",
    counts_as: str | None = None,
    id: str = "stand-in",
) -> StudentCard:
    """A Student made up for a test, with an ability out of the vocabulary."""
    return StudentCard(id, "Stand-in", element, 1, timing, "Stand-in", "As the test says.", effects, counts_as)


def school_card(id: str, *effects: Effect) -> SchoolCard:
    """A School made up for a test."""
    return SchoolCard(id, id.capitalize(), "Stand-in", "As the test says.", effects)


class Look:
    """A trial to look at, in the words of the table."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    def student(self, seat: Seat) -> Student:
        return self.trial.student(seat_number(seat))

    def hand(self, seat: Seat) -> list[Card | None]:
        """The cards in a hand, as tests write them; None for each that is not seen."""
        return [short(card) for card in self.student(seat).hand]

    def guards(self, seat: Seat) -> list[str]:
        """The types of the Guards beside a seat's Shields."""
        return [guard.type for guard in self.student(seat).guards]

    def guard_cards(self, seat: Seat) -> list[Card | None]:
        return [short(guard.card) for guard in self.student(seat).guards]

    def guard_ids(self, seat: Seat) -> list[int]:
        return [guard.guard_id for guard in self.student(seat).guards]

    def shields(self, seat: Seat) -> list[int]:
        """The levels a seat still holds, the one in force first."""
        return [shield.level for shield in self.student(seat).shields]

    def won(self, seat: Seat) -> list[tuple[int, str | None]]:
        """The Shields a seat has won: (level, from whom)."""
        return [(shield.level, letter(shield.from_seat)) for shield in self.student(seat).won]

    @property
    def deck(self) -> list[Card | None]:
        return [short(card) for card in self.trial.deck]

    @property
    def discard(self) -> list[Card | None]:
        """The discard pile, its top last."""
        return [short(card) for card in self.trial.discard]

    @property
    def turned(self) -> list[str | None]:
        return [letter(student.seat) for student in self.trial.students if student.turned]

    @property
    def winners(self) -> list[str | None]:
        assert self.trial.ending is not None, "the trial goes on"
        return [letter(seat) for seat in self.trial.ending.winners]

    @property
    def reasons(self) -> list[str]:
        assert self.trial.ending is not None, "the trial goes on"
        return list(self.trial.ending.reasons)

    @property
    def scores(self) -> dict[str | None, int]:
        assert self.trial.ending is not None, "the trial goes on"
        return {letter(seat): points for seat, points in self.trial.ending.scores.items()}

    @property
    def asked(self) -> str | None:
        """The seat the trial waits for, or None."""
        return next((letter(request.seat) for request in ARCANYA.awaiting(self.trial)), None)

    def expects(
        self,
        *,
        target: str = _SAME,
        power: int = _SAME,
        sender: str | None = _SAME,
        direction: str = _SAME,
        school: str | None = _SAME,
        phase: str = _SAME,
        asked: str | None = _SAME,
        turned: Iterable[str] = _SAME,
        top: Card = _SAME,
    ) -> Any:
        """Checks what is named, all of it at once, and gives the table back for the next play."""
        sphere = self.trial.sphere
        seen: dict[str, Any] = {
            "target": letter(sphere.target) if sphere else None,
            "power": sphere.power if sphere else None,
            "sender": letter(sphere.sender) if sphere else None,
            "direction": self.trial.direction,
            "school": self.trial.school,
            "phase": self.trial.phase,
            "asked": self.asked,
            "turned": self.turned,
            "top": self.discard[-1] if self.discard else None,
        }
        asked_about = {
            "target": target,
            "power": power,
            "sender": sender,
            "direction": direction,
            "school": school,
            "phase": phase,
            "asked": asked,
            "turned": turned if turned is _SAME else list(turned),
            "top": top,
        }
        wanted = {name: value for name, value in asked_about.items() if value is not _SAME}
        assert {name: seen[name] for name in wanted} == wanted
        return self


class Table(Look):
    """A trial in the middle of play, put together from what a test names."""

    def __init__(
        self,
        *,
        seats: int = 4,
        power: int = 1,
        target: Seat = "A",
        sender: Seat | None = _SAME,
        direction: str = "cw",
        hands: Mapping[str, Cards] | None = None,
        deck: Sequence[Card] | None = None,
        discard: Sequence[Card] = (),
        shields: Mapping[str, Sequence[int]] | None = None,
        won: Mapping[str, Sequence[tuple[int, Seat]]] | None = None,
        students: Mapping[str, str | StudentCard] | None = None,
        turned: Iterable[Seat] = (),
        weakness: Mapping[str, str] | None = None,
        guards: Mapping[str, Sequence[tuple[str, Card]]] | None = None,
        school: str | None = None,
        schools: Sequence[SchoolCard] = (),
        barred: Seat | None = None,
        chance: Mapping[str, Sequence[Any]] | None = None,
        **options: Any,
    ) -> None:
        """A table of that many seats; `sender` is who sits before the target unless named, None for a fresh Sphere."""
        pack = load_pack()
        at = seat_number(target)
        if sender is _SAME:
            step = -1 if direction == "cw" else 1
            sender = (at - 1 + step) % seats + 1
        numbers = iter(range(1, 1_000))
        sitting = []
        for seat in range(1, seats + 1):
            name = str(letter(seat))
            kept = _shields(pack.shields, (shields or {}).get(name, (3, 2, 1)))
            student = Student(
                seat,
                shields=kept,
                hand=_hand((hands or {}).get(name, (...,)), kept[0].hand_size if kept else 0),
                won=tuple(
                    [
                        WonShield(one.level, one.victory_points, seat_number(loser))
                        for level, loser in (won or {}).get(name, ())
                        for one in _shields(pack.shields, (level,))
                    ]
                ),
                guards=tuple([Guard(next(numbers), kind, face(card)) for kind, card in (guards or {}).get(name, ())]),
                card=_student((students or {}).get(name)),
                turned=seat in [seat_number(one) for one in turned],
                weakness=(weakness or {}).get(name),
            )
            sitting.append(student)
        checked = ARCANYA.check_options(options, seats)
        laid_aside = {one.id: one for one in (*pack.schools, *schools)} if checked["mode"] == "advanced" else {}
        made = sum(len(student.guards) for student in sitting)
        super().__init__(
            Trial(
                options=Options(**checked),
                students=tuple(sitting),
                direction=direction,
                sphere=Sphere(
                    power,
                    at,
                    None if sender is None else seat_number(sender),
                    None if barred is None else seat_number(barred),
                ),
                school=school,
                deck=(DECK_FILLER,) * 30 if deck is None else tuple([face(card) for card in deck]),
                discard=tuple([face(card) for card in discard]),
                guards_made=made,
                faces={one.id: one for one in pack.faces(advanced=True)},
                schools=laid_aside,
            )
        )
        self._begin(ScriptedChance(chance or {}))

    @classmethod
    def dealt(
        cls,
        *,
        seats: int = 4,
        script: Mapping[str, Sequence[Any]] | None = None,
        seed: int | None = None,
        content: Any = None,
        **options: Any,
    ) -> Table:
        """A table just set up by the rules, by stated results or by a seed; `events` is the whole setup."""
        table = object.__new__(cls)
        checked = ARCANYA.check_options(options, seats, content)
        sitting = tuple([SeatSetup(seat, str(letter(seat))) for seat in range(1, seats + 1)])
        Look.__init__(table, ARCANYA.start(Setup(checked, sitting, content)))
        chance: Chance = ScriptedChance(script or {}) if seed is None else SealedChance(seed.to_bytes(32, "big"), 0)
        table._begin(chance)
        table._happen(ARCANYA.decide(table.trial, StartMatch(), chance))
        return table

    def _begin(self, chance: Chance) -> None:
        self.start = self.trial
        self.chance = chance
        self.events: list[Any] = []
        self.log: list[Any] = []

    # -- plays

    def play(
        self,
        seat: Seat,
        maneuver: str | None = None,
        *,
        power: int | None = None,
        guard: int | None = None,
        mode: str | None = None,
        target: Seat | None = None,
        effect: str | None = None,
        sign: str = "+",
        discard: Card | None = None,
    ) -> Table:
        """Defends with a card: `power=6` (with `target=` or `effect=` for a Resonance), or a Maneuver by name."""
        at = seat_number(seat)
        to = None if target is None else seat_number(target)
        if power is not None:
            wish = None
            if effect is not None or to is not None:
                wish = Resonance(effect or "target", to)
            return self.do(PlayPower(at, face(power), guard, mode, wish))
        match maneuver:
            case "dodge":
                return self.do(PlayDodge(at))
            case "deflect":
                assert to is not None, "a Deflect names a target"
                return self.do(PlayDeflect(at, to))
            case "reflect":
                return self.do(PlayReflect(at))
            case "alter":
                return self.do(PlayAlter(at, sign, None if discard is None else face(discard)))
            case "dispel":
                return self.do(PlayDispel(at))
            case "attune":
                return self.do(PlayAttune(at))
            case _:
                raise ValueError(f"no card is called {maneuver!r}")

    def ability(self, seat: Seat, *cards: Card, **params: Any) -> Table:
        """Uses the Student's ability, `target="C"` for a seat among its choices."""
        return self.do(UseAbility(seat_number(seat), _params(params), tuple([face(card) for card in cards])))

    def use_school(self, seat: Seat, *cards: Card, **params: Any) -> Table:
        """Uses the School in play."""
        return self.do(UseSchool(seat_number(seat), _params(params), tuple([face(card) for card in cards])))

    def decline(self, seat: Seat) -> Table:
        """Leaves the School's ability unused."""
        return self.do(DeclineSchool(seat_number(seat)))

    def guard(self, seat: Seat, card: Card) -> Table:
        """Puts a card into play as the Guard that is asked for."""
        return self.do(PlaceGuard(seat_number(seat), face(card)))

    def throw(self, seat: Seat, *cards: Card) -> Table:
        """Discards: after a hit as one likes, else down to the hand size."""
        thrown = tuple([face(card) for card in cards])
        if self.trial.phase == HIT_DISCARD:
            return self.do(DiscardAfterHit(seat_number(seat), thrown))
        return self.do(DiscardToHandSize(seat_number(seat), thrown))

    def hit(self, seat: Seat) -> Table:
        """Takes the hit."""
        return self.do(TakeHit(seat_number(seat)))

    def do(self, intent: Any) -> Table:
        """Lets an intent be decided: `Refused` comes through, and leaves the table as it was."""
        offered = is_offered(self.trial, intent)
        try:
            events = ARCANYA.decide(self.trial, intent, self.chance)
        except Refused:
            assert not offered, f"{intent} was offered and is refused"
            raise
        assert offered, f"{intent} is accepted, but was not offered"
        self._happen(events)
        return self

    def _happen(self, events: Iterable[Any]) -> None:
        self.events = list(events)
        self.log += self.events
        for happened in self.events:
            self.trial = ARCANYA.evolve(self.trial, happened)

    def refuses(self, code: str, rule: str | None = None) -> Refusing:
        """Checks that the play named next is refused: `table.refuses("POWER_TOO_LOW").play("A", power=4)`."""
        return Refusing(self, code, rule)

    # -- looking back

    @property
    def happened(self) -> list[str]:
        """The types of the last events, in their order."""
        return [happened.TYPE for happened in self.events]

    def event(self, name: str) -> Any:
        """The one event of that type among the last."""
        (found,) = [happened for happened in self.events if name == happened.TYPE]
        return found

    def logged(self, name: str) -> list[Any]:
        """Every event of that type since the table stands."""
        return [happened for happened in self.log if name == happened.TYPE]

    def offers(self, seat: Seat) -> list[Any]:
        """The intents offered to a seat, picks unfilled."""
        return [offer.intent for offer in ARCANYA.offers(self.trial, seat_number(seat))]

    def offered(self, seat: Seat) -> set[str]:
        """The types of intents offered to a seat."""
        return {intent.TYPE for intent in self.offers(seat)}

    def view(self, viewer: Seat) -> Look:
        """The trial as a seat can know it, folded from what it was sent; `spectator` is nobody's seat."""
        seat = 0 if viewer == "spectator" else seat_number(viewer)
        trial = hidden_from(self.start, seat)
        for happened in self.log:
            trial = ARCANYA.evolve(trial, redacted(happened, seat))
        return Look(trial)


class Refusing:
    """Stands in for a table whose next play must be refused."""

    def __init__(self, table: Table, code: str, rule: str | None) -> None:
        self._table, self._code, self._rule = table, code, rule

    def __getattr__(self, name: str) -> Any:
        def attempt(*args: Any, **named: Any) -> Table:
            before = self._table.trial
            with pytest.raises(Refused) as caught:
                getattr(self._table, name)(*args, **named)
            assert caught.value.code == self._code
            assert self._rule is None or caught.value.rule == self._rule
            assert self._table.trial is before, "a refused play changes nothing"
            return self._table

        return attempt


def is_offered(trial: Trial, intent: Any) -> bool:
    """Whether an intent is among its seat's offers; cards may be named in any order."""
    return any(_fills(offer, intent) for offer in ARCANYA.offers(trial, intent.seat))


def _fills(offer: Offer, intent: Any) -> bool:
    if type(offer.intent) is not type(intent):
        return False
    pick = offer.pick
    for field in attrs.fields(type(intent)):
        wanted, given = getattr(offer.intent, field.name), getattr(intent, field.name)
        if pick is not None and field.name == pick.field:
            if not pick.min <= len(given) <= pick.max or Counter(given) - Counter(pick.options):
                return False
        elif field.name == "card_ids":
            if Counter(wanted) != Counter(given):
                return False
        elif wanted != given:
            return False
    return True


def redacted(event: Any, seat: int) -> Any:
    """An event as a seat gets it: what is not for that seat is None."""
    hidden = {
        name: None
        for owner, names in event.PLAN.sealed
        if owner == "server" or seat not in _owners(getattr(event, owner))
        for name in names
    }
    return evolve(event, **hidden) if hidden else event


def _owners(value: Any) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else tuple(value)


def hidden_from(trial: Trial, seat: int) -> Trial:
    """A position as a seat knows it: no deck, no other hand that is not shown, no other Guard's face."""
    students = [
        one
        if one.seat == seat
        else evolve(
            one,
            hand=one.hand if one.revealed else (None,) * len(one.hand),
            guards=tuple([evolve(guard, card=None) for guard in one.guards]),
        )
        for one in trial.students
    ]
    return evolve(trial, students=tuple(students), deck=(None,) * len(trial.deck))


def filled(offer: Offer, dice: random.Random) -> Any:
    """The intent of an offer, its pick filled at random."""
    pick = offer.pick
    if pick is None:
        return offer.intent
    places = sorted(dice.sample(range(len(pick.options)), dice.randint(pick.min, pick.max)))
    return evolve(offer.intent, **{pick.field: tuple([pick.options[place] for place in places])})


def _hand(cards: Cards, size: int) -> tuple[str, ...]:
    named = [face(card) for card in cards if not isinstance(card, EllipsisType)]
    filled = [FILLER] * (size - len(named)) if any(isinstance(card, EllipsisType) for card in cards) else []
    return tuple(named + filled)


def _shields(shields: Sequence[Shield], levels: Sequence[int]) -> tuple[Shield, ...]:
    return tuple([shield for shield in shields if shield.level in levels])


def _student(card: str | StudentCard | None) -> StudentCard | None:
    if not isinstance(card, str):
        return card
    return next(one for one in load_pack().students if one.id == card)


def _params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Choices as the intent has them: `target="C"` is a target_seat."""
    return {
        "target_seat" if name == "target" else name: seat_number(value) if name == "target" else value
        for name, value in params.items()
    }
