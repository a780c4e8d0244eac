"""The figures of a report, from games made by hand."""

import pytest

from tablee.lab.report.facts import Dealt, Item, PlayedGame
from tablee.lab.report.figures import (
    CHANGES,
    HALF_WAY,
    KIND,
    STARTER,
    TURNS,
    chair_of,
    choices_of,
    contest_of,
    deals_of,
    ends_of,
    habits_of,
    leaders,
    leads_of,
    length_of,
    measures_of,
    reckonings,
    rung_of,
    seats_of,
    worths_of,
)
from tests.lab.report.handmade import game

ATTACK, WAIT = Item("attack"), Item("wait")


def test_seats_are_counted_from_the_one_that_starts_and_a_draw_in_parts() -> None:
    found = seats_of([game(0), game(1, deal=1, first=1), game(0, deal=2, first=1), game(None, deal=3)], 2)
    assert [place.share.value for place in found.places] == [2.5 / 4, 1.5 / 4]
    assert found.places[0].edge.value == pytest.approx(0.125)
    assert found.drawn.value == 0.25


def test_the_length_has_its_middle_its_quarters_and_its_longest() -> None:
    found = length_of([game(0, deal=turns, turns=turns) for turns in range(1, 101)])
    assert found.quartiles == (25.75, 50.5, 75.25)
    assert found.longest == 96
    assert found.mean.value == 50.5


def test_ends_that_only_random_play_meets_come_last() -> None:
    found = ends_of([game(0), game(1, deal=1)], [game(0, reason="guard"), game(0, deal=1)])
    assert [(end.reason, end.share.value, end.at_random.value) for end in found] == [
        ("line", 1.0, 0.5),
        ("guard", 0.0, 0.5),
    ]


def test_choices_are_told_along_the_game() -> None:
    found = choices_of([game(0, choices=[20, 18, 16, 14, 12, 10, 8, 6, 4, 1])])
    assert [part.mean for part in found.parts] == [20, 18, 16, 14, 12, 10, 8, 6, 4, 1]
    assert (found.mean.value, found.forced.value, found.most) == (10.9, 0.1, 20)


# ── The lead ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_seat_that_has_not_thought_yet_has_a_fair_share() -> None:
    played = game(0, reckoned=[(0, 0.7), (1, 0.2), (0, None), (0, 0.9)])
    assert reckonings(played) == [(0.7, 0.5), (0.7, 0.2), (0.7, 0.2), (0.9, 0.2)]


def test_the_lead_is_kept_until_another_is_clearly_ahead() -> None:
    outlook = [(0.5, 0.5), (0.7, 0.5), (0.5, 0.55), (0.4, 0.6)]
    assert leaders(outlook, 0.1) == [None, 0, 0, 1]


def test_a_comeback_is_a_change_of_the_lead_and_a_winner_who_was_behind() -> None:
    comeback = game(1, reckoned=[(0, 0.8), (1, 0.15), (0, 0.3), (1, 0.9)])
    straight = game(0, deal=1, reckoned=[(0, 0.8), (1, 0.2), (0, 0.9), (1, 0.1)])
    (lead,) = leads_of([comeback, straight])
    assert lead.by == "reckoning"
    assert (lead.parts[0].value, lead.parts[-1].value) == (0.5, 1.0)
    assert lead.changes.value == 0.5
    assert [part.value for part in lead.changes_of] == [0.5, 0.5, 0, 0, 0]
    assert [(least, part.value) for least, part in lead.behind] == [(0.4, 0.5), (0.3, 0.5), (0.2, 0.5), (0.1, 0.0)]
    assert lead.settled.value == 0.5


def test_who_leads_is_left_out_where_neither_players_nor_scores_tell() -> None:
    assert leads_of([game(0, choices=[2, 2, 2])]) == ()


# ── What things are worth ────────────────────────────────────────────────────────────────────────────────


def test_what_is_taken_by_winners_goes_with_winning_and_what_is_left_alone_is_rare() -> None:
    offers = ({ATTACK: (4, 4), WAIT: (4, 0)}, {ATTACK: (4, 1), WAIT: (4, 3)})
    kinds, _, _ = worths_of([game(0, deal=deal, offers=offers) for deal in range(40)])
    attack, wait = kinds
    assert (attack.item, attack.offered, attack.taken.value) == (ATTACK, 320, 5 / 8)
    assert (attack.won.value, attack.otherwise.value) == (0.8, 0.0)
    assert (wait.won.value, wait.otherwise.value) == (0.0, 0.8)
    assert (attack.gain.verdict, wait.gain.verdict) == ("surely", "surely")


def test_what_was_hardly_ever_taken_is_not_said_to_lose() -> None:
    offers = ({ATTACK: (40, 40)}, {ATTACK: (40, 40), WAIT: (40, 0)})
    kinds, _, _ = worths_of([game(0, deal=deal, offers=offers) for deal in range(40)])
    wait = kinds[-1]
    assert (wait.taken.value, wait.gain.verdict) == (0, "not")


