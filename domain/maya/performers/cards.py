"""Looking through and at the deck, and gaining Energy."""

from __future__ import annotations

from itertools import permutations

from domain.kernel.frames import Effect as Step
from domain.kernel.frames import Program
from domain.maya.content.effects import Energy, Peek, Search
from domain.maya.effects.words import Answer, Question, Way, Word, done
from domain.maya.events import CardRevealed, CardsDrawn, CardsPeeked, CardsPutBack, DeckShuffled, EnergyChanged
from domain.maya.flow.drawing import reshuffle
from domain.maya.packs import kind_of, pack_of
from domain.maya.state import State
from domain.maya.table import MayaDraft, sharers


def _search(draft: MayaDraft, program: Program, effect: Search, answer: Answer | Way | None) -> None:
    seat = program.controller
    pack = pack_of(draft.state)
    deck = draft.state.seat(seat).cards.deck
    found = tuple([card for card in deck if card is not None and kind_of(pack, card) == effect.find])
    draft.emit(CardsPeeked(seat, len(deck), "search", found))
    done(draft, [Step("search_take", {"count": effect.count, "find": effect.find})])


def _can_search(state: State, program: Program, effect: Search) -> bool:
    return bool(state.seat(program.controller).cards.deck)


def _ask_search_take(state: State, program: Program, step: Step) -> Question | None:
    # Asked also when nothing was found: whether there was something is the seat's secret.
    found = state.seat(program.controller).cards.peeked or ()
    about = {"word": "search", "find": step.args["find"]}
    return Question(program.controller, "card", found, 0, min(step.args["count"], len(found)), about=about)


def _search_take(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    # What is taken is shown to everybody; then the deck is shuffled, also when nothing was found.
    seat = program.controller
    taken = tuple([str(card) for card in answer]) if isinstance(answer, tuple) else ()
    if taken:
        draft.emit(CardRevealed(seat, taken))
        draft.emit(CardsDrawn(seat, sharers(draft.state, seat), len(taken), "search", taken))
    order = draft.chance.shuffle(draft.state.seat(seat).cards.deck, f"deck.{seat}")
    draft.emit(DeckShuffled(seat, len(order), "search", tuple([str(card) for card in order])))
    done(draft)


def _peek(draft: MayaDraft, program: Program, effect: Peek, answer: Answer | Way | None) -> None:
    seat = program.controller
    if not draft.state.seat(seat).cards.deck and draft.state.seat(seat).cards.discard:
        reshuffle(draft, seat)
    top = tuple([str(card) for card in draft.state.seat(seat).cards.deck[: effect.count]])
    if not top:
        done(draft)
        return
    draft.emit(CardsPeeked(seat, len(top), "peek", top))
    done(draft, [Step("peek_take", {"take": min(effect.take, len(top)), "of": len(top)})])


def _can_peek(state: State, program: Program, effect: Peek) -> bool:
    cards = state.seat(program.controller).cards
    return bool(cards.deck or cards.discard)


def _ask_peek_take(state: State, program: Program, step: Step) -> Question | None:
    seen = state.seat(program.controller).cards.peeked or ()
    # Whether there is a choice goes by how many there are, which everybody may know.
    take = step.args["take"]
    if step.args["of"] <= take:
        return None
    return Question(program.controller, "card", tuple(seen), take, take, secret=True, about={"word": "peek"})


def _peek_take(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    seat = program.controller
    seen = draft.state.seat(seat).cards.peeked or ()
    taken = tuple([str(card) for card in answer]) if isinstance(answer, tuple) else tuple(seen[: step.args["take"]])
    draft.emit(CardsDrawn(seat, sharers(draft.state, seat), len(taken), "peek", taken))
    left = step.args["of"] - len(taken)
    done(draft, [Step("peek_back", {"of": left})] if left else [])


def _ask_peek_back(state: State, program: Program, step: Step) -> Question | None:
    rest = state.seat(program.controller).cards.peeked or ()
    if step.args["of"] < 2:
        return None
    orders = tuple(dict.fromkeys(permutations(rest)))
    return Question(program.controller, "order", orders, len(rest), len(rest), secret=True, about={"word": "peek"})


def _peek_back(draft: MayaDraft, program: Program, step: Step, answer: Answer | Way | None) -> None:
    seat = program.controller
    rest = tuple(draft.state.seat(seat).cards.peeked or ())
    order = tuple([str(card) for card in answer]) if isinstance(answer, tuple) else rest
    draft.emit(CardsPutBack(seat, len(order), order))
    done(draft)


def _energy(draft: MayaDraft, program: Program, effect: Energy, answer: Answer | Way | None) -> None:
    total = draft.state.seat(program.controller).purse.energy + effect.gain
    draft.emit(EnergyChanged(program.controller, effect.gain, "effect", total))
    done(draft)


WORDS: dict[str, Word] = {
    "search": Word(_search, can=_can_search),
    "search_take": Word(_search_take, _ask_search_take, typed=False),
    "peek": Word(_peek, can=_can_peek),
    "peek_take": Word(_peek_take, _ask_peek_take, typed=False),
    "peek_back": Word(_peek_back, _ask_peek_back, typed=False),
    "energy": Word(_energy),
}
