"""A bot that plays sensibly: it spends its Energy, attacks what it can, claims what it earned, retreats when weak.

It sees its own seat's view and nothing else. Each offer has a worth, and the bot takes the best one that is worth
more than stopping.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.kernel.game import Offer, Pick
from domain.kernel.secrecy import Intent
from domain.maya import intents as i
from domain.maya.effects.changes import DECLINED
from domain.maya.hexes import Hex, distance
from projections.bots import Dice, fill
from projections.maya.look import Look, around, kill_bonus, look_at, nearest_goal, place_worth

COUNTED = 2  # what a value that is counted when it is declared is taken for
HAND_KEPT = 2  # cards kept at the end of a turn; others are exchanged at the next Refresh
STOP = 0.0


class GreedyBot:
    """Takes the offer that is worth most; among equals the dice decide."""

    def choose(self, see: Callable[[], dict[str, Any]], offers: Sequence[Offer], dice: Dice) -> Intent:
        if len(offers) == 1 and offers[0].pick is None:
            return offers[0].intent
        look = look_at(see())
        rated = [(worth(look, offer), offer) for offer in offers]
        best = max(score for score, _ in rated)
        favourites = [offer for score, offer in rated if score > best - 0.01]
        offer = favourites[dice.below(len(favourites))]
        return offer.intent if offer.pick is None else fill(offer, picked(look, offer.intent, offer.pick, dice))


GREEDY = GreedyBot()


def worth(look: Look, offer: Offer) -> float:
    """What an offer is worth; stopping is worth nothing."""
    rate = _RATE.get(offer.intent.__class__)
    return STOP if rate is None else rate(look, offer.intent)


# -- the round


def _prepare(look: Look, intent: i.PrepareCard) -> float:
    if not intent.card:
        return STOP
    return 1.0 + _use_of(look, look.card(intent.card))


def _use_of(look: Look, card: dict[str, Any]) -> float:
    """What the actions of a card are good for where the champion stands."""
    at = look.champion["at"]
    near = nearest_goal(look, Hex(*at)) if at is not None else 3
    steps = sum(_amount(action) for action in card["actions"] if action["do"] in _MOVES)
    total = 0.0
    for action in card["actions"]:
        match action["do"]:
            case "attack":
                reach = action.get("reach", ["adjacent", 1])[1]
                total += 4.0 + _amount(action) if near <= reach + steps else 1.0
            case "move" | "fly" | "jump":
                total += _amount(action) * (1.0 if near > 1 or look.is_weak else 0.3)
            case "defend":
                total += _amount(action) * (1.5 if look.is_weak else 0.8)
            case "draw":
                total += 1.5
            case _:
                total += 1.2
    return total


_MOVES = ("move", "fly", "jump", "run")


def _amount(action: dict[str, Any]) -> int:
    return COUNTED if action["value"] is None else int(action["value"])


def _respawn(look: Look, intent: i.ChooseRespawn) -> float:
    return 50.0 + place_worth(look, Hex(*intent.at))


# -- the turn


def _activate(look: Look, intent: i.ActivateCard) -> float:
    name = look.side["slots"][intent.slot - 1]["card"]
    return 2.0 + _use_of(look, look.card(name)) * 0.5


def _action(look: Look, intent: i.TakeAction) -> float:
    # A modifier is left out only by who sees more in it than this bot does.
    return _worth(look, intent) - sum(name.startswith(DECLINED) for name in intent.using)


def _worth(look: Look, intent: i.TakeAction) -> float:
    action = _named(look, intent)
    do = action["do"]
    if intent.target:
        return _against(look, look.units[intent.target], do, _amount(action))
    if intent.path or do in _MOVES:
        return _walk(look, "", intent.path, bool(intent.using))
    match do:
        case "attack":
            return _all_around(look, _amount(action))
        case "defend":
            return 3.0 + _amount(action)
        case "draw":
            return 4.0
    return 3.0


def _named(look: Look, intent: i.TakeAction) -> dict[str, Any]:
    """What the icon says that an intent takes."""
    if intent.source == "effect":
        about = look.awaited.get("about", {})
        return {"do": about.get("word", "attack" if intent.target else ""), "value": None}
    slot = look.side["slots"][intent.slot - 1]
    actions = look.card(slot["relic" if intent.source == "relic" else "card"])["actions"]
    return next((one for one in actions if one["index"] == intent.index), {"do": "", "value": None})


def _against(look: Look, target: dict[str, Any], do: str, amount: int) -> float:
    """What it is worth to do something to a unit: nothing good comes of hitting one's own."""
    if target["team"] == look.team:
        return -5.0
    if do in ("push", "pull"):
        return 2.0 if target["team"] else 0.5
    lost = max(0, amount - target["defence"])
    dies = lost >= target["hp"]
    if not target["team"] and look.is_weak and not dies:
        return -2.0
    taken: float = look.worth.get(target["id"], 1.0) * min(lost, target["hp"])
    return 10.0 + taken + (kill_bonus(target) if dies else 0.0)


