"""What an arena says can be read: names, signs, cards and offers, in a wide window and in a narrow one."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.academy import DESKTOP, PHONE, Academy, Table
from tests.browser.test_maya import before_a_move, open_arena, play_until, seated

pytestmark = pytest.mark.browser

CARD_WIDTH_LEAST = 150
NAME_PIXELS_LEAST = 9
MEET = """(one, other) => one.left < other.right - 1 && other.left < one.right - 1
  && one.top < other.bottom - 1 && other.top < one.bottom - 1"""


async def four_prepare(academy: Academy) -> tuple[Table, int]:
    """A table of four in which a seat is to prepare a card."""
    table = await open_arena(academy, 4, 4, "siege-2v2")
    return table, await play_until(academy, table, "PrepareCard")


async def test_no_two_traits_share_a_sign(academy: Academy) -> None:
    table, seat = await four_prepare(academy)
    page = await seated(academy, table, seat)
    signs = await page.locator(".trait").evaluate_all(
        "all => all.map((one) => [one.title, one.querySelector('.trait-letters').textContent])"
    )
    letters = dict(signs)
    assert {"Vaanar", "Vanguard"} <= letters.keys(), "the two that begin alike are on the table"
    assert len(set(letters.values())) == len(letters), letters


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_cards_of_the_hand_have_room_for_their_text(academy: Academy, size: tuple[int, int]) -> None:
    table, seat = await four_prepare(academy)
    page = await seated(academy, table, seat, size=size)
    faults = await page.locator(".maya-hand .maya-card").evaluate_all(
        f"""(cards) => cards.flatMap((card) => {{
          const meet = {MEET};
          const [box, gain] = [card, card.querySelector(".card-gain")].map((one) => one?.getBoundingClientRect());
          const text = card.querySelector(".clauses").getBoundingClientRect();
          const narrow = box.width < {CARD_WIDTH_LEAST} ? [`${{card.dataset.card}} is ${{box.width}} wide`] : [];
          return gain && meet(gain, text) ? [...narrow, `the gain lies on ${{card.dataset.card}}`] : narrow;
        }})"""
    )
    assert faults == []
    hand = page.locator(".maya-hand")
    last = hand.locator(".maya-card").last
    await last.scroll_into_view_if_needed()
    within = """card => {
      const [box, room] = [card, card.closest("ul")].map((one) => one.getBoundingClientRect());
      return box.left >= room.left - 1 && box.right <= room.right + 1;
    }"""
    assert await last.evaluate(within), "the last card can be brought into sight whole"


async def test_a_card_that_breaks_off_is_read_whole_by_keyboard(academy: Academy) -> None:
    table, seat = await four_prepare(academy)
    page = await seated(academy, table, seat)
    cut = "cards => cards.findIndex(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)"
    place = await page.locator(".maya-hand .clauses").evaluate_all(cut)
    assert place >= 0, "a card with a long text is in the hand"
    card = page.locator(".maya-hand .maya-card").nth(place)
    await page.keyboard.press("Tab")
    await card.focus()
    leaf = page.locator(".maya-leaf")
    await expect(leaf).to_be_visible()
    assert await leaf.locator(".clause").all_inner_texts() == await card.locator(".clause").all_inner_texts()
    assert await leaf.locator(".clauses").evaluate("one => one.scrollHeight <= one.clientHeight + 1")
    await page.keyboard.press("Tab")
    await expect(leaf.filter(has_text=await card.locator(".card-title").inner_text())).to_have_count(0)


async def test_what_an_objective_asks_for_is_shown_by_keyboard(academy: Academy) -> None:
    table, seat = await four_prepare(academy)
    page = await seated(academy, table, seat)
    objective = (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]["objectives"]["open"][0]
    await page.keyboard.press("Tab")
    await page.locator(".objective-chips button").first.focus()
    await expect(page.locator(".maya-leaf")).to_contain_text(objective["text"])
    await page.keyboard.press("Enter")
    await expect(page.locator(".maya-dialog")).to_contain_text(objective["text"])


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(("mode", "seats"), [("siege-1v1", 2), ("siege-2v2", 4), ("headhunters", 3)])
async def test_names_on_the_arena_can_be_read(academy: Academy, mode: str, seats: int, size: tuple[int, int]) -> None:
    table = await open_arena(academy, seats, seats, mode)
    seat = await play_until(academy, table, "PrepareCard")
    page = await seated(academy, table, seat, size=size)
    assert await small_names(page) == []
    covered = await page.evaluate(
        f"""() => {{
          const meet = {MEET};
          const boxes = (name) => [...document.querySelectorAll(name)].map((one) => [one, one.getBoundingClientRect()]);
          const others = [...boxes("svg.arena .space-name"), ...boxes("svg.arena .unit"), ...boxes(".zone-name")];
          return boxes("svg.arena .zone-name").flatMap(([zone, box]) => others
            .filter(([other, second]) => other !== zone && meet(box, second))
            .map(([other]) => `${{zone.textContent}} lies on ${{other.textContent}}`));
        }}"""
    )
    assert covered == []
    assert await page.locator(".zone-name").count() > 0
    outside = await page.locator("svg.arena .zone-name").evaluate_all(
        """all => all.filter((one) => {
          const [box, arena] = [one, one.closest("svg")].map((which) => which.getBoundingClientRect());
          return box.left < arena.left || box.right > arena.right || box.top < arena.top || box.bottom > arena.bottom;
        }).map((one) => one.textContent)"""
    )
    assert outside == []


async def small_names(page: Page) -> list[str]:
    """The names of spaces and zones whose letters are too small on the screen."""
    found: list[str] = await page.evaluate(
        f"""() => {{
          const svg = document.querySelector("svg.arena");
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          return [...svg.querySelectorAll(".space-name, .zone-name")]
            .map((one) => [one.textContent, parseFloat(getComputedStyle(one).fontSize) * scale])
            .filter(([, pixels]) => pixels < {NAME_PIXELS_LEAST}).map(([name, pixels]) => `${{name}}: ${{pixels}}`);
        }}"""
    )
    return found


async def test_ways_to_walk_look_unlike_what_is_aimed_at(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page, seat = await before_a_move(academy, table)
    offers = (await academy.ask("GET", f"/matches/{table.id}/offers", table.tokens[seat]))["offers"]
    moves = {space for one in offers if one["intent"].get("path") for space in one["concerns"]["spaces"]}
    shown = await page.locator(".lit-space.for-move").evaluate_all("all => all.map((one) => one.dataset.space)")
    assert set(shown) == moves
    aims = {unit for one in offers if one["intent"].get("target") for unit in one["concerns"]["units"]}
    shown = await page.locator(".unit.lit.for-attack").evaluate_all("all => all.map((one) => one.dataset.unit)")
    assert set(shown) == aims


async def test_a_narrow_window_shows_the_champions_before_the_offers(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page = await seated(academy, table, 1, size=PHONE)
    await expect(page.locator("#act.folded")).to_have_count(1)
    await page.locator(".gallery [data-champion=kshar]").click()
    await expect(page.locator("#act.folded")).to_have_count(0)
    await expect(page.locator("#act button.offer")).to_be_visible()


async def test_an_ability_is_told_once(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    seat = await play_until(academy, table, "UseAbility")
    offers = (await academy.ask("GET", f"/matches/{table.id}/offers", table.tokens[seat]))["offers"]
    ability = next(one for one in offers if one["intent"]["type"] == "UseAbility")
    assert ability["group"]["note"], "its text is known"
    page = await seated(academy, table, seat)
    words = await page.locator("#act").inner_text()
    assert words.count(ability["group"]["note"]) == 1


SIGNS = {1: "▲", 2: "■"}


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
async def test_who_plays_with_whom_stands_on_mats_towers_and_in_the_strip(
    academy: Academy, size: tuple[int, int]
) -> None:
    table, seat = await four_prepare(academy)
    seats = (await academy.ask("GET", f"/matches/{table.id}/view"))["table"]["seats"]
    page = await seated(academy, table, seat, size=size)
    for side in seats:
        (mate,) = [other for other in seats if other["team"] == side["team"] and other["seat"] != side["seat"]]
        mat = page.locator(f".mat[data-seat='{side['seat']}']")
        await expect(mat.locator(".mates")).to_have_text(f"{SIGNS[side['team']]}with {mate['name']}")
        label = await mat.get_attribute("aria-label") or ""
        assert f"plays with {mate['name']}" in label
        turn = page.locator(f".initiative .seat-{side['seat']}")
        await expect(turn).to_contain_text(SIGNS[side["team"]])
        await expect(turn).to_contain_text(f"with {mate['name']}")
    for team, sign in SIGNS.items():
        names = " and ".join(side["name"] for side in seats if side["team"] == team)
        await expect(page.locator(f".ledger .in-team-{team}")).to_contain_text(f"{sign}{names} Towers 12 + 12")
        towers = page.locator(f".unit.tower.in-team-{team}")
        await expect(towers).to_have_count(2)
        assert f"of {names}," in (await towers.first.get_attribute("aria-label") or "")
        await expect(towers.first).to_contain_text(sign)


async def test_who_plays_alone_has_no_sign_of_a_team(academy: Academy) -> None:
    table = await open_arena(academy, 2, 2, "siege-1v1")
    page = await seated(academy, table, await play_until(academy, table, "PrepareCard"))
    await expect(page.locator(".ledger .team-1")).to_contain_text("Marta Towers 8 + 8")
    await expect(page.locator(".team-sign, .mates")).to_have_count(0)


async def test_it_is_said_that_more_cards_lie_further_on(academy: Academy) -> None:
    table, seat = await four_prepare(academy)
    page = await seated(academy, table, seat, reduced_motion="reduce")
    cards = page.locator(".maya-hand .maya-card")
    seen = """cards => cards.map((card) => {
      const [box, room] = [card, card.closest("ul")].map((one) => one.getBoundingClientRect());
      return box.left >= room.left - 2 && box.right <= room.right + 2;
    })"""
    hidden = (await cards.evaluate_all(seen)).count(False)
    assert hidden, "not all cards have room"
    further = page.locator(".hand-room .more.after")
    await expect(further).to_contain_text(f"{hidden} more")
    before = page.locator(".hand-room .more.before")
    await further.click()
    await expect(further).to_be_hidden()
    assert (await cards.evaluate_all(seen))[-1], "the last card is in sight"
    await expect(before).to_contain_text("more")


async def test_on_a_phone_the_hand_looks_out_above_what_there_is_to_do(academy: Academy) -> None:
    table, _ = await four_prepare(academy)
    page = await seated(academy, table, await play_until(academy, table, "ActivateCard"), size=PHONE)
    await page.locator(".maya-hand .maya-card").first.wait_for()
    above = "() => document.querySelector('#act').getBoundingClientRect().top"
    top = await page.locator(".maya-hand .maya-card .card-title").first.evaluate(
        "one => one.getBoundingClientRect().bottom"
    )
    assert top <= await page.evaluate(above), "the names of the cards are to be seen"
    last = page.locator(".maya-hand .maya-card").last
    await last.focus()
    bottom = await last.evaluate("one => one.getBoundingClientRect().bottom")
    assert bottom <= await page.evaluate(above), "a card that is looked for lies above the sheet"


async def test_a_high_window_has_no_hole_in_the_middle(academy: Academy) -> None:
    for seats, mode in ((2, "siege-1v1"), (4, "siege-2v2"), (4, "headhunters")):
        table = await open_arena(academy, seats, seats, mode)
        seat = await play_until(academy, table, "PrepareCard")
        for size in ((1280, 1700), (1280, 1040)):
            page = await seated(academy, table, seat, size=size)
            await page.locator(".maya-hand").wait_for()
            hole = await page.evaluate(
                """() => {
                  const bottoms = [...document.querySelectorAll(".arena-room, .mat, .objectives, .objective-chips")]
                    .map((one) => one.getBoundingClientRect().bottom);
                  const top = document.querySelector(".maya-hand").getBoundingClientRect().top;
                  return top - Math.max(...bottoms.filter((bottom) => bottom <= top + 1));
                }"""
            )
            assert hole <= 40, f"{hole} empty pixels above the hand of {mode} at {size}"


async def test_one_of_a_thing_is_no_plural_and_no_step_is_told_by_a_type(academy: Academy) -> None:
    page = await academy.page("/")
    told = await page.evaluate(
        """async () => {
          const { counted } = await import("/static/words.js");
          const { wordsOf } = await import("/static/told.js");
          const step = (seat) => ({ lines: [], intent: "AnswerChoice", seat });
          const seats = [{ seat: 1, name: "Marta" }];
          const told = wordsOf({ ...step(1), lines: ["Marta attacks."] }, seats);
          const untold = [1, 2, null].map((seat) => wordsOf(step(seat), seats));
          return [...[0, 1, 2].map((count) => counted(count, "card")), told, ...untold];
        }"""
    )
    assert told[:3] == ["0 cards", "1 card", "2 cards"]
    assert told[3:] == [
        ["Marta attacks."],
        ["Marta makes a choice."],
        ["Seat 2 makes a choice."],
        ["The match goes on."],
    ]
