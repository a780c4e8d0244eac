"""Sentences in two languages, with the spaces that French wants."""

from tablee.kernel.words import Text


def test_a_text_is_given_in_the_language_that_is_asked_for() -> None:
    text = Text("The clock.", "L’horloge.")
    assert (text.in_("en"), text.in_("fr")) == ("The clock.", "L’horloge.")


def test_french_spaces_before_high_marks_and_inside_quotes_never_break() -> None:
    text = Text("x", "Oui : « non » ; vraiment ? Mais si !")
    assert text.fr == "Oui\u00a0: «\u00a0non\u00a0»\u202f; vraiment\u202f? Mais si\u202f!"
    assert Text("x", text.fr) == text


def test_english_keeps_its_spaces() -> None:
    assert Text("a : b ?", "").en == "a : b ?"