def _all_around(look: Look, amount: int) -> float:
    at = look.champion["at"]
    if at is None:
        return STOP
    beside = {tuple(space) for space in around(Hex(*at))}
    hit = [unit for unit in look.units.values() if unit["at"] is not None and tuple(unit["at"]) in beside]
    return sum(_against(look, unit, "attack", amount) for unit in hit if unit["team"] != look.team)


def _walk(look: Look, who: str, path: Sequence[Sequence[int]], uses_up: bool) -> float:
    """What a Move is worth: how much better the place is, so that no Move is taken for its own sake."""
    mover = look.units[who] if who else look.champion
    if mover["at"] is None or not path:
        return 0.2
    start, way = Hex(*mover["at"]), [Hex(*at) for at in path]
    gained = place_worth(look, way[-1], way) - place_worth(look, start)
    return 3.0 + gained - (0.4 if uses_up else 0.0) if gained > 0 else min(0.1, gained)


def _equip(look: Look, intent: i.EquipRelic) -> float:
    slot = look.side["slots"][intent.slot - 1]
    if slot["relic"] or look.energy - look.card(intent.card)["cost"] < 1:
        return -1.0
    return 1.5 if slot["activated"] else 9.0


def _upgrade(look: Look, intent: i.BuyUpgrade) -> float:
    return 60.0 + {"energy": 4.0, "skill": 3.0, "hp": 2.0}.get(intent.kind, 1.0)


def _spawn(look: Look, intent: i.SpawnMinion) -> float:
    # All HP at once: a minion with one chip is a gift to whoever kills it.
    spare = float(look.side["bank"] - intent.hp)
    return 7.0 - spare - 0.3 * nearest_goal(look, Hex(*intent.at))


def _timed(look: Look, intent: i.UseTimedEffect) -> float:
    return 3.0


# -- minions


def _minion(look: Look, intent: i.MinionAction | i.AggroAction) -> float:
    if intent.target:
        return _against(look, look.units[intent.target], "attack", COUNTED + 1)
    if not intent.path:
        return 0.5
    end = Hex(*intent.path[-1])
    return 2.0 - 0.2 * min([distance(end, goal) for goal, value in look.goals() if value > 2], default=0)


# -- choices


def _answer(look: Look, intent: i.AnswerChoice | i.AnswerSecretly) -> float:
    if not intent.answer:
        return 0.5
    return 1.0 + _option(look, intent.answer[0])


def _option(look: Look, option: Any) -> float:
    """What an option of a choice is worth, by what it stands for."""
    if option == "no":
        return -1.0
    if isinstance(option, str) and option in look.units:
        unit = look.units[option]
        helps = look.awaited.get("about", {}).get("word") in ("restore", "swap", "destroy")
        return (1.0 if helps else -1.0) if unit["team"] == look.team else look.worth.get(option, 1.0)
    if isinstance(option, str) and option in look.table["cards"]:
        return _keep(look, option)
    if isinstance(option, list | tuple):
        return -0.1 * nearest_goal(look, Hex(*option))
    return 0.0


def picked(look: Look, intent: Intent, pick: Pick, dice: Dice) -> tuple[Any, ...]:
    """The options to pick: as many as help, the best first; cards to lose are the least useful ones."""
    places = range(len(pick.options))
    if isinstance(intent, i.DiscardCards):
        by_use = sorted(places, key=lambda place: _keep(look, pick.options[place]), reverse=True)
        chosen = by_use[HAND_KEPT:]
    elif look.awaited.get("about", {}).get("word") == "discard":
        chosen = sorted(places, key=lambda place: _keep(look, pick.options[place]))[: pick.max]
    else:
        chosen = sorted(places, key=lambda place: _option(look, pick.options[place]), reverse=True)[: pick.max]
    return tuple([pick.options[place] for place in sorted(chosen[: max(pick.min, len(chosen))])])


def _keep(look: Look, name: str) -> float:
    """What a card is worth to keep in hand."""
    card = look.card(name)
    if card["type"] in ("action", "fragment"):
        return 2.0 + _use_of(look, card)
    return 5.0 if card.get("reaction") and look.table["options"]["reactions"] else 3.0


_RATE: dict[type[Any], Callable[[Look, Any], float]] = {
    i.PrepareCard: _prepare,
    i.ChooseRespawn: _respawn,
    i.ActivateCard: _activate,
    i.TakeAction: _action,
    i.UseAbility: lambda look, intent: 2.5,
    i.EquipRelic: _equip,
    i.PlaySpell: lambda look, intent: 3.5,
    i.PlayReaction: lambda look, intent: 3.0,
    i.ClaimObjective: lambda look, intent: 80.0,
    i.BuyUpgrade: _upgrade,
    i.TurnInHead: lambda look, intent: 70.0,
    i.SpawnMinion: _spawn,
    i.UseTimedEffect: _timed,
    i.SkipTimedEffect: lambda look, intent: -1.0,
    i.BeginMinionTurn: lambda look, intent: 5.0,
    i.MinionAction: _minion,
    i.AggroAction: _minion,
    i.ChooseAggroMinion: lambda look, intent: 1.0,
    i.PickUpItem: lambda look, intent: 3.0,
    i.AnswerChoice: _answer,
    i.AnswerSecretly: _answer,
    i.ConsentRuling: lambda look, intent: 1.0 if intent.agree else 0.0,
}
