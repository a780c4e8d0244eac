"""A game brings its rules as pages beside its module, in both languages."""

from pathlib import Path

from tablee.server.rules_pages import rules_beside


def test_the_rules_beside_a_module_are_found_in_both_languages() -> None:
    rules = rules_beside(Path("examples/skull"), "skull")
    assert rules is not None
    assert rules.en.startswith("# Skull\n\nBluff with three flowers")
    assert "face cachée" in rules.fr


def test_the_pages_that_tablee_rules_reads_are_those_of_the_browser_too() -> None:
    rules = rules_beside(Path("examples/tictactoe"), "tictactoe")
    assert rules is not None
    assert rules.en == Path("examples/tictactoe/rules.en.md").read_text("utf-8")


def test_a_game_without_rules_or_with_half_of_them_has_no_page(tmp_path: Path) -> None:
    assert rules_beside(None, "skull") is None
    assert rules_beside(tmp_path, "skull") is None
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "skull.en.md").write_text("# Skull")
    assert rules_beside(tmp_path, "skull") is None
    (tmp_path / "rules" / "skull.fr.md").write_bytes(b"\xff")
    assert rules_beside(tmp_path, "skull") is None
