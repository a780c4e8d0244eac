"""The words of Noé: its name, its endings, its actions, its refusals, and its zones."""

from typing import Final

from tablee.games.noe.cards import PACK, RANK, SUIT, Card
from tablee.kernel import Text, Words, Zone, rule

NAME: Final = Text("Le Jeu de Noé", "Le Jeu de Noé")

REASONS: Final = {
    "last": Text("Last player standing.", "Il ne reste qu’un joueur en vie."),
    "guard": Text(
        "No life lost for 20 rounds: most life wins.",
        "Personne n’a perdu de vie depuis 20 tours de table : le plus de vie l’emporte.",
    ),
    "left": Text("Everyone else has left.", "Tous les autres sont partis."),
}

# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────

WORDS: Final = Words(
    actions={
        "attack": Text("Attack {target}", "Attaquer {target}"),
        "charge": Text("Charge", "Charger"),
        "reinforce": Text("Reinforce", "Renforcer"),
        "swap_shield": Text("Replace the shield of {target}", "Changer le bouclier de {target}"),
    },
    fields={"target": Text("target", "cible")},
    seats=("target",),
)

# ── Refusals ─────────────────────────────────────────────────────────────────────────────────────────────

THREE_CHARGES: Final = rule(
    "three_charges",
    "You already have 3 charges, the most there can be.",
    "Vous avez déjà 3 charges, le maximum.",
    "your-turn",
)
NOT_YOURSELF: Final = rule(
    "not_yourself", "You can’t attack yourself.", "Vous ne pouvez pas vous attaquer vous-même.", "your-turn"
)
NOT_A_NEIGHBOUR: Final = rule(
    "not_a_neighbour",
    "You can attack only your nearest neighbour on each side.",
    "Vous n’attaquez que le voisin le plus proche, de chaque côté.",
    "your-turn",
)
NO_SUCH_SEAT: Final = rule("no_such_seat", "There’s no such seat here.", "Cette place n’existe pas ici.", "your-turn")
OUT_OF_THE_GAME: Final = rule(
    "out_of_the_game", "That player is out of the game.", "Ce joueur est hors jeu.", "an-attack"
)

# ── Zones ────────────────────────────────────────────────────────────────────────────────────────────────

_LETTERS: Final = {1: ("A", "A"), 11: ("J", "V"), 12: ("Q", "D"), 13: ("K", "R")}


def _name(card: Card) -> Text:
    """As it is printed: `Q♥` in English, `D♥` in French."""
    rank, suit = str(RANK[card]), "♣♦♥♠"[SUIT[card]]
    english, french = _LETTERS.get(RANK[card], (rank, rank))
    return Text(f"{english}{suit}", f"{french}{suit}")


_NAMES: Final = {str(card): _name(card) for card in PACK}

ZONES: Final = (
    Zone(field="life", title=Text("Life", "Vie"), form="counter", by_seat=True),
    Zone(field="life_cards", title=Text("Life cards", "Cartes de vie"), by_seat=True, pieces=_NAMES),
    Zone(field="shields", title=Text("Shield", "Bouclier"), by_seat=True, pieces=_NAMES),
    Zone(field="reinforcements", title=Text("Reinforcement", "Renfort"), by_seat=True, pieces=_NAMES),
    Zone(field="charges", title=Text("Charges", "Charges"), by_seat=True, pieces=_NAMES),
    Zone(field="pile", title=Text("Pile", "Pioche"), form="pile", pieces=_NAMES),
    Zone(field="discard", title=Text("Discard", "Défausse"), pieces=_NAMES),
    Zone(field="eliminated", title=Text("Out of the game", "Éliminés"), of_seats=True),
    Zone(field="quiet_turns", title=Text("Turns without a loss", "Tours sans perte"), form="counter"),
)
