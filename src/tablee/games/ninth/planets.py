"""The nine planets, and hands of them."""

from typing import Final, Literal, TypeAlias

from tablee.kernel import Secret

Planet: TypeAlias = Literal["mercury", "venus", "earth", "mars", "jupiter", "saturn", "uranus", "neptune", "ninth"]
Hand: TypeAlias = tuple[Secret[Planet], ...]

PLANETS: Final[tuple[Planet, ...]] = (
    *("mercury", "venus", "earth", "mars"),
    *("jupiter", "saturn", "uranus", "neptune"),
    "ninth",
)
