"""Requests and answers of the HTTP side."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from tablee.analysis.findings import Analysis
from tablee.kernel.aims import Aim
from tablee.kernel.game import StartPolicy
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusals import Refusal
from tablee.kernel.replay import Origin, SeenStep, StepCause
from tablee.kernel.vocabulary import Words
from tablee.kernel.words import Text
from tablee.kernel.zones import Zone
from tablee.protocol.outgoing import MissedMove, RoomRow
from tablee.rooms.commands import Colour, Id, Milliseconds, SeatNumber, Visibility
from tablee.rooms.views import RoomView

GivenName: TypeAlias = Annotated[str, Meta(max_length=400, description="1–24 visible characters once cleaned")]

NewPassword: TypeAlias = Annotated[str, Meta(min_length=8, max_length=256)]


class SessionGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A nickname to play under."""

    name: GivenName


class SessionShown(Struct, frozen=True):
    """Who this browser is."""

    name: str
    username: str | None
    """None for a guest."""
    is_bot: bool = False
    """Whether it is a bot account, shown by its token."""


class AccountGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new account; what this session did as a guest belongs to it."""

    # In Python `$` alone lets a newline pass at the end, and the schema's own dialect knows no `\Z`.
    username: Annotated[str, Meta(min_length=3, max_length=32, pattern=r"^[\w.-]+$(?!\n)")]
    password: NewPassword
    name: GivenName | None = None


class SignInGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Username and password; with `claim`, the games of this session's guest go over to the account."""

    username: Annotated[str, Meta(max_length=64)]
    password: Annotated[str, Meta(max_length=256)]
    claim: bool = False


class PasswordGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another password for the account of this session."""

    password: Annotated[str, Meta(max_length=256)]
    """The one it has now."""
    new_password: NewPassword


class ResetGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another password for the account of a reset link."""

    secret: Annotated[str, Meta(max_length=128)]
    """The part of the link after the `#`."""
    new_password: NewPassword


class LessonProgress(Struct, frozen=True, forbid_unknown_fields=True):
    """How far a person is in a lesson."""

    game: Annotated[str, Meta(max_length=64)]
    lesson: Annotated[str, Meta(max_length=64)]
    path: Annotated[Sequence[Annotated[int, Meta(ge=0, le=1000)]], Meta(min_length=1, max_length=50)]
    """The nodes gone through, the present one last; the first alone at the beginning."""
    is_learnt: bool
    """Whether it was finished, here or elsewhere, now or before."""


class ProgressGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """How far this person is in some lessons."""

    lessons: Annotated[Sequence[LessonProgress], Meta(max_length=100)]


class BotGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A new bot account."""

    name: GivenName


class BotShown(Struct, frozen=True):
    """A bot account of this person."""

    id: str
    name: str
    created_at: Milliseconds


class BotMade(Struct, frozen=True):
    """A bot account that was made."""

    bot: BotShown
    token: str
    """The credential to send with every request: `Authorization: Bearer …`. It is shown only once."""


class RefusalShown(Struct, frozen=True):
    """Why a request was refused."""

    refusal: Refusal


class LocalPlayerGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """One of several people on one screen."""

    name: GivenName
    colour: Colour


class OriginGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position of a finished game to play on from."""

    record: Annotated[str, Meta(max_length=64)]
    step: Annotated[int, Meta(ge=0)]
    """Its number among the steps: 0 is the first position."""
    seat: Annotated[int, Meta(ge=0, le=15)]
    """The seat of it that the creator takes."""
    hidden: Literal["dealt", "kept"] = "dealt"
    """Whatever that seat could not see: dealt anew so that all it saw stays true, or kept as it was."""


class RoomGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A room to be opened; what is not given has the default of its game."""

    game: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=400)] | None = None
    options: dict[str, Any] = {}
    capacity: Annotated[int, Meta(ge=1, le=16)] | None = None
    policy: StartPolicy | None = None
    clock: Annotated[int, Meta(ge=0, le=86400)] | None = None
    """Seconds for a turn; 0 for no clock. Not given: 60, or no clock where bots take all other seats."""
    visibility: Visibility | None = None
    """Who finds it. Not given: `private` with an access code, `link` where seats are held or bots take all others,
    else `open`."""
    access: Annotated[str, Meta(min_length=1, max_length=128)] | None = None
    """The access code of a private room."""
    onlookers: bool = True
    take_backs: bool = True
    """Whether decisions can be taken back."""
    hints: bool = False
    """Whether hints are given where people play each other; against bots they always are."""
    held: Annotated[int, Meta(ge=0, le=15)] = 0
    """Seats to hold for anyone who has the invitation; the room is then a `link` one unless you say otherwise."""
    bots: Annotated[Sequence[Annotated[str, Meta(max_length=32)]], Meta(max_length=15)] = ()
    """Levels of bots that take seats at once: with all seats taken, the game begins when its creator comes."""
    local: Annotated[Sequence[LocalPlayerGiven], Meta(max_length=8)] = ()
    """The people on this one screen, for a local room."""
    origin: OriginGiven | None = None
    """For practice: the position that its games begin from, with its options and seats. Only its link leads there."""


class RoomMade(Struct, frozen=True):
    """A room that was opened."""

    id: str
    code: str
    invitation: str | None = None
    """The secret that opens the held seats: put it in the fragment of the link."""


class RoomFound(Struct, frozen=True):
    """A room found by its code."""

    id: str
    row: RoomRow
    is_seated: bool
    """Whether this session has a seat there."""
    origin: Origin | None
    """For practice: what it is played on from."""


class SeatGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The codes and secrets to sit down with; none where the room is open."""

    access: Annotated[str, Meta(max_length=128)] | None = None
    """The access code of a private room."""
    invitation: Annotated[str, Meta(max_length=128)] | None = None
    """The secret that opens a held seat."""


class LevelGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot of the server's own to add."""

    level: Annotated[str, Meta(max_length=32)]
    """One of the game's `bots`."""


class ReadyGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you are ready."""

    ready: bool = True


class VoteGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one wants to play again."""

    again: bool = True


