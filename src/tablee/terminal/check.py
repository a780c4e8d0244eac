"""The findings of `tablee check`, in sentences."""

from tablee.kernel.words import Language, Text
from tablee.server.checking import Checked, Problem

_ROOM = Text("Room {room} ({game}): {what}.", "Table {room} ({game}) : {what}.")
_EVENT = Text(
    "Room {room} ({game}) can’t be played on from version {version}: {what}.",
    "Table {room} ({game}), illisible à partir de la version {version} : {what}.",
)
_RECORD = Text(
    "Room {room} ({game}): the record {record} can’t be shown: {what}.",
    "Table {room} ({game}) : l’enregistrement {record} est illisible : {what}.",
)
_STORE = Text("The store: {what}.", "Les données : {what}.")
_UPGRADED = Text(
    "It is of an older version (schema {}): a copy was brought up to date and checked. ",
    "Elles sont d’une version plus ancienne (schéma {}) : une copie a été mise à jour et vérifiée. ",
)
_WELL = Text(
    "Rooms: {rooms}, finished games: {games}. All are whole, and this version reads them.",
    "Tables : {rooms}, parties finies : {games}. Tout est intact et lisible par cette version.",
)
_BAD = Text(
    "Rooms: {rooms}, finished games: {games}. Problems: {found}.",
    "Tables : {rooms}, parties finies : {games}. Problèmes : {found}.",
)


def told_of_problem(problem: Problem, language: Language) -> str:
    if not problem.room:
        form = _STORE
    elif problem.record:
        form = _RECORD
    else:
        form = _EVENT if problem.version else _ROOM
    return form.in_(language).format(
        room=problem.room, game=problem.game, version=problem.version, record=problem.record, what=problem.what
    )


def told_of_check(checked: Checked, language: Language) -> str:
    before = "" if checked.upgraded_from is None else _UPGRADED.in_(language).format(checked.upgraded_from)
    counts = (_BAD if checked.found else _WELL).in_(language)
    return before + counts.format(rooms=checked.rooms, games=checked.games, found=checked.found)
