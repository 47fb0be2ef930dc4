"""A match's log in memory: any place in it, for any viewer, however it came in."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.codec import Damaged
from domain.kernel.entries import Head, first_link
from projections.history import CHECKPOINT_EVERY, History, Start
from projections.views import match_view
from tests.playing import Play
from tests.toy.facts import Bid
from tests.toy.plugin import TOY

PLAY = Play(TOY, 3, {"rounds": 6}, title="Tuesday").play_out(seed=3)
VIEWERS = ("seat:1", "seat:2", "seat:3", "spectator", "auditor")


def test_every_place_in_the_log_can_be_returned_to() -> None:
    history = PLAY.history()
    assert history.head.seq > 2 * CHECKPOINT_EVERY, "long enough to have checkpoints"
    state = history.state_at(0)
    for entry in PLAY.entries:
        state = TOY.rules.fold((entry,), start=state)
        assert history.state_at(entry.seq) == state, f"entry {entry.seq}"
        assert history.head_at(entry.seq) == Head(entry.seq, entry.link)
    assert history.head_at(0) == Head(0, first_link("m1"))


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_a_log_that_comes_in_pieces_is_the_same_history(size: int) -> None:
    whole, pieces = PLAY.history(), History(TOY, "m1")
    for start in range(0, len(PLAY.entries), size):
        pieces.extend(PLAY.entries[start : start + size])
    assert list(pieces.steps) == list(whole.steps)
    assert pieces.state == whole.state
    assert pieces.head == whole.head
    for viewer in VIEWERS:
        assert pieces.timeline(viewer) == whole.timeline(viewer)


def test_a_step_that_was_just_decided_is_taken_as_if_it_had_been_read() -> None:
    read, taken = History(TOY, "m1"), History(TOY, "m1")
    for step in PLAY.history().steps:
        entries = PLAY.entries[step.first - 1 : step.seq]
        facts = [fact for entry in entries for fact in TOY.rules.reader.read(entry).facts]
        read.extend(entries)
        taken.take(entries, facts[0], facts[1:], read.state, actor=step.actor, at=step.at)
        for viewer in VIEWERS:
            assert taken.view(viewer) == read.view(viewer)
            assert taken.timeline(viewer, after=step.first - 1) == read.timeline(viewer, after=step.first - 1)
    assert list(taken.steps) == list(read.steps)
    assert taken.summary() == read.summary()
    for seq in range(read.head.seq + 1):
        assert taken.state_at(seq) == read.state_at(seq), f"entry {seq}"


def test_a_history_may_begin_at_a_kept_state() -> None:
    whole = PLAY.history()
    for place in (3, 7, len(whole.steps) - 2):
        seq = whole.steps[place].seq
        start = Start(whole.head_at(seq), whole.state_at(seq), 1_000, whole.steps[place].at)
        late = History(TOY, "m1", start)
        assert late.head == whole.head_at(seq)
        late.extend(PLAY.entries[seq:])
        assert late.state == whole.state
        assert list(late.steps) == list(whole.steps)[place + 1 :]
        assert late.summary() == whole.summary()
        for viewer in VIEWERS:
            assert late.view(viewer) == whole.view(viewer)
            assert late.timeline(viewer, after=seq) == whole.timeline(viewer, after=seq)
        for later in range(seq, whole.head.seq + 1):
            assert late.state_at(later) == whole.state_at(later)


def test_each_step_is_one_intent_with_what_it_caused() -> None:
    history = PLAY.history()
    end = 0
    for step in history.steps:
        assert step.first == end + 1
        envelopes = [TOY.rules.reader.read(entry).envelope for entry in history.entries(end, step.seq - end)]
        assert [envelope.kind for envelope in envelopes] == ["intent"] + ["event"] * (len(envelopes) - 1)
        assert (envelopes[0].type, envelopes[0].actor) == (step.intent, step.actor)
        assert step.seat == (int(step.actor[5:]) if step.actor.startswith("seat:") else None)
        end = step.seq
    assert end == history.head.seq
    bids = [step for step in history.steps if step.intent == "Bid"]
    assert len(bids) == 18
    assert [step.round for step in bids] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3 + [5] * 3 + [6] * 3


def test_a_step_is_found_by_any_of_its_entries() -> None:
    history = PLAY.history()
    for place, step in enumerate(history.steps):
        for seq in range(step.first, step.seq + 1):
            assert history.step_at(seq) is step
        assert history.step_index(step.seq) == place + 1
    assert history.step_at(0) is None
    assert history.step_at(history.head.seq + 1) is None


def test_an_entry_that_does_not_follow_is_refused_and_changes_nothing() -> None:
    history = History(TOY, "m1")
    history.extend(PLAY.entries[:5])
    with pytest.raises(Damaged, match="entry 6 is missing: the next one there is 8"):
        history.extend(PLAY.entries[7:])
    assert history.head.seq == 5


def test_a_log_begins_with_an_intent() -> None:
    entry = PLAY.entries[1]
    with pytest.raises(Damaged, match="begins with what somebody asked for"):
        History(TOY, "m1").extend([entry._replace(seq=1)])


def test_a_late_observer_sees_what_one_who_was_there_saw() -> None:
    live = History(TOY, "m1")
    seen: dict[tuple[str, int], Any] = {}
    whole = PLAY.history()
    for step in whole.steps:
        live.extend(PLAY.entries[step.first - 1 : step.seq])
        for viewer in VIEWERS:
            seen[viewer, step.seq] = live.view(viewer)
    for (viewer, seq), view in seen.items():
        assert whole.view(viewer, seq) == view, f"{viewer} at {seq}"


def test_the_timeline_can_be_asked_for_from_any_step_to_any_other() -> None:
    history = PLAY.history()
    whole = history.timeline("seat:2")
    assert [step["seq"] for step in whole] == [step.seq for step in history.steps]
    for start in (0, whole[4]["seq"], whole[-1]["seq"]):
        assert history.timeline("seat:2", after=start) == [step for step in whole if step["seq"] > start]
    assert history.timeline("seat:2", last=whole[6]["seq"]) == whole[:7]


def test_views_of_a_range_are_the_views_at_its_steps() -> None:
    history = PLAY.history()
    steps = [step.seq for step in history.steps][3:8]
    views = history.views("seat:1", steps[0], steps[-1])
    assert [view["seq"] for view in views] == steps
    assert views == [history.view("seat:1", seq) for seq in steps]


def test_a_summary_says_what_anybody_may_know() -> None:
    play = Play(TOY, 2, {"rounds": 1}, names=["Marta", "Jon"], title="Tuesday")
    summary = play.history().summary(seat=2, host=True)
    assert summary["title"] == "Tuesday"
    assert summary["status"] == "running"
    assert [seat["name"] for seat in summary["seats"]] == ["Marta", "Jon"]
    assert [asked["text"] for asked in summary["awaiting"]] == ["Marta bids", "Jon bids"]
    assert summary["head"] == {"seq": len(play.entries), "link": play.entries[-1].link.hex()}
    assert (summary["created_at"], summary["updated_at"]) == (1_000, 7_000)
    assert summary["you"] == {"seat": 2, "host": True}
    over = play.play_out().history().summary()
    assert over["status"] == "over"
    assert over["outcome"]["reasons"] == ["rounds played"]
    assert over["awaiting"] == []


def test_offers_name_the_question_that_they_answer() -> None:
    play = Play(TOY, 2, {"rounds": 1})
    offers = play.history().offers(1)
    assert offers["decision"] == "bid.1"
    cards = sorted(set(play.state.table.players[0].hand))
    assert sorted(offer["intent"]["card"] for offer in offers["offers"]) == cards
    assert all(offer["intent"]["type"] == "Bid" and offer["pick"] is None for offer in offers["offers"])
    play.submit(Bid(1, cards[0]))
    assert play.history().offers(1) == {**offers, "decision": None, "offers": [], "awaiting": offers["awaiting"][1:]}


def test_an_offer_with_a_pick_says_what_may_be_picked() -> None:
    play = Play(TOY, 2, {"rounds": 1})
    for seat in (1, 2):
        play.submit(play.rules.offers(play.state, seat)[0].intent)
    (trader,) = play.waiting()
    (offer,) = play.history().offers(trader)["offers"]
    hand = list(play.state.table.players[trader - 1].hand)
    assert offer["pick"] == {"field": "cards", "options": hand, "min": 0, "max": 2}


def test_a_table_before_its_start_has_seats_and_no_table() -> None:
    play = Play(TOY, 2)
    history = History(TOY, "m1")
    history.extend(play.entries[:4])
    view = history.view("spectator")
    assert (view["status"], view["table"], view["changed"], view["awaiting"]) == ("open", None, None, [])
    assert [seat["holder"] for seat in view["seats"]] == ["player", "open"]
    assert view["progress"] == {"round": 0, "turn": 0, "phase": "open"}


def test_a_bot_sees_the_view_of_its_seat() -> None:
    play = Play(TOY, 2)
    assert play.sees(2)() == match_view(TOY, play.state, "seat:2", play.scribe.head)
    assert {**play.history().view("seat:2"), "changed": None} == play.sees(2)()
