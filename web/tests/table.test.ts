import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  AnyAction,
  AnyView,
  Code,
  MissedMove,
  Moved,
  Perspective,
  PlayView,
  Refusal,
  RoomView,
  SeatView,
} from "../src/protocol";
import { Table } from "../src/state/table.svelte";
import { nextStarter, ranked, sameRoom } from "../src/table/result";
import { Refused } from "../src/wire/api";
import type { Question } from "../src/wire/wire";
import { LOST_MEANWHILE } from "../src/words/common";

const PLACE: AnyAction = { type: "place", size: "small", cell: 4 };

function seat(name: string): SeatView {
  return {
    name,
    colour: "blue",
    bot: null,
    is_bot: false,
    is_ready: true,
    is_connected: true,
    is_out: false,
    skips: 0,
    again: false,
    since: 1,
  };
}

/** How one seat sees a game in which it is `active`'s turn. */
function seen(of: number | null, active: number, turn = 0): Perspective {
  const legal = of === active ? [PLACE] : [];
  return { seat: of, turn, to_act: [active], scores: [0, 0], view: {} as AnyView, legal, outcome: null };
}

function play(active: number, you: readonly number[], turn = 0): PlayView {
  const take_back = { seat: null, why_not: "nothing" as const, asked_by: null, agreed: [] };
  const all = you.map((of) => seen(of, active, turn));
  return { id: "g1", starter: 0, deadline: null, outcome: null, seen: all, take_back, hints: [0, 0] };
}

function room(changes: Partial<RoomView> = {}): RoomView {
  return {
    id: "r1",
    code: "K7M2QX",
    version: 5,
    name: "Kitchen table",
    game: "gigogne",
    options: { win: "visible", fair_opening: false },
    capacity: 2,
    policy: "full",
    clock: 60,
    onlookers: true,
    visibility: "open",
    take_backs: true,
    hints: false,
    held: 0,
    is_local: false,
    status: "playing",
    seats: [seat("Camille"), seat("Jules")],
    host: 0,
    you: [0],
    expires_at: null,
    rematch_until: null,
    origin: null,
    play: play(0, [0]),
    closed: null,
    ...changes,
  };
}

function moved(changes: Partial<Moved> = {}): Moved {
  return {
    type: "moved",
    room: "r1",
    version: 6,
    ack: null,
    cause: "played",
    seat: 0,
    events: [{ type: "placed", seat: 0, size: "small", cell: 4, slipped: false } as never],
    play: play(1, [0], 1),
    seats: [seat("Camille"), seat("Jules")],
    now: Date.now(),
    ...changes,
  };
}

/** The other end: it keeps what it was asked, and answers when the test says so. */
class Server {
  asked: { question: Question; id: string | undefined; answer: () => void; refuse: (refusal: Refusal) => void }[] = [];

  ask = (question: Question, id?: string): Promise<{ seat_secret: string | null }> =>
    new Promise((done, failed) => {
      this.asked.push({
        question,
        id,
        answer: () => done({ seat_secret: null }),
        refuse: (refusal) => failed(new Refused(refusal)),
      });
    });

  get last() {
    const last = this.asked.at(-1);
    if (!last) throw new Error("nothing was asked");
    return last;
  }
}

