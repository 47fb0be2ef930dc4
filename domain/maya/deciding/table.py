"""Which rule answers which intent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.maya import intents as i
from domain.maya.deciding import actions, answers, aside, claims, minions, rounds, setup
from domain.maya.table import MayaDraft

DECIDE: dict[type[Any], Callable[[MayaDraft, Any], None]] = {
    i.SelectChampion: setup.select_champion,
    i.SubmitDeck: setup.submit_deck,
    i.ArrangeFragments: setup.arrange_fragments,
    i.PrepareCard: rounds.prepare_card,
    i.ChooseRespawn: rounds.choose_respawn,
    i.UseTimedEffect: rounds.use_timed_effect,
    i.SkipTimedEffect: rounds.skip_timed_effect,
    i.EndStep: rounds.end_step,
    i.EndActionPhase: rounds.end_phase,
    i.DiscardCards: rounds.discard_cards,
    i.ActivateCard: actions.activate,
    i.TakeAction: actions.take_action,
    i.UseAbility: actions.use_ability,
    i.EquipRelic: actions.equip,
    i.PlaySpell: actions.play_spell,
    i.PlayReaction: answers.play_reaction,
    i.PassReaction: answers.pass_reaction,
    i.AnswerChoice: answers.answer_choice,
    i.AnswerSecretly: answers.answer_secretly,
    i.BeginMinionTurn: minions.begin_minion_turn,
    i.MinionAction: minions.minion_action,
    i.EndMinionTurn: minions.end_minion_turn,
    i.EndMinionStep: minions.end_minion_step,
    i.ChooseAggroMinion: minions.choose_aggro_minion,
    i.AggroAction: minions.aggro_action,
    i.EndAggroMinion: minions.end_aggro_minion,
    i.SpawnMinion: claims.spawn_minion,
    i.ClaimObjective: claims.claim_objective,
    i.BuyUpgrade: claims.buy_upgrade,
    i.TurnInHead: claims.turn_in_head,
    i.PickUpItem: claims.pick_up_item,
    i.DeclineItem: claims.decline_item,
    i.SetAutoPass: aside.set_auto_pass,
    i.Concede: aside.concede,
    i.ProposeRuling: aside.propose_ruling,
    i.WithdrawRuling: aside.withdraw_ruling,
    i.ConsentRuling: aside.consent_ruling,
}