class ActionGiven(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action, and the turn that it was chosen for: it counts in no other."""

    game: Annotated[str, Meta(max_length=64)]
    """`play.id` of the room."""
    turn: int
    """The `turn` of the perspective in which the action was legal."""
    action: Any
    """One of the `legal` actions, unchanged."""
    seat: SeatNumber | None = None
    """In a local room: the seat that acts."""
    id: Id | None = None
    """Your own, so that the same request can be sent again and is done once."""


class RoomWatched(Struct, frozen=True, kw_only=True):
    """A room as it is now, and what happened there since."""

    room: RoomView
    onlookers: int
    onlooker_names: tuple[str, ...]
    now: Milliseconds
    missed: tuple[MissedMove, ...]
    """The moves of the present game since the version that was given; none without one."""


class RoomList(Struct, frozen=True):
    """A page of the list."""

    rooms: tuple[RoomRow, ...]
    next: str | None
    """Give it as `before` for the next page."""


class MyRooms(Struct, frozen=True):
    """The rooms in which this session has a seat."""

    rooms: tuple[RoomRow, ...]
    your_turn: tuple[str, ...]
    """The ids of those where the game waits for this session's seat; none of local rooms."""
    practice: tuple[str, ...]
    """The ids of those for practice, which play on from a position of a finished game."""


class OptionShown(Struct, frozen=True):
    """An option of a game."""

    name: str
    default: Any
    schema: Any
    """The JSON Schema of its values."""
    text: Text | None


class LessonName(Struct, frozen=True):
    """A lesson of a game, as it is listed."""

    id: str
    title: Text


class GameShown(Struct, frozen=True):
    """A game that can be played here."""

    id: str
    name: Text
    seats: tuple[int, int]
    rules_version: int
    policy: StartPolicy
    """Its usual start policy."""
    has_starter: bool
    """Whether one seat begins, another in each rematch; False where all play at once."""
    options: tuple[OptionShown, ...]
    bots: tuple[str, ...]
    """The levels of bots that the server offers for it, with any number of seats."""
    perfect_seats: tuple[int, ...]
    """The numbers of seats with which it also offers the level `perfect`, which never loses what need not be lost."""
    reasons: dict[str, Text]
    """Every reason that an outcome can give, in words."""
    zones: tuple[Zone, ...]
    """Hints for drawing the view of a game that has no board of its own."""
    aims: tuple[Aim, ...]
    """The fields of its actions that point to a place in a zone, so that the place is pressed."""
    words: Words
    """Words for its actions, events, fields and pieces, where it has no board of its own."""
    promise: Text | None
    """The line on its poster; None for a game that brings none."""
    rules: Text | None
    """The page of its rules, as Markdown; None for a game that brings none."""
    lessons: tuple[LessonName, ...]
    """Its lessons, in order: `GET /api/games/{game}/lessons`."""


class FinishedShown(Struct, frozen=True):
    """A finished game in a person's history."""

    id: str
    game: str
    seats: tuple[str, ...]
    outcome: Outcome
    started_at: Milliseconds
    ended_at: Milliseconds
    origin: Origin | None
    """For practice: what it was played on from."""
    bots: tuple[bool, ...]
    """By seat, whether a program played it: a bot of the server's own, or a bot account."""


class RecordHead(Struct, frozen=True, kw_only=True):
    """A finished game, without its steps."""

    id: str
    game: str
    rules_version: int
    """The version of the rules that it began under."""
    seats: tuple[str, ...]
    """The players' names; empty where they were erased."""
    colours: tuple[Colour, ...]
    """Of the seats; none where that was not noted."""
    bots: tuple[str | None, ...]
    """The level of each seat's bot, `account` for a bot account; None for a person."""
    options: Any
    """None where the game keeps none in its state."""
    starter: int
    outcome: Outcome
    started_at: Milliseconds
    ended_at: Milliseconds
    taken_back: int
    """How many decisions were taken back; those are not among the steps."""
    hints: tuple[int, ...]
    """How many hints each seat was given."""
    viewers: tuple[str, ...]
    """The values that `as` may have; `everyone` alone where nothing is hidden in the game."""
    your_seat: int | None
    """The asker's own; None for who has none, or all of them."""
    origin: Origin | None
    """For practice, the game it continues; None for a game of its own."""


class RecordPage(Struct, frozen=True):
    """Steps of a finished game as one viewer saw them."""

    record: RecordHead
    viewer: str
    """Whose sight it is: the number of a seat, `everyone` or `open`."""
    total: int
    """How many steps there are; the first, of number 0, is the position that the game began from."""
    first: int
    """The number of the first step of this page."""
    steps: tuple[SeenStep, ...]


class LoggedStep(Struct, frozen=True):
    """One entry of a finished game's log."""

    number: int
    """From 1; seats that went out at the same moment share one."""
    at: Milliseconds | None
    """None where it was not noted."""
    cause: StepCause
    seat: int | None
    """The seat that acted or went out."""
    action: Any
    """As it was written; None unless a seat acted."""


class RecordLog(Struct, frozen=True, kw_only=True):
    """The actions of a finished game: all that can be shown once its rules are no longer known."""

    id: str
    game: str
    """Its id; it may not be among the games of this server."""
    seats: tuple[str, ...]
    """The players' names; empty where they were erased."""
    colours: tuple[Colour, ...]
    """Of the seats; none where that was not noted."""
    bots: tuple[str | None, ...]
    """The level of each seat's bot; None for a person."""
    outcome: Outcome
    started_at: Milliseconds
    ended_at: Milliseconds
    steps: tuple[LoggedStep, ...]


AnalysisStatus: TypeAlias = Literal["none", "waiting", "running", "done", "failed"]


class AnalysisShown(Struct, frozen=True):
    """How far the analysis of a finished game is, and what it has found."""

    status: AnalysisStatus
    """`none` until someone asks for it; `failed` if it failed: ask again."""
    analysis: Analysis | None
    """Without the answers of its decisions, which are asked for one by one; None where there is nothing."""
    is_slow: bool
    """Whether this server thinks uncompiled, which takes many times as long."""