describe("a table", () => {
  let server: Server;
  let table: Table;

  async function comeIn(shown: RoomView = room()): Promise<void> {
    const coming = table.enter();
    table.hear({ type: "room", room: shown, onlookers: 0, onlooker_names: [], now: Date.now() });
    server.last.answer();
    await coming;
  }

  beforeEach(() => {
    server = new Server();
    table = new Table({ room: "K7M2QX", join: true }, server.ask);
  });

  it("is entered by its code, and afterwards by its id, with what was seen last", async () => {
    await comeIn();
    expect(server.asked[0]?.question).toMatchObject({ type: "enter", room: "K7M2QX", join: true, since: 0 });
    expect(table.standing).toBe("here");
    expect(table.isFor("K7M2QX") && table.isFor("r1")).toBe(true);
    table.enter();
    expect(server.last.question).toMatchObject({ type: "enter", room: "r1", join: false, since: 5 });
  });

  it("that can't be entered keeps the refusal, and can be tried with an access code", async () => {
    const wrong: Refusal = { code: "wrong_code", text: { en: "No", fr: "Non" }, rule: null, wait: null };
    const coming = table.enter();
    server.last.refuse(wrong);
    await expect(coming).rejects.toThrow();
    expect(table.refusal).toEqual(wrong);
    const again = table.reenter({ access: "sesame" });
    expect(server.last.question).toMatchObject({ type: "enter", access: "sesame", join: true });
    server.last.answer();
    await again;
    expect(table.refusal).toBeNull();
  });

  it("shows an action as sent at once, and as done when it comes back among the moves", async () => {
    await comeIn();
    expect(table.sight?.legal).toEqual([PLACE]);
    table.act(PLACE);
    expect(server.last.question).toEqual({ type: "act", game: "g1", turn: 0, action: PLACE });
    expect(table.sent?.action).toEqual(PLACE);
    expect(table.sight?.legal).toEqual([]);
    table.hear(moved({ ack: server.last.id ?? null }));
    expect(table.sent).toBeNull();
    expect(table.turn).toBe(1);
    expect(table.happening?.events).toHaveLength(1);
    expect(table.chapters).toMatchObject([{ turn: 0, cause: "played", seat: 0 }]);
  });

  it("takes one action at a time", async () => {
    await comeIn();
    table.act(PLACE);
    table.act(PLACE);
    expect(server.asked.filter(({ question }) => question.type === "act")).toHaveLength(1);
  });

  it("keeps waiting for its own action while others move", async () => {
    await comeIn();
    table.act(PLACE);
    table.hear(moved({ ack: null, seat: 1 }));
    expect(table.sent).not.toBeNull();
  });

  it("takes a refused action back and says why", async () => {
    await comeIn();
    const acting = table.act(PLACE);
    const illegal: Refusal = { code: "illegal_action", text: { en: "Full", fr: "Plein" }, rule: "covered", wait: null };
    server.last.refuse(illegal);
    await acting;
    expect(table.sent).toBeNull();
    expect(table.refusal).toEqual(illegal);
    expect(table.sight?.legal).toEqual([PLACE]);
  });

  it("sends an unanswered action again under its old id once the connection is back", async () => {
    await comeIn();
    const acting = table.act(PLACE);
    const { id } = server.last;
    table.lose();
    server.last.refuse(LOST_MEANWHILE);
    await acting;
    expect(table.standing).toBe("lost");
    expect(table.sent?.id).toBe(id);
    expect(table.refusal).toBeNull();
    const coming = table.enter();
    table.hear({ type: "room", room: room(), onlookers: 0, onlooker_names: [], now: Date.now() });
    server.last.answer();
    await Promise.resolve();
    await Promise.resolve();
    expect(server.last).toMatchObject({ question: { type: "act", action: PLACE }, id });
    server.last.answer();
    await coming;
    expect(table.sent).toBeNull();
    expect(table.standing).toBe("here");
  });

  it("forgets the last game when a new one begins", async () => {
    await comeIn();
    table.hear(moved());
    table.hear({
      type: "room",
      room: room({ play: { ...play(1, [0]), id: "g2" } }),
      onlookers: 0,
      onlooker_names: [],
      now: Date.now(),
    });
    expect(table.chapters).toEqual([]);
    expect(table.happening).toBeNull();
  });

  it("is seen by an onlooker from the first seat, without anything to do", async () => {
    await comeIn(room({ you: [], play: { ...play(0, []), seen: [seen(null, 0)] } }));
    expect(table.seat).toBeNull();
    expect(table.sight).toMatchObject({ seat: 0, isPlayer: false, legal: [] });
  });

  it("tells why one is not in the room any more", async () => {
    await comeIn();
    table.hear({ type: "room_gone", room: "r1", reason: "expelled" });
    expect(table.standing).toBe("expelled");
    table.lose();
    expect(table.standing).toBe("expelled");
  });

  it("is told how many look on, of its own room only", () => {
    table.hear({ type: "room", room: room(), onlookers: 0, onlooker_names: [], now: Date.now() });
    table.hear({ type: "onlookers", room: room().id, onlookers: 3, onlooker_names: [] });
    table.hear({ type: "onlookers", room: "another", onlookers: 9, onlooker_names: [] });
    expect(table.onlookers).toBe(3);
  });

  it.each(["closed", "left", "expelled", "out", "no_onlookers"] as const)(
    "is not entered again by whoever is gone from it: %s",
    async (reason) => {
      await comeIn();
      table.hear({ type: "room_gone", room: "r1", reason });
      table.lose();
      const asked = server.asked.length;
      await table.enter();
      expect(server.asked).toHaveLength(asked);
      expect(table.standing).toBe(reason);
    },
  );

  it("is not entered again by whoever has it open elsewhere", async () => {
    await comeIn();
    table.hear({ type: "taken_over" });
    await table.enter();
    expect(server.asked).toHaveLength(1);
    expect(table.standing).toBe("taken over");
  });

  it("forgets what it refused once one is sent away", async () => {
    await comeIn();
    const asking = table.ask({ type: "start" });
    server.last.refuse({ code: "not_host", text: { en: "No", fr: "Non" }, rule: null, wait: null });
    await asking;
    table.hear({ type: "room_gone", room: "r1", reason: "left" });
    expect(table.refusal).toBeNull();
  });
});

