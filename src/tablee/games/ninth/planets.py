"""The nine planets, and hands of them."""

from typing import Final, Literal, TypeAlias

from tablee.kernel import Secret, Text

Planet: TypeAlias = Literal["mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "ninth"]
Hand: TypeAlias = tuple[Secret[Planet], ...]

PLANETS: Final[tuple[Planet, ...]] = (
    *("mercury", "venus", "earth", "mars"),
    *("jupiter", "saturn", "uranus", "neptune"),
    "ninth",
)

NAMES: Final[dict[str, Text]] = {
    "mercury": Text("Mercury", "Mercure"),
    "venus": Text("Venus", "Vénus"),
    "earth": Text("Earth", "Terre"),
    "mars": Text("Mars", "Mars"),
    "jupiter": Text("Jupiter", "Jupiter"),
    "saturn": Text("Saturn", "Saturne"),
    "uranus": Text("Uranus", "Uranus"),
    "neptune": Text("Neptune", "Neptune"),
    "ninth": Text("Ninth", "Neuvième"),
}
"""What each planet is called on the screen."""
