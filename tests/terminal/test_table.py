"""A game in the terminal: what is shown to whom, and what can be typed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO

import msgspec
import pytest
from rich.console import Console

from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.secrecy import HIDDEN
from tablee.kernel.views import perspective, view
from tablee.kernel.words import Language, Text
from tablee.kernel.zones import Zone
from tablee.lab.loading import find_game
from tablee.lab.random_play import random_steps
from tablee.terminal.drawing import draw, write
from tablee.terminal.table import TerminalTable

TICTACTOE = "examples/tictactoe/tictactoe.py"


class Screen:
    """A table whose people type what a script says; keeps all that was printed and asked."""

    def __init__(self, name: str, players: Sequence[str], language: Language = "en", seed: int = 1) -> None:
        self.game: AnyGame = find_game(name)
        chance = Chance.seeded(seed)
        state = begin(self.game, len(players), self.game.options(), chance, starter=0)
        self.out = StringIO()
        self.asked: list[str] = []
        self.answers: list[str] = []
        console = Console(file=self.out, width=120, highlight=False)
        self.table = TerminalTable(self.game, state, players, chance, console, language, self.answer)

    def answer(self, prompt: str) -> str:
        self.asked.append(prompt)
        if not self.answers:
            raise EOFError
        answer = self.answers.pop(0)
        return prompt.partition("–")[2].partition(",")[0] if answer == "last" else answer

    def play(self, *answers: str) -> str:
        self.answers = list(answers)
        self.outcome = self.table.play()
        return self.out.getvalue()


def test_two_people_play_a_game_to_its_end() -> None:
    screen = Screen(TICTACTOE, ["human", "human"])
    printed = screen.play("1", "3", "1", "3", "1")  # ● 0, ▲ 3, ● 1, ▲ 5, ● 2
    assert screen.outcome is not None
    assert screen.outcome.winners == (0,)
    assert "Seat 0 wins. Three in line." in printed


def test_the_board_is_drawn_with_the_seats_signs() -> None:
    printed = Screen(TICTACTOE, ["human", "human"]).play("1", "4")
    assert "│ 0 ● │ 1 ·" in printed
    assert "4 ▲" not in printed.split("mark(cell=8)")[0]


def test_a_grid_that_does_not_say_its_columns_is_a_square() -> None:
    game, out = find_game(TICTACTOE), StringIO()
    state = begin(game, 2, game.options(), Chance.seeded(1))
    assert not isinstance(state, Refusal)
    zone = msgspec.structs.replace(game.zones[0], columns=0)
    Console(file=out).print(draw(replace(game, zones=(zone,)), perspective(game, state, 0), "en"))
    assert "│ 0 · │ 1 · │ 2 · │" in out.getvalue()


def test_legal_actions_are_numbered() -> None:
    printed = Screen(TICTACTOE, ["human", "human"]).play("5")
    assert "1 mark(cell=0)" in printed
    assert "9 mark(cell=8)" in printed


def test_a_random_player_acts_by_itself() -> None:
    screen = Screen(TICTACTOE, ["human", "random"])
    screen.play("1")
    assert len(screen.asked) == 2


@pytest.mark.parametrize("nonsense", ["0", "10", "-1", "one", "", "1.5", "²", "9" * 30])
def test_nonsense_is_answered_and_asked_again(nonsense: str) -> None:
    screen = Screen(TICTACTOE, ["human", "human"])
    printed = screen.play(nonsense, "q")
    assert "type a number from 1 to 9" in printed
    assert len(screen.asked) == 2


def test_q_and_the_end_of_input_leave_the_game_unfinished() -> None:
    for answers in (["q"], []):
        screen = Screen(TICTACTOE, ["human", "human"])
        assert "Game stopped." in screen.play(*answers)
        assert screen.outcome is None


def test_l_tells_what_happened_so_far() -> None:
    printed = Screen(TICTACTOE, ["human", "human"]).play("5", "l", "q")
    assert printed.count("marked: seat 0, cell 4") == 2


def test_where_nothing_is_hidden_nobody_hands_over() -> None:
    screen = Screen(TICTACTOE, ["human", "human"])
    screen.play("1", "1", "1")
    assert not any("Pass the screen" in prompt for prompt in screen.asked)


def test_where_hands_are_hidden_the_screen_is_cleared_and_handed_over() -> None:
    screen = Screen("kitty", ["human", "human"])
    screen.play("1", "1", "1", "1", "1", "1", "1", "1")
    assert "Pass the screen to seat 1, then press Enter when nobody else is looking. " in screen.asked


def test_a_person_alone_with_random_players_hands_over_to_nobody() -> None:
    screen = Screen("kitty", ["human", "random"])
    screen.play(*["1"] * 20)
    assert not any("Pass the screen" in prompt for prompt in screen.asked)


def test_a_seat_is_told_events_as_it_may_see_them() -> None:
    printed = Screen("kitty", ["human", "random"]).play("1", "last", "1", "last")
    assert "drawn: seat 1, heart ?, magic ?" in printed
    assert "drawn: seat 0, heart ?" not in printed


def test_french_is_spoken() -> None:
    printed = Screen(TICTACTOE, ["human", "human"], "fr").play("1", "4", "1", "4", "x", "1")
    assert "Grille" in printed
    assert "La place 0 gagne. Trois alignés." in printed
    assert "tapez un nombre de 1 à" in printed


@pytest.mark.parametrize("game_id", ["ninth", "diggers", "noe", "gigogne", "kitty"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_game_can_be_played_to_its_end(game_id: str, language: Language) -> None:
    game = load_game(game_id)
    players: list[str] = ["human", *["random"] * (game.seats[1] - 1)]
    screen = Screen(game_id, players, language)
    screen.play(*["1"] * 3000)
    assert screen.outcome is not None


@pytest.mark.parametrize("name", ["ninth", "noe", "gigogne", "kitty"])
def test_every_field_that_is_drawn_has_a_title_in_both_languages(name: str) -> None:
    game = load_game(name)
    told = {"turn", "active", "options", "phase", "ended"}  # by the table of the seats, the actions, and the end
    assert {zone.field for zone in game.zones} == set(game.state.__struct_fields__) - told


def test_in_french_the_names_of_fields_are_french() -> None:
    printed = Screen("kitty", ["human", "random"], language="fr").play("1", "1")
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert "Doit encore piocher oui" in lines
    assert "Cœurs posés ce tour-ci 1" in lines
    assert not [word for word in ("hearts placed", "owes draw", "owner") if word in printed]


def test_a_slot_of_the_number_zero_is_shown_and_a_counter_at_zero_is_not() -> None:
    printed = Screen("ninth", ["human", "random"]).play("1", "1")
    assert "Taken from slot 0" in [" ".join(line.split()) for line in printed.splitlines()]
    assert "Turns without a draw" not in printed


def test_a_field_without_a_title_is_called_as_in_the_data() -> None:
    assert write({"face_down": True, "worth": 3}, "fr") == "face down, worth 3"


def test_a_value_is_written_as_its_zone_calls_it() -> None:
    zone = Zone(field="hand", title=Text("Hand", "Main"), pieces={"k": Text("king", "roi"), "1": Text("ace", "as")})
    assert write(["k", 1, "q"], "fr", zone) == "roi  as  q"


def test_an_empty_place_in_a_row_is_no_separator() -> None:
    assert write([None, "?"], "en") == "·  ?"
    assert write([None, None, "?"], "en") == "· ×2  ?"


@pytest.mark.parametrize("name", ["ninth", "noe", "gigogne", "kitty"])
def test_every_piece_and_every_field_of_a_piece_has_words_in_both_languages(name: str) -> None:
    game, chance = load_game(name), Chance.seeded(1)
    state = begin(game, 2, game.options(), chance)
    for step in random_steps(game, state, chance, chance):
        seen = msgspec.to_builtins(view(step.state, 0))
        for zone in game.zones:
            assert set(codes_in(seen[zone.field])) <= {HIDDEN, *zone.pieces, *zone.labels}, zone.field


def codes_in(value: object) -> Iterator[str]:
    """The strings in a part of a view, and the names of the fields that are written beside numbers and flags."""
    match value:
        case str():
            yield value
        case list() | tuple():
            for part in value:
                yield from codes_in(part)
        case dict():
            for name, part in value.items():
                yield from codes_in(part)
                if part and not isinstance(part, str):
                    yield name


def test_the_board_is_french_in_french() -> None:
    printed = Screen("ninth", ["human", "random"], language="fr").play("q")
    assert "│ 4 Neuvième │" in printed
    assert "ninth" not in printed


def test_what_happened_calls_pieces_as_the_board_does() -> None:
    printed = Screen("ninth", ["human", "random"], language="fr").play("3", "1")
    assert "taken: seat 0, case 2, carte Terre" in printed