describe("a table that was lost", () => {
  let server: Server;
  let table: Table;
  const refused = (code: Code, wait: number | null = null): Refusal => ({
    code,
    text: { en: code, fr: code },
    rule: null,
    wait,
  });

  /** The connection comes back, and the server does not let one in. */
  async function comeBackInVain(refusal: Refusal): Promise<void> {
    const coming = table.enter();
    server.last.refuse(refusal);
    await expect(coming).rejects.toThrow();
  }

  async function loseAfter(shown: RoomView): Promise<void> {
    const coming = table.enter();
    table.hear({ type: "room", room: shown, onlookers: 0, onlooker_names: [], now: Date.now() });
    server.last.answer();
    await coming;
    table.lose();
    server.asked = [];
  }

  beforeEach(async () => {
    vi.useFakeTimers();
    server = new Server();
    table = new Table({ room: "K7M2QX", join: true }, server.ask);
    await loseAfter(room());
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ["unavailable", null, 1],
    ["rate_limited", 2, 2],
    ["too_many_attempts", 30, 30],
  ] as const)("is tried again after a refusal that passes: %s, wait %s", async (code, wait, seconds) => {
    await comeBackInVain(refused(code, wait));
    expect(table.standing).toBe("lost");
    expect(table.refusal).toBeNull();
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(server.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.asked).toHaveLength(2);
    expect(server.last.question).toMatchObject({ type: "enter", room: "r1", join: false });
    server.last.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(table.standing).toBe("here");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is tried again as often as it takes", async () => {
    await comeBackInVain(refused("unavailable"));
    for (const tries of [2, 3, 4]) {
      await vi.advanceTimersByTimeAsync(1000);
      expect(server.asked).toHaveLength(tries);
      server.last.refuse(refused("unavailable"));
    }
  });

  it("waits for the socket where that was lost again", async () => {
    await comeBackInVain(LOST_MEANWHILE);
    expect(vi.getTimerCount()).toBe(0);
    await comeBackInVain(refused("unavailable"));
    table.lose();
    expect(vi.getTimerCount()).toBe(0);
    expect(table.standing).toBe("lost");
  });

  it("is entered once where the socket comes back before the next try", async () => {
    await comeBackInVain(refused("too_many_attempts", 30));
    table.enter();
    expect(server.asked).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not tried again once one has gone elsewhere", async () => {
    await comeBackInVain(refused("unavailable"));
    table.abandon();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not tried again where the refusal comes when one has gone elsewhere already", async () => {
    const coming = table.enter();
    table.abandon();
    server.last.refuse(refused("unavailable"));
    await expect(coming).rejects.toThrow();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is closed where it closed meanwhile", async () => {
    await comeBackInVain(refused("room_closed"));
    expect(table.standing).toBe("closed");
    expect(table.refusal).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("tells who was expelled meanwhile", async () => {
    await comeBackInVain(refused("expelled"));
    expect(table.standing).toBe("expelled");
  });

  it("tells who lost the seat meanwhile, and in the server's words", async () => {
    await comeBackInVain(refused("not_in_room"));
    expect(table.standing).toBe("left");
    expect(table.refusal).toEqual(refused("not_in_room"));
  });

  it("tells an onlooker that there are none any more", async () => {
    table = new Table({ room: "r1", join: false }, server.ask);
    await loseAfter(room({ you: [] }));
    await comeBackInVain(refused("not_in_room"));
    expect(table.standing).toBe("no_onlookers");
  });

  it("was never entered where the first entry is refused: that is said, and not tried again", async () => {
    for (const code of ["unavailable", "room_closed", "not_in_room"] as const) {
      table = new Table({ room: "r1", join: true }, server.ask);
      await comeBackInVain(refused(code));
      expect(table.standing).toBe("entering");
      expect(table.refusal?.code).toBe(code);
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

describe("a table at one screen", () => {
  let server: Server;
  let table: Table;
  const secretive = (active: number, turn = 0): PlayView => {
    const open = play(active, [0, 1], turn);
    return { ...open, seen: open.seen.map((each) => ({ ...each, view: { hand: each.seat } as unknown as AnyView })) };
  };
  const local = (shown: PlayView) => room({ is_local: true, you: [0, 1], clock: null, play: shown });

  beforeEach(async () => {
    server = new Server();
    table = new Table({ room: "r1", join: true }, server.ask);
    const coming = table.enter();
    table.hear({ type: "room", room: local(secretive(0)), onlookers: 0, onlooker_names: [], now: Date.now() });
    server.last.answer();
    await coming;
  });

  it("is covered until whoever is to act takes the device", () => {
    expect(table.handOverTo).toBe(0);
    expect(table.sight?.legal).toEqual([]);
    table.takeDevice();
    expect(table.handOverTo).toBeNull();
    expect(table.sight).toMatchObject({ seat: 0, legal: [PLACE] });
  });

  it("is handed over without a word where everybody sees the same", () => {
    table.hear({ type: "room", room: local(play(1, [0, 1], 1)), onlookers: 0, onlooker_names: [], now: Date.now() });
    expect(table.handOverTo).toBeNull();
    expect(table.sight).toMatchObject({ seat: 1, legal: [PLACE] });
  });

  it("names the seat that acts, and goes to the next one after the move", () => {
    table.takeDevice();
    table.act(PLACE);
    expect(server.last.question).toMatchObject({ type: "act", seat: 0 });
    table.hear(moved({ ack: server.last.id ?? null, play: secretive(1, 1) }));
    expect(table.handOverTo).toBe(1);
    expect(table.sight?.legal).toEqual([]);
    table.takeDevice();
    expect(table.sight).toMatchObject({ seat: 1, legal: [PLACE] });
  });
});

describe("what happens one after the other", () => {
  const PACE = 800;
  let server: Server;
  let table: Table;
  /** An action of Jules's, who goes on or leaves the turn to `next`. */
  const acts = (cell: number, next = 1, turn = 1, changes: Partial<Moved> = {}): Moved =>
    moved({
      seat: 1,
      version: 6 + cell,
      events: [{ type: "placed", seat: 1, size: "small", cell } as never],
      play: { ...play(next, [0], turn), deadline: null },
      ...changes,
    });
  const told = () => table.chapters.flatMap(({ events }) => events.map((event) => (event as { cell: number }).cell));
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  beforeEach(async () => {
    vi.useFakeTimers();
    server = new Server();
    table = new Table({ room: "K7M2QX", join: true }, server.ask, () => PACE);
    const coming = table.enter();
    table.hear({
      type: "room",
      room: room({ play: play(1, [0], 1) }),
      onlookers: 0,
      onlooker_names: [],
      now: Date.now(),
    });
    server.last.answer();
    await coming;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is shown when the last was seen", async () => {
    table.hear(acts(1));
    table.hear(acts(2));
    table.hear(acts(3, 0, 2));
    expect(told()).toEqual([1]);
    await wait(PACE - 1);
    expect(told()).toEqual([1]);
    await wait(1);
    expect(told()).toEqual([1, 2]);
    await wait(PACE);
    expect(told()).toEqual([1, 2, 3]);
    expect(table.happening?.events).toMatchObject([{ cell: 3 }]);
  });

  it("is shown at once where nothing was for a while", async () => {
    table.hear(acts(1));
    await wait(PACE);
    table.hear(acts(2));
    expect(told()).toEqual([1, 2]);
  });

  it("asks for nothing before the last of it is shown, though the server waits already", async () => {
    table.hear(acts(1));
    table.hear(acts(2, 0, 2));
    expect(table.isYourTurn).toBe(true);
    expect(table.sight).toMatchObject({ toAct: [1], legal: [] });
    expect(table.turn).toBe(1);
    await wait(PACE);
    expect(table.sight).toMatchObject({ toAct: [0], legal: [PLACE] });
    expect(table.turn).toBe(2);
  });

  it("leaves one to play meanwhile where all play at the same time", () => {
    const together = (version: number): Partial<Moved> => ({
      version,
      play: { ...play(0, [0], 1), seen: [{ ...seen(0, 0, 1), to_act: [0, 1] }] },
    });
    table.hear(acts(1, 0, 1, together(7)));
    table.hear(acts(2, 0, 1, together(8)));
    expect(table.waiting).toEqual([1]);
    expect(table.sight?.legal).toEqual([PLACE]);
  });

  it("never delays an action of one's own, and comes before it", () => {
    table.hear(acts(1));
    table.hear(acts(2));
    table.hear(moved({ ack: "mine", seat: 0, events: [{ type: "placed", seat: 0, size: "small", cell: 3 } as never] }));
    expect(told()).toEqual([1, 2, 3]);
    table.hear(acts(4));
    expect(told()).toEqual([1, 2, 3]);
  });

  it("is hurried on to its end", () => {
    for (const cell of [1, 2, 3]) table.hear(acts(cell));
    table.hurry();
    expect(told()).toEqual([1, 2, 3]);
    expect(table.waiting).toEqual([]);
  });

  it("goes faster where much has happened, and is never long behind", async () => {
    for (let cell = 1; cell <= 20; cell++) table.hear(acts(cell));
    await wait(PACE / 4);
    expect(told()).toEqual([1, 2]);
    await wait(10 * PACE);
    expect(told()).toHaveLength(20);
  });

  it("waits for a scene to end, also for one's own", async () => {
    table.hear(moved({ ack: "mine", events: [{ type: "placed", seat: 0, size: "small", cell: 1 } as never] }));
    table.tellScene({ isNews: true, title: { en: "", fr: "" } });
    table.hear(acts(2));
    table.hear(acts(3));
    await wait(10 * PACE);
    expect(told()).toEqual([1]);
    table.tellScene(null);
    await wait(0);
    expect(told()).toEqual([1, 2]);
    await wait(PACE);
    expect(told()).toEqual([1, 2, 3]);
  });

  it("is not told any more when one's own time is nearly over", async () => {
    const deadline = Date.now() + 8000;
    table.tellScene({ isNews: true, title: { en: "", fr: "" } });
    table.hear(acts(1));
    table.hear(acts(2, 0, 2, { play: { ...play(0, [0], 2), deadline } }));
    await wait(2999);
    expect(table.sight?.legal).toEqual([]);
    await wait(1);
    expect(table.sight?.legal).toEqual([PLACE]);
  });

  it("is not given away by a room that changed otherwise", async () => {
    table.hear(acts(1));
    table.hear(acts(2, 0, 2));
    const away = [seat("Camille"), { ...seat("Jules"), is_connected: false }];
    table.hear({
      type: "room",
      room: room({ seats: away, play: play(0, [0], 2) }),
      onlookers: 0,
      onlooker_names: [],
      now: Date.now(),
    });
    expect(table.room?.seats[1]?.is_connected).toBe(false);
    expect(table.turn).toBe(1);
    await wait(PACE);
    expect(table.turn).toBe(2);
  });

  it("is over for who was away: the game is shown as it is", async () => {
    table.hear(acts(1));
    table.hear(acts(2));
    table.lose();
    const events = [{ type: "placed", seat: 1, cell: 3 } as never];
    const move = { turn: 3, cause: "played" as const, seat: 1, events, before: null };
    table.hear({ type: "missed", room: "r1", since: 8, moves: [move] });
    table.hear({
      type: "room",
      room: room({ play: play(0, [0], 1) }),
      onlookers: 0,
      onlooker_names: [],
      now: Date.now(),
    });
    expect(told()).toEqual([1, 2, 3]);
    expect(table.waiting).toEqual([]);
    expect(table.sight?.toAct).toEqual([0]);
  });

  it("is forgotten with its game", async () => {
    table.hear(acts(1));
    table.hear(acts(2));
    table.hear({
      type: "room",
      room: room({ play: { ...play(0, [0]), id: "g2" } }),
      onlookers: 0,
      onlooker_names: [],
      now: Date.now(),
    });
    await wait(10 * PACE);
    expect(told()).toEqual([]);
    expect(table.turn).toBe(0);
  });

  it("is seen again from how it stood before, and ends where the game is", async () => {
    table.hear(acts(1));
    await wait(PACE);
    table.hear(acts(2, 0, 2));
    table.seeAgain(table.past);
    expect(table.turn).toBe(1);
    expect(table.happening).toBeNull();
    expect(table.sight?.legal).toEqual([]);
    await wait(900);
    expect(table.happening).toMatchObject({ isAgain: true, events: [{ cell: 1 }] });
    expect(table.isSeeingAgain).toBe(true);
    await wait(900);
    expect(table.isSeeingAgain).toBe(false);
    expect(table.sight?.legal).toEqual([PLACE]);
    expect(told()).toEqual([1, 2]);
    expect(table.past).toHaveLength(2);
  });

  it("is seen again before what happens meanwhile", async () => {
    table.hear(acts(1));
    await wait(PACE);
    table.seeAgain(table.past);
    table.hear(acts(2));
    await wait(900);
    expect(told()).toEqual([1]);
    await wait(PACE);
    expect(told()).toEqual([1, 2]);
  });

  it("is not seen again any longer once it is hurried", () => {
    table.hear(acts(1, 0, 2));
    table.seeAgain(table.past);
    table.hurry();
    expect(table.sight?.legal).toEqual([PLACE]);
  });

  it("is shown no more where one has gone elsewhere", async () => {
    table.hear(acts(1));
    table.hear(acts(2));
    table.abandon();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("what was missed", () => {
  const move = (turn: number, seat: number, more: Partial<MissedMove> = {}): MissedMove => ({
    turn,
    cause: "played",
    seat,
    events: [{ type: "placed", seat, size: "small", cell: turn } as never],
    before: null,
    ...more,
  });
  let table: Table;
  const show = (shown: RoomView) =>
    table.hear({ type: "room", room: shown, onlookers: 0, onlooker_names: [], now: Date.now() });
  const miss = (...moves: MissedMove[]) => table.hear({ type: "missed", room: "r1", since: 0, moves });
  const turns = () => table.chapters.map(({ turn, seat, cause }) => [turn, seat, cause]);

  beforeEach(() => {
    table = new Table({ room: "r1", join: true }, new Server().ask);
  });

  it("is told move by move, each with its turn", () => {
    miss(move(0, 1), move(0, 1), move(1, 0), move(2, 1, { cause: "clock", seat: null }));
    show(room({ play: play(0, [0], 3) }));
    expect(turns()).toEqual([
      [0, 1, "played"],
      [0, 1, "played"],
      [1, 0, "played"],
      [2, null, "clock"],
    ]);
    expect(table.past).toEqual([]);
  });

  it("can be seen again as far as it is told how it stood", () => {
    const then = (turn: number) => ({ before: [seen(0, 1, turn)] });
    miss(move(0, 0), move(1, 1, then(1)), move(2, 1, then(2)));
    show(room({ play: play(0, [0], 3) }));
    expect(table.past.map(({ before, play }) => [before?.seen[0]?.turn, play.seen[0]?.turn])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    table.seeAgain(table.past);
    expect(table.turn).toBe(1);
    table.hurry();
    expect(table.turn).toBe(3);
  });

  it("is not seen again where it was taken back", () => {
    const before = [seen(0, 1, 1)];
    miss(move(1, 1, { before }), move(2, 1, { cause: "taken_back", events: [], before }), move(3, 1, { before }));
    show(room({ play: play(0, [0], 4) }));
    expect(turns()).toHaveLength(3);
    expect(table.past).toHaveLength(1);
  });

  it("is of the game that has begun meanwhile, and the last one is forgotten", () => {
    show(room());
    table.hear(moved());
    miss(move(0, 1));
    show(room({ play: { ...play(1, [0], 1), id: "g2" } }));
    expect(turns()).toEqual([[0, 1, "played"]]);
  });
});

describe("whose turn it is", () => {
  const at = (shown: RoomView) => {
    const table = new Table({ room: "r1", join: true }, new Server().ask);
    table.hear({ type: "room", room: shown, onlookers: 0, onlooker_names: [], now: Date.now() });
    return table;
  };

  it("is known while the game runs, and nobody's who looks on", () => {
    expect(at(room()).isYourTurn).toBe(true);
    expect(at(room({ play: play(1, [0]) })).isYourTurn).toBe(false);
    expect(at(room({ you: [], play: { ...play(0, []), seen: [seen(null, 0)] } })).isYourTurn).toBe(false);
    expect(at(room({ status: "waiting", play: null })).isYourTurn).toBe(false);
  });
});

describe("the result", () => {
  it("names the winners first, then the others by points, then who lasted, equals in the order of the table", () => {
    const at =
      (...lasted: number[]) =>
      (seat: number) =>
        lasted[seat] ?? 0;
    expect(ranked({ winners: [2], scores: [4, 9, 5, 9] }, 4, at())).toEqual([2, 1, 3, 0]);
    expect(ranked({ winners: [], scores: [0, 0, 0] }, 3, at())).toEqual([0, 1, 2]);
    expect(ranked({ winners: [3], scores: [0, 0, 0, 8] }, 4, at(0, 2, 1, -1))).toEqual([3, 1, 2, 0]);
  });

  it("says that the seat after the one that began would begin the next game", () => {
    const seats = [seat("Ada"), seat("Ben")];
    expect(nextStarter({ seats, play: { ...play(0, [0]), starter: 1 } })).toBe(0);
    expect(nextStarter({ seats, play: { ...play(0, [0]), starter: 0 } })).toBe(1);
  });

  it("leads to a new room like the last one, open to all, with the same bots", () => {
    const seats = [seat("Ada"), { ...seat("Violette"), bot: "hard", is_bot: true }];
    expect(sameRoom(room({ seats, visibility: "private", clock: null, onlookers: false }))).toEqual({
      game: "gigogne",
      name: "Kitchen table",
      options: { win: "visible", fair_opening: false },
      capacity: 2,
      policy: "full",
      clock: 0,
      onlookers: false,
      bots: ["hard"],
    });
  });
});
