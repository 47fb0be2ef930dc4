"""A match told in sentences, with the names that players chose.

A card that is hidden from the viewer is not named: the facts come redacted for them, and of the tables nothing is
read here but what lies open on them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel.frames import Program, Window
from domain.kernel.secrecy import Event
from domain.maya import events as e
from domain.maya.effects.trumps import chooser_of
from domain.maya.effects.wording import meaning_of
from domain.maya.packs import pack_of
from domain.maya.state import State
from projections.maya import naming, telling_units
from projections.maya.asking import what_waits
from projections.maya.effect_words import words
from projections.plugin import NameOf


def narrate(fact: Event, before: State, after: State, name_of: NameOf, viewer: str) -> str | None:
    """One sentence about an event, or None where another one tells it."""
    tell = _TELL.get(fact.__class__)
    return None if tell is None else tell(fact, before, after, name_of)


def untold(before: State, name_of: NameOf) -> str | None:
    """A step in which nothing happened: what an effect asked was answered with no, or with none."""
    program = before.frames[-1] if before.frames else None
    if not isinstance(program, Program):
        return None
    what = naming.source(before, program.controller, program.source)
    match program.effects[0].do:
        case "pay":
            return f"{name_of(program.controller)} does not pay for {what}."
        case "trumps":
            return f"{name_of(chooser_of(before))} says which TRUMP wins."
    return f"{name_of(program.controller)} makes no more of {what}." if program.controller else f"{what} does no more."


def aside(fact: Event) -> bool:
    """Whether a fact is routine, told after the rest of its step."""
    return isinstance(fact, _ASIDES)


def marks(fact: Event) -> tuple[str, ...]:
    """What a scrubber shows: rounds, turns, and who or what fell."""
    return _MARKS.get(fact.__class__, ())


_ASIDES = (e.DeckShuffled, e.ChipsMoved, e.ReactionWindowOpened, e.EnergyChanged)
_MARKS: dict[type[Any], tuple[str, ...]] = {
    e.RoundStarted: ("round",),
    e.TurnStarted: ("turn",),
    e.ChampionKilled: ("kill",),
    e.MinionKilled: ("kill",),
    e.IdoDestroyed: ("kill",),
    e.GameEnded: ("end",),
}

# -- setup


def _teams(fact: e.TeamsSet, before: State, after: State, name_of: NameOf) -> str | None:
    teams = sorted(set(fact.teams))
    if len(teams) == len(fact.teams) and len(teams) > 2:
        return "Everybody plays alone."
    return " ".join(f"Team {number}: {naming.team(after, number, name_of)}." for number in teams)


def _champion(fact: e.ChampionChosen, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} plays {naming.champion(after, fact.champion)}."


def _deck(fact: e.DeckSubmitted, before: State, after: State, name_of: NameOf) -> str:
    what = "the starter deck" if fact.is_starter else "a deck"
    return f"{name_of(fact.seat)} brings {what} of {fact.size} cards."


def _shuffled(fact: e.DeckShuffled, before: State, after: State, name_of: NameOf) -> str | None:
    if fact.why == "setup":
        return None
    what = "the discard pile into a new deck" if fact.why == "reshuffle" else "the deck"
    return f"{name_of(fact.seat)} shuffles {what}."


def _arena(fact: e.ArenaPlaced, before: State, after: State, name_of: NameOf) -> str:
    known = pack_of(after).maps.get(fact.map)
    return f"The arena is laid out: {known.name if known is not None else naming.titled(fact.map)}."


def _tracks(fact: e.TracksSet, before: State, after: State, name_of: NameOf) -> str:
    return f"Ties go first to {_in_order(fact.tiebreak, name_of)}."


def _in_order(seats: tuple[int, ...], name_of: NameOf) -> str:
    return ", then ".join(name_of(seat) for seat in seats)


def _opened(fact: e.ObjectiveOpened, before: State, after: State, name_of: NameOf) -> str | None:
    if before.phase == "setup":
        return None
    return f"A new objective lies open: {naming.objective(after, fact.objective)}, {fact.reward} XP."


def _starter(fact: e.ObjectiveStarterChanged, before: State, after: State, name_of: NameOf) -> str:
    name = naming.objective(after, fact.objective)
    return f"{name} is turned over, {fact.reward} XP now." if fact.change == "flip" else f"{name} is done for good."


def _claimed(fact: e.ObjectiveClaimed, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} claims {naming.objective(after, fact.objective)}: {fact.xp} XP."


def _dealt(fact: e.FragmentsDealt, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} begins with {naming.cards(after, fact.fragments)}."


def _arranged(fact: e.SlotsArranged, before: State, after: State, name_of: NameOf) -> str:
    laid = ", ".join(naming.card(after, card) for card in fact.cards)
    return f"{name_of(fact.seat)} lays out {laid}."


# -- the round


def _round(fact: e.RoundStarted, before: State, after: State, name_of: NameOf) -> str:
    return f"Round {fact.round} begins."


def _drawn(fact: e.CardsDrawn, before: State, after: State, name_of: NameOf) -> str:
    drawn = naming.count_of(fact.count, "card") if fact.cards is None else naming.cards(after, fact.cards)
    if fact.why in ("peek", "search"):
        return f"{name_of(fact.seat)} takes {drawn} in hand."
    return f"{name_of(fact.seat)} draws {drawn}."


def _slid(fact: e.CardsSlid, before: State, after: State, name_of: NameOf) -> str | None:
    left = [f"{name_of(slide.seat)}'s {naming.card(after, slide.leaver)}" for slide in fact.slides if slide.leaver]
    return f"The mats slide; {naming.listed(left)} {'leaves' if len(left) == 1 else 'leave'}." if left else None


def _energy(fact: e.EnergyChanged, before: State, after: State, name_of: NameOf) -> str | None:
    if fact.reason not in ("slide", "effect") or not fact.delta:
        return None
    verb = "gains" if fact.delta > 0 else "pays"
    return f"{name_of(fact.seat)} {verb} {abs(fact.delta)} Energy and has {fact.total}."


def _prepared(fact: e.CardPrepared, before: State, after: State, name_of: NameOf) -> str:
    who = name_of(fact.seat)
    if fact.source == "hand":
        what = "a card" if fact.card is None else naming.card(after, fact.card)
        return f"{who} prepares {what}, face-down."
    if fact.source == "none":
        return f"{who} has nothing to prepare."
    if fact.fragment is not None:
        return f"{who} prepares a Memory Fragment, unseen: {naming.card(after, fact.fragment)}."
    return f"{who} prepares a Memory Fragment that nobody has seen."


def _flipped(fact: e.CardsFlipped, before: State, after: State, name_of: NameOf) -> str:
    shown = [
        f"{name_of(flip.seat)} {naming.card(after, flip.card)} ({flip.gain})"
        if flip.card
        else f"{name_of(flip.seat)} nothing"
        for flip in fact.flips
    ]
    return f"Turned up: {', '.join(shown)}."


def _initiative(fact: e.InitiativeSet, before: State, after: State, name_of: NameOf) -> str:
    return f"Order of turns: {_in_order(fact.order, name_of)}."


_WINDOWS = {"exit": "On Exit", "arrival": "On Arrival", "start": "Start of Turn", "end": "End of Turn"}


def _timed(fact: e.TimedEffectUsed, before: State, after: State, name_of: NameOf) -> str:
    when = _WINDOWS.get(fact.window, fact.window)
    return f"{when}: {name_of(fact.seat)}'s {naming.source(before, fact.seat, fact.effect)}."


def _timed_skipped(fact: e.TimedEffectSkipped, before: State, after: State, name_of: NameOf) -> str | None:
    if not fact.effects:
        return None
    names = dict.fromkeys(naming.source(before, fact.seat, effect) for effect in fact.effects)
    return f"{name_of(fact.seat)} leaves {naming.listed(list(names))} unused."


# -- the turn


def _turn(fact: e.TurnStarted, before: State, after: State, name_of: NameOf) -> str:
    return f"It is {name_of(fact.seat)}'s turn."


def _turn_ended(fact: e.TurnEnded, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)}'s turn is over."


def _step(fact: e.StepEntered, before: State, after: State, name_of: NameOf) -> str | None:
    seat = after.turn.seat
    if before.step == "action" and fact.step in ("end", "discard"):
        return f"{name_of(seat)}'s Action Phase is over."
    if before.step == "allies" and any(unit.kind == "minion" and unit.owner == seat for unit in after.units.values()):
        return f"{name_of(seat)}'s minions have acted."
    return None


def _activated(fact: e.CardActivated, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} activates {naming.card(after, fact.card)} for {fact.cost} Energy."


def _equipped(fact: e.RelicEquipped, before: State, after: State, name_of: NameOf) -> str:
    instead = f" in place of {naming.card(after, fact.replaced)}" if fact.replaced else ""
    return f"{name_of(fact.seat)} equips {naming.card(after, fact.card)} under slot {fact.slot}{instead}."


def _spell(fact: e.SpellPlayed, before: State, after: State, name_of: NameOf) -> str:
    verb = "answers with" if fact.reaction else "plays"
    return f"{name_of(fact.seat)} {verb} {naming.card(after, fact.card)} for {fact.cost} Energy."


def _ability(fact: e.AbilityUsed, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} uses {naming.source(before, fact.seat, fact.ability)}."


def _trigger(fact: e.TriggerFired, before: State, after: State, name_of: NameOf) -> str:
    if fact.program and fact.program[0].do == "maybe":
        return f"{name_of(fact.seat)}'s {naming.source(before, fact.seat, fact.source)} may answer that."
    return f"{name_of(fact.seat)}'s {naming.source(before, fact.seat, fact.source)} answers that."


def _loop_ended(fact: e.TriggerLoopEnded, before: State, after: State, name_of: NameOf) -> str:
    source = naming.source(before, fact.seat, fact.source)
    return f"{name_of(fact.seat)}'s {source} and what it sets off go round in a circle; no more comes of it this turn."


def _wanted(fact: e.EffectDone, before: State, after: State, name_of: NameOf) -> str | None:
    program = before.frames[-1]
    if isinstance(program, Window) or program.effects[0].do != "maybe":
        return None
    return f"{name_of(program.controller)} uses {naming.source(before, program.controller, program.source)}."


def _chosen(fact: e.EffectsInserted, before: State, after: State, name_of: NameOf) -> str | None:
    program = before.frames[-1]
    if isinstance(program, Window) or program.effects[0].do != "choose":
        return None
    return f"{name_of(program.controller)} chooses: {words(tuple([meaning_of(step) for step in fact.effects]))}."


def _dropped_effect(fact: e.ProgramDropped, before: State, after: State, name_of: NameOf) -> str | None:
    program = before.frames[-1]
    if isinstance(program, Window) or fact.why == "dead":
        return None
    name = naming.source(before, program.controller, program.source)
    return (
        f"{name_of(program.controller)} leaves {name} unused."
        if fact.why == "declined"
        else f"{name} comes to nothing."
    )


def _window(fact: e.ReactionWindowOpened, before: State, after: State, name_of: NameOf) -> str:
    who = naming.listed([name_of(seat) for seat in fact.seats])
    return f"{who} may answer{what_waits(after, name_of)}."


def _passed(fact: e.ReactionPassed, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} lets it happen."


def _answered(fact: e.ActionAnswered, before: State, after: State, name_of: NameOf) -> str:
    if fact.cancelled:
        return "That takes all effect from what was answered."
    return f"{naming.units(before, fact.dropped, name_of)} is out of its reach."


def _fizzled(fact: e.ActionFizzled, before: State, after: State, name_of: NameOf) -> str:
    return "Nothing comes of it."


def _revealed(fact: e.CardRevealed, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} shows {naming.cards(after, fact.cards)}."


def _discarded(fact: e.CardsDiscarded, before: State, after: State, name_of: NameOf) -> str | None:
    if fact.why == "spell":
        return f"{naming.cards(after, fact.cards)} goes to the discard pile."
    if not fact.cards:
        return None
    return f"{name_of(fact.seat)} discards {naming.cards(after, fact.cards)}."


def _peeked(fact: e.CardsPeeked, before: State, after: State, name_of: NameOf) -> str:
    who = name_of(fact.seat)
    if fact.why == "search":
        found = "" if fact.cards is None else f" and finds {naming.cards(after, fact.cards) if fact.cards else 'none'}"
        return f"{who} looks through the deck{found}."
    seen = naming.count_of(fact.count, "card") if fact.cards is None else naming.cards(after, fact.cards)
    return f"{who} looks at {seen} on top of the deck."


def _put_back(fact: e.CardsPutBack, before: State, after: State, name_of: NameOf) -> str:
    back = naming.count_of(fact.count, "card") if fact.cards is None else naming.cards(after, fact.cards)
    return f"{name_of(fact.seat)} puts {back} back on top of the deck."


# -- growing


def _xp(fact: e.XpChanged, before: State, after: State, name_of: NameOf) -> str | None:
    if fact.reason in ("objective", "upgrade") or not fact.delta:
        return None
    return f"{name_of(fact.seat)} {'gains' if fact.delta > 0 else 'spends'} {abs(fact.delta)} XP."


def _upgrade(fact: e.UpgradeBought, before: State, after: State, name_of: NameOf) -> str:
    match fact.kind:
        case "hp":
            what = f"Max HP {fact.value}"
        case "energy":
            what = f"Energy Modifier +{fact.value}"
        case "symbol":
            what = f"the symbol {naming.symbol(fact.symbol)}"
        case _:
            level = "" if fact.choice in ("", "1") else f", side {fact.choice[-1].upper()}"
            what = f"{naming.skill(after, fact.skill)}{level}"
    return f"{name_of(fact.seat)} unlocks {what} for {fact.cost} XP."


# -- the match


def _scored(fact: e.ModeScored, before: State, after: State, name_of: NameOf) -> str | None:
    changed = [(key, total) for key, total in fact.totals.items() if before.ledger.get(key) != total]
    told = [text for key, total in changed if (text := _total(key, total, after, name_of))]
    return f"{'; '.join(told)}." if told else None


def _total(key: str, total: int, state: State, name_of: NameOf) -> str:
    """One total in words; "" for what the mode only notes down for itself."""
    what, _, rest = key.partition(".")
    whose, _, place = rest.partition(".")
    # Where everybody plays alone a team has the number of its seat.
    owner = naming.team(state, int(whose), name_of) if whose.isdigit() else ""
    match what:
        case "deaths":
            return f"{owner}: {naming.count_of(total, 'Death token')}"
        case "vp":
            return f"{owner}: {total} VP"
        case "bounty":
            return f"The Minion Bounty is {total}"
        case "pole":
            return f"{owner} can come in at {place} now"
    return ""


def _auto_pass(fact: e.AutoPassSet, before: State, after: State, name_of: NameOf) -> str:
    if fact.on is None:
        return f"{name_of(fact.seat)} settles how to answer from now on."
    return f"{name_of(fact.seat)} {'lets everything happen' if fact.on else 'wants to be asked again'}."


def _proposed(fact: e.RulingProposed, before: State, after: State, name_of: NameOf) -> str:
    return f"{naming.proposer(fact.seat, name_of)} proposes a correction: {fact.text}"


def _consented(fact: e.RulingConsented, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} agrees to the correction."


def _dropped(fact: e.RulingDropped, before: State, after: State, name_of: NameOf) -> str:
    ruling = before.ruling
    if ruling is None or fact.seat != ruling.seat:
        return "The correction is not made."
    if all(seat.seat in ruling.consents or seat.seat in before.conceded for seat in before.seats):
        return "All agree, but the table has moved on since, and the correction does not fit it any more."
    return f"{naming.proposer(fact.seat, name_of)} takes the correction back."


def _applied(fact: e.RulingApplied, before: State, after: State, name_of: NameOf) -> str:
    return f"All agree, and the table is corrected: {fact.text}"


def _conceded(fact: e.PlayerConceded, before: State, after: State, name_of: NameOf) -> str:
    return f"{name_of(fact.seat)} gives up."


_REASONS = {
    "towers": "no Tower of the others stands",
    "deaths": "the others died too often",
    "conceded": "the others gave up",
    "rounds": "the last round is over",
    "points": "there are Victory Points enough",
    "tower_hp": "more HP was taken from Towers",
    "fewer_deaths": "fewer deaths decide",
    "deaths_tie": "fewer deaths decide",
    "heads": "more heads decide",
    "shared": "nothing tells them apart",
}


def _ended(fact: e.GameEnded, before: State, after: State, name_of: NameOf) -> str:
    winners = [name_of(seat) for seat in fact.winners]
    whys = [_REASONS.get(reason, naming.titled(reason).lower()) for reason in fact.reasons]
    if not winners:
        return "Nobody wins the match."
    won = f"{naming.listed(winners)} {'wins' if len(winners) == 1 else 'win'}"
    points = [f"{name_of(seat)} {score}" for seat, score in enumerate(fact.scores, start=1)]
    scores = f" Points: {naming.listed(points)}." if any(fact.scores) else ""
    return f"{won}{f': {naming.listed(whys)}' if whys else ''}.{scores}"


_TELL: dict[type[Any], Callable[[Any, State, State, NameOf], str | None]] = {
    e.TeamsSet: _teams,
    e.ChampionChosen: _champion,
    e.DeckSubmitted: _deck,
    e.DeckShuffled: _shuffled,
    e.ArenaPlaced: _arena,
    e.TracksSet: _tracks,
    e.ObjectiveOpened: _opened,
    e.ObjectiveStarterChanged: _starter,
    e.ObjectiveClaimed: _claimed,
    e.FragmentsDealt: _dealt,
    e.SlotsArranged: _arranged,
    e.RoundStarted: _round,
    e.CardsDrawn: _drawn,
    e.CardsSlid: _slid,
    e.EnergyChanged: _energy,
    e.CardPrepared: _prepared,
    e.CardsFlipped: _flipped,
    e.InitiativeSet: _initiative,
    e.TimedEffectUsed: _timed,
    e.TimedEffectSkipped: _timed_skipped,
    e.TurnStarted: _turn,
    e.TurnEnded: _turn_ended,
    e.StepEntered: _step,
    e.CardActivated: _activated,
    e.RelicEquipped: _equipped,
    e.SpellPlayed: _spell,
    e.AbilityUsed: _ability,
    e.TriggerFired: _trigger,
    e.TriggerLoopEnded: _loop_ended,
    e.EffectDone: _wanted,
    e.EffectsInserted: _chosen,
    e.ProgramDropped: _dropped_effect,
    e.ReactionWindowOpened: _window,
    e.ReactionPassed: _passed,
    e.ActionAnswered: _answered,
    e.ActionFizzled: _fizzled,
    e.CardRevealed: _revealed,
    e.CardsDiscarded: _discarded,
    e.CardsPeeked: _peeked,
    e.CardsPutBack: _put_back,
    e.XpChanged: _xp,
    e.UpgradeBought: _upgrade,
    e.ModeScored: _scored,
    e.AutoPassSet: _auto_pass,
    e.RulingProposed: _proposed,
    e.RulingConsented: _consented,
    e.RulingDropped: _dropped,
    e.RulingApplied: _applied,
    e.PlayerConceded: _conceded,
    e.GameEnded: _ended,
    **telling_units.TELL,
}
