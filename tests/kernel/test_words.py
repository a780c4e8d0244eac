"""Sentences in two languages, with the spaces that French wants."""

from tablee.kernel.words import Text, count, listed


def test_a_text_is_given_in_the_language_that_is_asked_for() -> None:
    text = Text("The clock.", "L’horloge.")
    assert (text.in_("en"), text.in_("fr")) == ("The clock.", "L’horloge.")


def test_french_spaces_before_high_marks_and_inside_quotes_never_break() -> None:
    text = Text("x", "Oui : « non » ; vraiment ? Mais si !")
    assert text.fr == "Oui\u00a0: «\u00a0non\u00a0»\u202f; vraiment\u202f? Mais si\u202f!"
    assert Text("x", text.fr) == text


def test_english_keeps_its_spaces() -> None:
    assert Text("a : b ?", "").en == "a : b ?"


def test_a_space_that_breaks_or_is_the_wrong_one_is_mended() -> None:
    assert Text("x", "Oui\u202f: non\u00a0; «\u202fsi\u202f»").fr == "Oui\u00a0: non\u202f; «\u00a0si\u00a0»"


def test_zero_is_plural_in_english_and_singular_in_french() -> None:
    game, games = Text("game", "partie"), Text("games", "parties")
    counted = [count(number, game, games) for number in (0, 1, 2, 1000)]
    assert [text.en for text in counted] == ["0 games", "1 game", "2 games", "1,000 games"]
    assert [text.fr for text in counted] == ["0 partie", "1 partie", "2 parties", "1\u202f000 parties"]


def test_a_list_has_its_word_before_the_last() -> None:
    assert listed(["0"]) == Text("0", "0")
    assert listed(["0", "1", "2"]) == Text("0, 1 and 2", "0, 1 et 2")
