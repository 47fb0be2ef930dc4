"""The arena in a real browser: champions, cards, spaces and units that are clicked, and what a step did."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import DESKTOP, PHONE, Academy, Table, settled, sideways, step_shown
from tests.browser.test_playing import choose

pytestmark = pytest.mark.browser
MOVES_MAX = 1_500


async def open_arena(academy: Academy, seats: int, people: int, mode: str, **more: Any) -> Table:
    return await academy.open_table(seats, people, mode=mode, game="maya", **more)


async def tell(academy: Academy, table: Table, seat: int, wanted: Any) -> bool:
    """Sends the first offer of a seat that is wanted; False if there is none."""
    asked = await academy.ask("GET", f"/matches/{table.id}/offers", table.tokens[seat])
    offer = next((one for one in asked["offers"] if wanted(one)), None)
    if offer is None:
        return False
    intent = dict(offer["intent"])
    if offer["pick"]:
        intent[offer["pick"]["field"]] = offer["pick"]["options"][: offer["pick"]["min"]]
    seq = (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"]
    body = {"intent": intent, "intent_id": f"{seq:032d}", "decision": asked["decision"]}
    await academy.ask("POST", f"/matches/{table.id}/intents", table.tokens[seat], body)
    return True


async def play_until(academy: Academy, table: Table, kind: str, seat: int | None = None) -> int:
    """Plays on, calmly, until a seat is offered an intent of this kind."""
    calm = ("EndActionPhase", "EndStep", "EndMinionStep", "PassReaction")
    for _ in range(MOVES_MAX):
        asked = (await academy.ask("GET", f"/matches/{table.id}"))["awaiting"][0]["seat"]
        offers = (await academy.ask("GET", f"/matches/{table.id}/offers", table.tokens[asked]))["offers"]
        kinds = [offer["intent"]["type"] for offer in offers]
        if kind in kinds and seat in (None, asked):
            return int(asked)
        wanted = next((one for one in calm if one in kinds), kinds[0])
        if wanted == "PrepareCard":
            played = await tell(academy, table, asked, lambda offer: offer["intent"].get("card"))
            assert played or await tell(academy, table, asked, lambda offer: True)
            continue
        assert await tell(academy, table, asked, lambda offer, wanted=wanted: offer["intent"]["type"] == wanted)
    raise AssertionError(f"{kind} was never offered")


async def seated(academy: Academy, table: Table, seat: int, **options: Any) -> Page:
    page = await academy.page(f"/m/{table.id}#token={table.tokens[seat]}", **options)
    await expect(page.locator("#awaited")).to_contain_text("Your turn.")
    return await settled(page)


async def told_step(page: Page, before: int) -> None:
    """The page has gone on from a step."""
    await expect(page.locator(".position")).not_to_have_text(f"{before} / {before}")


async def test_a_champion_is_chosen_from_the_gallery_and_fragments_are_laid_out(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page = await seated(academy, table, 1)
    await expect(page.locator(".gallery .portrait-card")).to_have_count(4)
    await page.locator(".gallery [data-champion=kshar]").click()
    await expect(page.locator("#act button.offer")).to_have_count(1)
    await page.locator("#act button.offer").click()
    await expect(page.locator(".gallery .taken")).to_have_text("Marta")
    assert await tell(academy, table, 2, lambda offer: offer["intent"]["champion"] == "dangsa")
    await expect(page.locator("svg.arena")).to_be_visible()
    await expect(page.locator(".mat.own .slot-card")).to_have_count(3)
    before = (await step_shown(page))[1]
    await page.locator("#act button.offer").last.click()
    await told_step(page, before)
    moves = await academy.moves_of(table, 1)
    assert [move["type"] for move in moves] == ["SelectChampion", "ArrangeFragments"]


async def test_a_table_opened_in_the_lobby_has_as_many_seats_as_its_mode(academy: Academy) -> None:
    page = await academy.page("/")
    await page.locator("select[name=game]").select_option("maya")
    count = page.locator(".seat-count span")
    for mode, seats in (("Siege 2v2", 4), ("Siege 1v1", 2)):
        await page.get_by_label("Game mode").select_option(mode)
        await expect(count).to_have_text(f"{seats} seats")
        await expect(page.locator("[data-key=more]")).to_be_disabled()
    await page.locator(".seat-plan input").fill("Marta")
    await page.get_by_label("Seat 2").select_option("Bot, greedy")
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.locator(".gate-words")).to_be_visible()
    await page.get_by_role("button", name="Start the match").click()
    await expect(page.locator(".gallery .portrait-card")).to_have_count(4)


async def test_a_deck_is_built_on_the_page_and_the_server_says_what_is_wrong_with_it(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1", options={"mode": "siege-1v1", "decks": "built"})
    for seat, champion in ((1, "kshar"), (2, "dangsa")):
        assert await tell(academy, table, seat, lambda offer, name=champion: offer["intent"]["champion"] == name)
    page = await seated(academy, table, 1)
    builder = page.locator(".deck-builder")
    await builder.locator("[data-key=deck-starter]").click()
    await expect(builder.locator("header p")).to_contain_text("24 cards")
    await builder.locator("[data-key^=less]:not([disabled])").first.click()
    await builder.locator("[data-key=deck-submit]").click()
    await expect(page.locator("#act .notice")).to_contain_text("23 cards")
    academy.forgive("422")
    await expect(builder.locator("header p")).to_contain_text("23 cards")
    await builder.locator("li:not(.in) [data-key^=more]").first.click()
    await builder.locator("[data-key=deck-submit]").click()
    await expect(page.locator(".caption")).to_contain_text("Marta brings a deck of 24 cards.")
    (handed,) = [move for move in await academy.moves_of(table, 1) if move["type"] == "SubmitDeck"]
    assert "cards" not in handed["public"], "nobody else learns what is in it"


async def test_a_seat_lets_all_happen_and_gives_up_from_its_mat(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1", options={"mode": "siege-1v1", "reactions": True})
    await play_until(academy, table, "ActivateCard", 2)
    page = await seated(academy, table, 2)
    await page.get_by_label("Let all happen").check()
    await expect(page.locator("#timeline li.step").last).to_contain_text("Jon lets everything happen.")
    watching = await academy.page(f"/m/{table.id}?as=spectator")
    await expect(watching.locator(".standing")).to_have_count(0)
    page.on("dialog", lambda dialog: dialog.accept())
    await page.get_by_role("button", name="Give up").click()
    await expect(page.locator(".result-heading")).to_be_visible()
    await expect(page.locator(".mat.winner")).to_have_attribute("data-seat", "1")


async def test_a_card_of_the_hand_is_clicked_and_lies_face_down(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "PrepareCard")
    page = await seated(academy, table, seat)
    lit = page.locator(".maya-hand .maya-card.lit").first
    card = await lit.get_attribute("data-card")
    await lit.click()
    await page.locator("#act .group.chosen button.offer").click()
    mat = page.locator(f".mat[data-seat='{seat}']")
    await expect(mat.locator(".slot.face-down .slot-card")).to_have_attribute("data-card", str(card))
    other = await academy.page(f"/m/{table.id}")
    await expect(other.locator(f".mat[data-seat='{seat}'] .slot-back")).to_have_text("face-down")


async def test_what_a_player_has_chosen_stays_chosen_while_others_move_and_while_one_looks_back(
    academy: Academy,
) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "PrepareCard")
    page = await seated(academy, table, seat)
    await page.locator(".maya-hand .maya-card.lit").first.click()
    chosen = page.locator("#act .group.chosen button.offer")
    await expect(chosen).to_have_count(1)
    before = (await step_shown(page))[1]
    assert await tell(academy, table, 3 - seat, lambda offer: offer["intent"]["type"] == "PrepareCard")
    await told_step(page, before)
    await settled(page)
    await expect(chosen).to_have_count(1)
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator("#act")).to_contain_text("It is your turn at the table.")
    await page.keyboard.press("ArrowRight")
    await expect(chosen).to_have_count(1)
    async with page.expect_response("**/intents"):
        await chosen.click()
    assert (await academy.moves_of(table, seat))[-1]["type"] == "PrepareCard"


async def test_a_lit_space_is_clicked_and_the_champion_comes_in_there(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "ChooseRespawn")
    page = await seated(academy, table, seat)
    spaces = page.locator(".lit-space")
    assert await spaces.count() >= 3
    key = await spaces.last.get_attribute("data-space")
    await spaces.last.click()
    await expect(page.locator(f"svg.arena [data-unit=c{seat}]")).to_be_visible()
    (moved,) = [move for move in await academy.moves_of(table, seat) if move["type"] == "ChooseRespawn"]
    assert ",".join(map(str, moved["public"]["at"])) == key


async def test_an_action_is_aimed_at_a_space_with_the_pointer(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page, seat = await before_a_move(academy, table)
    aim = page.locator("#act .aim", has_text="Move").first
    await aim.click()
    await expect(aim).to_have_attribute("aria-expanded", "true")
    lit = page.locator(".lit-space")
    await lit.first.hover()
    await expect(page.locator(".preview-line")).to_have_count(1)
    key = await lit.first.get_attribute("data-space")
    before = (await step_shown(page))[1]
    await lit.first.click()
    await take_first_way(page, before)
    moved = [move for move in await academy.moves_of(table, seat) if move["type"] == "TakeAction"]
    assert ",".join(map(str, moved[-1]["public"]["path"][-1])) == key
    await expect(page.locator(".trail-line")).not_to_have_count(0)


async def take_first_way(page: Page, before: int) -> None:
    """A space was clicked: where that leaves several ways the first is taken, and the page goes on."""
    ways = page.locator("#act .filter")
    gone_on = page.locator(".position", has_not_text=f"{before} / {before}")
    await expect(ways.or_(gone_on).first).to_be_visible()
    if await ways.count():
        await page.locator("#act button.offer").first.click()
    await told_step(page, before)


async def before_a_move(academy: Academy, table: Table) -> tuple[Page, int]:
    """A page in whose Action Phase a Move with several ways is on offer."""
    for _ in range(60):
        seat = await play_until(academy, table, "ActivateCard")
        await tell(academy, table, seat, lambda offer: offer["intent"]["type"] == "ActivateCard")
        asked = await academy.ask("GET", f"/matches/{table.id}/offers", table.tokens[seat])
        moves = [offer for offer in asked["offers"] if offer["intent"].get("path")]
        if len({offer["group"]["key"] for offer in moves}) == 1 and len(moves) > 2:
            return await seated(academy, table, seat), seat
    raise AssertionError("no card with a Move came up")


async def test_everything_the_server_offers_is_on_the_page(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page, seat = await before_a_move(academy, table)
    asked = await academy.ask("GET", f"/matches/{table.id}/offers", table.tokens[seat])
    shown = await page.locator("#act .group.single").count()
    for words in await page.locator("#act .aim .count").all_inner_texts():
        shown += int(words.split()[0])
    assert shown == len(asked["offers"])
    for aim in await page.locator("#act .aim").all():
        if await aim.get_attribute("aria-expanded") == "false":
            await aim.click()
        key = await aim.locator("xpath=..").get_attribute("data-group")
        ways = [offer for offer in asked["offers"] if offer["group"]["key"] == key]
        await expect(page.locator(f"[data-group='{key}'] button.offer")).to_have_count(len(ways))


async def test_an_arena_is_played_by_keyboard_alone(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "ChooseRespawn")
    page = await seated(academy, table, seat)
    await page.locator(".lit-space").first.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f"svg.arena [data-unit=c{seat}]")).to_be_visible()
    await page.locator("#act button.offer[data-type=EndActionPhase]").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#timeline li.step").last).to_contain_text("Action Phase is over")


async def laid_out(page: Page) -> list[str]:
    """Units out of the picture, and mats over one another or over the arena."""
    found: list[str] = await page.evaluate(
        """() => {
          const boxOf = (one) => one.getBoundingClientRect();
          const room = boxOf(document.querySelector("svg.arena"));
          const within = (one) => one.left >= room.left - 1 && one.right <= room.right + 1
            && one.top >= room.top - 1 && one.bottom <= room.bottom + 1;
          const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
            && one.top < other.bottom - 1 && other.top < one.bottom - 1;
          const out = [...document.querySelectorAll("svg.arena .unit .disc")].filter((disc) => !within(boxOf(disc)));
          const faults = out.map((disc) => `${disc.closest(".unit").dataset.unit} is out of the picture`);
          const mats = [...document.querySelectorAll(".mat")].map((mat) => [mat.dataset.seat, boxOf(mat)]);
          const boxes = [["arena", room], ...mats];
          boxes.forEach(([name, box], index) => boxes.slice(index + 1).forEach(([other, second]) => {
            if (meet(box, second)) faults.push(`${name} and ${other} meet`);
          }));
          return faults;
        }"""
    )
    return found


@pytest.mark.parametrize(("mode", "seats"), [("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 3)])
async def test_the_arena_fits_every_window(academy: Academy, mode: str, seats: int) -> None:
    table = await open_arena(academy, seats, seats, mode, options={"mode": mode, "reactions": True})
    seat = await play_until(academy, table, "ActivateCard")
    for size in (DESKTOP, (768, 1024), PHONE):
        page = await seated(academy, table, seat, size=size)
        await expect(page.locator(".mat")).to_have_count(seats)
        assert await laid_out(page) == []
        assert await sideways(page) <= 0, f"nothing is wider than {size[0]} pixels"
        await expect(page.locator(".maya-hand li").first).to_be_visible()


async def test_a_finished_match_is_stepped_through_with_its_fights(academy: Academy) -> None:
    table = await open_arena(academy, 2, 0, "siege-1v1")
    summary = await academy.played_out(table)
    assert summary["outcome"]["winners"]
    page = await academy.page(f"/m/{table.id}?as=auditor")
    await expect(page.locator(".hit-mark").first).to_be_attached()
    await expect(page.locator(".mat.winner")).to_have_count(1)
    await page.locator("#timeline .step.mark-kill button").first.click()
    await expect(page.locator(".fell")).not_to_have_count(0)
    await expect(page.locator(".note.harm").first).to_be_visible()
    shown = await step_shown(page)
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    assert (await step_shown(page))[0] < shown[0]
    await page.keyboard.press("]")
    await expect(page).to_have_url(re.compile(r"at=\d+&as=seat:1$"))
    await page.locator("#timeline .step.mark-kill button").first.click()
    await expect(page.locator(".mat.own")).to_have_attribute("data-seat", "1")
    await expect(page.locator(".maya-hand, .mat.own .piles").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "seats"),
    [("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 2), ("headhunters", 3), ("headhunters", 4)],
)
async def test_a_whole_match_is_played_in_windows_one_for_each_seat(academy: Academy, mode: str, seats: int) -> None:
    table = await open_arena(academy, seats, seats, mode)
    links = {seat: f"/m/{table.id}#token={table.tokens[seat]}" for seat in range(1, seats + 1)}
    pages = {seat: await academy.page(link, reduced_motion="reduce") for seat, link in links.items()}
    calm = ("EndActionPhase", "EndStep", "EndMinionStep", "EndMinionTurn")
    for _ in range(MOVES_MAX):
        summary = await academy.ask("GET", f"/matches/{table.id}")
        if summary["status"] == "over":
            break
        asked = summary["awaiting"][0]
        page = pages[asked["seat"]]
        act = page.locator(f"#act[data-decision='{asked['decision']}']")
        await expect(act).to_be_attached()
        confirm = act.locator("[data-key=pick-confirm]")
        if await confirm.count():
            await choose(page, confirm)
        elif await page.locator(".lit-space").count() and asked["kind"] == "respawn":
            await page.locator(".lit-space").first.click()
        else:
            found = act.locator(", ".join(f"button.offer[data-type={kind}]" for kind in calm)).first
            if not await found.count():
                found = act.locator("button.offer").first
            if not await found.count():
                await act.locator(".aim").first.click()
                found = act.locator("button.offer").first
            await found.click()
        # No press is lost: each one is an entry in the log.
        async with asyncio.timeout(20):
            while (await academy.ask("GET", f"/matches/{table.id}"))["head"]["seq"] == summary["head"]["seq"]:
                await act.page.locator("#act").evaluate("() => new Promise(requestAnimationFrame)")
    assert summary["status"] == "over"
    for page in pages.values():
        await expect(page.locator(".result-heading")).to_be_visible()
