"""What is seen of games that are played for a report."""

from tablee.kernel.registry import load_game
from tablee.lab.report.facts import Item, Offer, PlayedGame
from tablee.lab.report.plan import EQUALS, Match, Scope, Variant, ladder_of, plan_of
from tablee.lab.report.playing import gather

GAMES = 4


def played(game: str, player: str, seats: int = 2) -> list[PlayedGame]:
    match = Match(EQUALS, game, {}, (player,) * seats, GAMES // 2, 2)
    return gather([match], seed=3, workers=1)


def test_a_deal_is_played_twice_with_the_same_start_and_other_choices() -> None:
    one, other, *_ = played("kitty", "random")
    assert (one.deal, one.first, one.dealt) == (other.deal, other.first, other.dealt)
    assert [each.action for each in one.decisions] != [each.action for each in other.decisions]


def test_the_same_seed_plays_the_same_whatever_the_cores() -> None:
    match = Match(EQUALS, "gigogne", {}, ("hard:4", "hard:2"), 2, 2)
    assert gather([match], seed=3, workers=1) == gather([match], seed=3, workers=2)


def test_players_change_seats_within_a_deal_and_the_strong_one_is_known() -> None:
    match = Match("ladder/4", "gigogne", {}, ("hard:4", "hard:2"), 1, 2)
    one, other = gather([match], seed=3, workers=1)
    assert (one.players, one.strong) == (("hard:4", "hard:2"), 0)
    assert (other.players, other.strong) == (("hard:2", "hard:4"), 1)


def test_a_searching_player_says_what_it_expects_and_others_nothing() -> None:
    thinking, anything = played("gigogne", "hard:8")[0], played("gigogne", "random")[0]
    chances = [each.reckoned for each in thinking.decisions if each.choices > 1]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)
    assert all(each.reckoned is None for each in anything.decisions)


def test_a_kind_is_offered_beside_others_and_a_piece_once_its_kind_is_taken() -> None:
    for game in played("kitty", "random"):
        for offers in game.offers:
            placed = offers.get(Item("place"), Offer(0, 0)).taken
            hearts = [offer for item, offer in offers.items() if item[:2] == ("place", "heart")]
            assert sum(offer.taken for offer in hearts) == placed
            assert all(offer.taken <= offer.offered <= placed for offer in hearts)


def test_a_seat_that_an_action_names_is_told_from_ones_own() -> None:
    for game in played("noe", "random", seats=3):
        for seat, offers in enumerate(game.offers):
            targets = {item.value for item in offers if item[:2] == ("attack", "target")}
            assert targets <= {"1", "2"}, seat


def test_what_each_seat_was_dealt_is_kept() -> None:
    (game, *_) = played("noe", "random")
    for life, *cards, shield in game.dealt:
        assert [dealt.field for dealt in (life, *cards, shield)] == ["life", *["life_cards"] * 3, "shields"]
        assert life.value == sum(int(str(dealt.value)[:-1]) for dealt in cards)


def test_the_ladder_ends_at_four_times_the_thought() -> None:
    assert ladder_of(Scope(seats=2, games=8, budget=8, steps=3)) == [(8, 4), (16, 8), (32, 16)]
    assert ladder_of(Scope(seats=2, games=8, budget=1, steps=6)) == [(2, 1), (4, 2)]


def test_a_plan_has_the_other_seats_and_the_variants() -> None:
    rules = Variant("noe", {}, "noe")
    scope = Scope(seats=2, other_seats=(3, 4), games=40, budget=8, steps=1)
    plan = plan_of(load_game("noe"), rules, [rules], scope)
    assert [(match.name, match.games) for match in plan] == [
        ("equals", 40),
        ("random", 40),
        ("variant/0", 40),
        ("seats/3", 20),
        ("seats/4", 20),
        ("skill/random", 10),
        ("skill/easy:20", 10),
        ("ladder/32", 20),
    ]