def test_pieces_are_told_apart_from_places_and_a_field_with_one_value_is_neither() -> None:
    place = Item("place")
    fields = [("heart", "red1"), ("heart", "red3"), ("tile", "4"), ("tile", "5"), ("deck", "only")]
    items = {place: (1, 1), **{Item("place", field, value): (1, 0) for field, value in fields}}
    kinds, pieces, places = worths_of([game(0, offers=(items, {}))])
    assert [worth.item for worth in kinds] == [place]
    assert [worth.item.value for worth in pieces["place", "heart"]] == ["red1", "red3"]
    assert [worth.item.value for worth in places] == ["4", "5"]


def test_a_value_is_set_beside_the_other_values_that_were_taken() -> None:
    """Whoever is about to win places the last heart, wherever: that must not speak for every tile."""
    place = Item("place")
    one, other = (Item("place", "tile", tile) for tile in "01")
    winner = {place: (6, 6), one: (6, 4), other: (2, 2)}
    loser = {place: (6, 6), one: (6, 1), other: (6, 5)}
    _, _, places = worths_of([game(0, deal=deal, offers=(winner, loser)) for deal in range(40)])
    found = {worth.item: worth for worth in places}
    assert (found[one].won.value, found[one].otherwise.value) == (4 / 5, 2 / 7)
    assert found[one].gain.value == -found[other].gain.value


def test_a_deal_is_told_by_the_thing_by_the_rank_of_a_card_or_by_ranges_of_a_number() -> None:
    def dealt(deal: int) -> list[list[Dealt]]:
        card = f"{deal % 13 + 1}{'CDHS'[deal % 4]}"
        return [
            [Dealt("life", deal % 20), Dealt("card", card), Dealt("kind", "sun"), Dealt("same", 1)],
            [Dealt("life", 0), Dealt("card", "1C"), Dealt("kind", "moon"), Dealt("same", 1)],
        ]

    found = {
        deal.field: deal.groups for deal in deals_of([game(0, deal=each, dealt=dealt(each)) for each in range(52)])
    }
    assert [(group.low, group.won.value) for group in found["kind"]] == [("moon", 0.0), ("sun", 1.0)]
    assert [group.low for group in found["card"]] == list(range(1, 14))
    assert found["life"][0].low == 0
    assert found["life"][-1].high == 19
    assert len(found["life"]) <= 5
    assert "same" not in found


# ── Skill and luck ───────────────────────────────────────────────────────────────────────────────────────


def pair(one: int | None, other: int | None, deal: int) -> list[PlayedGame]:
    """One deal from both seats: who won when the strong one sat in seat 0, and in seat 1."""
    return [
        game(one, deal=deal, match="ladder/16", players=("hard:16", "hard:8"), strong=0, offers=({WAIT: (2, 2)}, {})),
        game(
            other, deal=deal, match="ladder/16", players=("hard:8", "hard:16"), strong=1, offers=({}, {ATTACK: (2, 2)})
        ),
    ]


def test_a_step_of_the_ladder_is_the_share_of_the_longer_thinker() -> None:
    rung = rung_of([*pair(0, 1, 0), *pair(0, 0, 1)], 1)
    assert (rung.more, rung.less, rung.share.value) == (16, 8, 0.75)


def test_a_contest_tells_deals_won_from_both_seats_and_from_none() -> None:
    found = contest_of([*pair(0, 1, 0), *pair(1, 0, 1), *pair(0, 0, 2), *pair(None, 1, 3)])
    assert (found.against, found.all.value, found.none.value) == ("hard:8", 0.25, 0.25)
    assert found.wins.value == (2 + 0 + 1 + 1.5) / 8


def test_habits_are_those_of_the_stronger_side() -> None:
    assert [(habit.kind, habit.used[0][1].value) for habit in habits_of([pair(0, 1, 0)])] == [
        ("wait", 0.5),
        ("attack", 0.5),
    ]


def test_a_deal_that_one_seat_wins_twice_is_luck_unless_nothing_is_drawn() -> None:
    twice = [game(deal % 2, deal=deal) for deal in range(10) for _ in range(2)]
    found = chair_of(twice)
    assert found is not None
    assert (found.same.value, found.without_luck) == (1.0, 0.5)
    assert chair_of([game(0, has_chance=False), game(0, has_chance=False)]) is None


# ── Variants ─────────────────────────────────────────────────────────────────────────────────────────────


def test_variants_are_set_beside_the_first_on_the_same_deals() -> None:
    offers = ({ATTACK: (1, 1), WAIT: (1, 0)}, {ATTACK: (1, 0), WAIT: (1, 1)})
    now = [game(deal % 2, deal=deal, turns=10 + deal % 3, offers=offers, reckoned=[(0, 0.9)]) for deal in range(40)]
    longer = [game(0, deal=deal, turns=15 + deal % 3, offers=offers, reckoned=[(0, 0.9)]) for deal in range(40)]
    found = {measure.name: measure for measure in measures_of([now, longer])}
    assert found[TURNS].differences[0].value == pytest.approx(5)
    assert found[TURNS].differences[0].verdict == "surely"
    assert [value.value for value in found[STARTER].values] == [0.5, 1.0]
    assert found[f"{KIND}attack"].differences[0].verdict == "not"
    assert [value.value for value in found[HALF_WAY].values] == [0.5, 1.0]
    assert found[CHANGES].differences[0].value == 0
