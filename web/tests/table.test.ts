import { beforeEach, describe, expect, it } from "vitest";
import type { AnyAction, AnyView, Moved, Perspective, PlayView, Refusal, RoomView, SeatView } from "../src/protocol";
import { ofLastGame, Table } from "../src/state/table.svelte";
import { nextStarter, ranked } from "../src/table/result";
import { Refused } from "../src/wire/api";
import type { Question } from "../src/wire/wire";
import { LOST_MEANWHILE } from "../src/words/common";

const PLACE: AnyAction = { type: "place", size: "small", cell: 4 };

function seat(name: string): SeatView {
  return {
    name,
    colour: "blue",
    bot: null,
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
  return { id: "g1", starter: 0, deadline: null, outcome: null, seen: you.map((of) => seen(of, active, turn)) };
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
    is_private: false,
    is_local: false,
    status: "playing",
    seats: [seat("Camille"), seat("Jules")],
    host: 0,
    you: [0],
    expires_at: null,
    rematch_until: null,
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
    table.hear({ type: "room", room: shown, onlookers: 0, now: Date.now() });
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
    table.hear({ type: "room", room: room(), onlookers: 0, now: Date.now() });
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
    table.hear({ type: "room", room: local(secretive(0)), onlookers: 0, now: Date.now() });
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
    table.hear({ type: "room", room: local(play(1, [0, 1], 1)), onlookers: 0, now: Date.now() });
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

describe("what was missed", () => {
  const ended = { type: "ended", outcome: { winners: [0], drawn: [], scores: [1, 0], reason: "line" } } as never;
  const placed = { type: "placed", seat: 0, size: "small", cell: 4 } as never;

  it("is told from the beginning of the last game, also when that one is over", () => {
    expect(ofLastGame([placed, ended, placed, placed])).toEqual([placed, placed]);
    expect(ofLastGame([placed, ended, placed, ended])).toEqual([placed, ended]);
    expect(ofLastGame([placed])).toEqual([placed]);
  });
});

describe("the result", () => {
  it("names the winners first, then the others by points, equals in the order of the table", () => {
    expect(ranked({ winners: [2], scores: [4, 9, 5, 9] }, 4)).toEqual([2, 1, 3, 0]);
    expect(ranked({ winners: [], scores: [0, 0, 0] }, 3)).toEqual([0, 1, 2]);
  });

  it("says that the seat after the one that began would begin the next game", () => {
    const seats = [seat("Ada"), seat("Ben")];
    expect(nextStarter({ seats, play: { ...play(0, [0]), starter: 1 } })).toBe(0);
    expect(nextStarter({ seats, play: { ...play(0, [0]), starter: 0 } })).toBe(1);
  });
});
