"""The tags by which a room is found in the list: its facets, and every piece of its name.

A filter is a tag, and a search is the tags of its own pieces; the rooms that have all tags of a query are those that
match it, up to a last look at each (the pieces may be apart in the name). An inverted index over tags thus answers
every query on any database, and is written only when a room opens, closes, or is set otherwise: never for a move. The
status, which each game changes, is therefore no tag, and a finished room keeps its tags.

Tags are small ASCII letters and digits, so that no tokenizer can take them apart.
"""

from collections.abc import Iterable, Iterator
from zlib import crc32

from tablee.store.collation import fold_text
from tablee.store.contract import RoomQuery, Summary, Visibility

_LONGEST_PIECE = 3
_MOST_PIECES = 24
"""Of a search: more don't narrow it further."""


def tags_of(summary: Summary) -> tuple[str, ...]:
    """The tags of a room; none if strangers may not find it."""
    if summary.closed_at is not None or not summary.is_listed:
        return ()
    folded = searched(summary)
    pieces = (piece for length in range(1, _LONGEST_PIECE + 1) for piece in _pieces(folded, length))
    facets = _facets(summary.game, summary.visibility, summary.capacity)
    return tuple(dict.fromkeys((*facets, *pieces)))


def searched(summary: Summary) -> str:
    """The text in which a search looks for its words: the name, or the host's."""
    return fold_text(summary.name or summary.host)


def have_same_tags(one: Summary, other: Summary) -> bool:
    """Whether `tags_of` gives the same for both, without making them."""
    return _told(one) == _told(other)


def tags_for(query: RoomQuery) -> tuple[str, ...]:
    """The tags that a room must have to match a query; none if it asks for nothing that has a tag."""
    folded = fold_text(query.search)
    pieces = dict.fromkeys(_pieces(folded, min(len(folded), _LONGEST_PIECE))) if folded else {}
    return (*_facets(query.game, query.visibility, query.capacity), *list(pieces)[:_MOST_PIECES])


def numbers(tags: Iterable[str]) -> list[int]:
    """Hash tags to 32 bits for a smaller index; collisions are rare and filtered later."""
    return [crc32(tag.encode()) - 2**31 for tag in tags]


def _told(summary: Summary) -> tuple[object, ...]:
    is_found = summary.closed_at is None and summary.is_listed
    return is_found, summary.name or summary.host, summary.game, summary.visibility, summary.capacity


def _facets(game: str | None, visibility: Visibility | None, capacity: int | None) -> Iterator[str]:
    if game is not None:
        yield f"g{game.encode().hex()}"
    if visibility is not None:
        yield f"p{visibility == 'private':d}"
    if capacity is not None:
        yield f"c{capacity}"


def _pieces(folded: str, length: int) -> Iterator[str]:
    return (f"n{folded[start : start + length].encode().hex()}" for start in range(len(folded) - length + 1))
