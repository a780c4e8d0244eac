/** HTTP to our own server: what is not a conversation. */
import type {
  AccountGiven,
  AnalysisShown,
  Answer,
  BotMade,
  BotShown,
  CompiledLesson,
  CompiledPuzzle,
  FinishedShown,
  GameShown,
  MyRooms,
  PasswordGiven,
  RecordLog,
  RecordPage,
  Refusal,
  ResetGiven,
  RoomFound,
  RoomGiven,
  RoomMade,
  RoomWatched,
  SessionShown,
  SignInGiven,
} from "../protocol";
import { UNREACHABLE } from "../words/common";

/** Carries the server's refusal, or says that it could not be reached. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text.en);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused(UNREACHABLE);
  }
  if (response.ok) return response;
  const shown: { refusal?: Refusal } = await response.json().catch(() => ({}));
  throw new Refused(shown.refusal ?? UNREACHABLE);
}

export async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await ask(method, path, body)).json();
}

/** Seconds that the server may keep a question until there is something to tell. */
const WATCH_WAITS = 25;

const analysisOf = (id: string) => `/api/records/${encodeURIComponent(id)}/analysis`;

export const api = {
  /** This browser's session; null for a new one. */
  session: () => json<SessionShown | null>("GET", "/api/session"),
  giveName: (name: string) => json<SessionShown>("POST", "/api/session", { name }),
  /** End this session, or all sessions of this person. */
  signOut: (everywhere: boolean) => ask("DELETE", everywhere ? "/api/session?everywhere=true" : "/api/session"),
  makeAccount: (given: AccountGiven) => json<SessionShown>("POST", "/api/accounts", given),
  signIn: (given: SignInGiven) => json<SessionShown>("POST", "/api/sign-in", given),
  changePassword: (given: PasswordGiven) => json<SessionShown>("POST", "/api/password", given),
  resetPassword: (given: ResetGiven) => json<SessionShown>("POST", "/api/reset", given),
  /** Bot accounts: list, create (the token is shown only once), delete. */
  bots: () => json<BotShown[]>("GET", "/api/bots"),
  makeBot: (name: string) => json<BotMade>("POST", "/api/bots", { name }),
  deleteBot: (id: string) => ask("DELETE", `/api/bots/${encodeURIComponent(id)}`),
  /** Leave every table, and be forgotten. */
  eraseMe: () => ask("DELETE", "/api/me"),
  games: () => json<GameShown[]>("GET", "/api/games"),
  /** The lessons of a game, with everything that can be tried in them. */
  lessons: (game: string) => json<CompiledLesson[]>("GET", `/api/games/${encodeURIComponent(game)}/lessons`),
  /** A day’s puzzle of a game, with everything that can be tried in it. */
  puzzle: (day: string, game: string) =>
    json<CompiledPuzzle>("GET", `/api/puzzles/${encodeURIComponent(day)}/${encodeURIComponent(game)}`),
  /** A room as a spectator sees it: at once, or when something has happened since a version, half a minute at most. */
  watch: (room: string, since: number | null) =>
    json<RoomWatched>(
      "GET",
      `/api/rooms/${encodeURIComponent(room)}${since === null ? "" : `?since=${since}&wait=${WATCH_WAITS}`}`,
    ),
  roomOf: (code: string) => json<RoomFound>("GET", `/api/codes/${encodeURIComponent(code)}`),
  myRooms: () => json<MyRooms>("GET", "/api/rooms/mine"),
  makeRoom: (given: RoomGiven) => json<RoomMade>("POST", "/api/rooms", given),
  records: (before?: number) =>
    json<FinishedShown[]>("GET", before === undefined ? "/api/records" : `/api/records?before=${before}`),
  /** The games that were finished in a room, by its id or its code. */
  roomRecords: (room: string) => json<FinishedShown[]>("GET", `/api/rooms/${encodeURIComponent(room)}/records`),
  /** Steps of a finished game as one viewer saw them; without one, as oneself did. */
  steps: (id: string, viewer: string | null, first: number, count: number) => {
    const seen = viewer === null ? "" : `as=${encodeURIComponent(viewer)}&`;
    return json<RecordPage>("GET", `/api/records/${encodeURIComponent(id)}/steps?${seen}first=${first}&count=${count}`);
  },
  /** Where a game is still being played. */
  /** What was done in a finished game: also in one that can’t be shown. */
  log: (id: string) => json<RecordLog>("GET", `/api/records/${encodeURIComponent(id)}/log`),
  roomOfGame: (id: string) => json<RoomFound>("GET", `/api/records/${encodeURIComponent(id)}/room`),
  /** Analyses: start one, its progress without the first `after` decisions, the answer to a step. */
  analyse: (id: string) => json<AnalysisShown>("POST", analysisOf(id)),
  analysis: (id: string, after: number) => json<AnalysisShown>("GET", `${analysisOf(id)}?after=${after}`),
  answer: (id: string, step: number) => json<Answer>("GET", `${analysisOf(id)}/${step}`),
};
