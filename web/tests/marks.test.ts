import { describe, expect, it } from "vitest";
import "./page";
import type { GameClient, Teller } from "../src/boards/contract";
import { lastMoved as diggers } from "../src/boards/diggers/travels";
import { lastMoved as gigogne } from "../src/boards/gigogne/travels";
import { MAGIC_STROKES } from "../src/boards/kitty/art";
import { lastMoved as kitty } from "../src/boards/kitty/travels";
import { lastMoved as ninth } from "../src/boards/ninth/travels";
import { lastMoved as noe } from "../src/boards/noe/travels";
import type { AnyEvent } from "../src/protocol";
import type { Chapter, Step } from "../src/state/table.svelte";
import { apartFrom, brackets, hexagonTicks } from "../src/table/marks";
import { lastMarks, newTo, since, stepsToSee } from "../src/table/since";

const teller = (view: object): Teller<never> => ({
  you: 0,
  seat: 0,
  view: view as never,
  name: (seat) => ["Camille", "Jules"][seat] ?? "",
});

describe("the mark of the last move", () => {
  it("is round the cell of a nested square, and round the square itself that slipped under", () => {
    const view = {
      cells: [
        { small: 1, medium: null, large: 0 },
        { small: null, medium: 1, large: null },
      ],
    };
    expect(gigogne([{ type: "placed", seat: 1, size: "small", cell: 0 }], teller(view))).toEqual([
      { seat: 1, place: "cell-0-small" },
    ]);
    expect(gigogne([{ type: "placed", seat: 1, size: "medium", cell: 1 }], teller(view))).toEqual([
      { seat: 1, place: "cell-1-all" },
    ]);
  });

  it("is on the gap, the card and the line of a turn among the planets", () => {
    const events = [
      { type: "taken", seat: 1, slot: 3, card: "mars" },
      { type: "placed", seat: 1, slot: 4, card: "?", face_down: true },
      { type: "claimed", seat: 1, line: [0, 1, 2], planet: "mars", points: 1 },
    ] as const;
    expect(ninth(events as never, teller({ lines: [[], [{}, {}]] })).map(({ place }) => place)).toEqual([
      "gap-3",
      "gap-4",
      "won-1-1",
    ]);
  });

  it("is on the shield that was hit, with the sums, and on the life that came", () => {
    const view = { shields: [null, "6D"], charges: [[], []] };
    const hit = [
      { type: "attacked", seat: 2, target: 1, card: "7C", charges: ["3C"] },
      { type: "life_lost", seat: 1, points: 4 },
      { type: "life_cards_laid", seat: 1, kept: ["6H"], from_discard: ["2D"], from_pile: [] },
    ] as never;
    expect(noe(hit, teller(view))).toEqual([
      { seat: 2, place: "shield-1", note: { en: "10 > 6 −4", fr: "10 > 6 −4" } },
      { seat: 2, place: "life-1-2D" },
    ]);
    const held = [
      { type: "attacked", seat: 2, target: 1, card: "7C", charges: [] },
      { type: "reinforcement_revealed", seat: 1, card: "2H" },
      { type: "attack_held", seat: 1 },
    ] as never;
    expect(noe(held, teller(view))[0]?.note?.en).toBe("7 ≤ 8");
  });

  it("is on each digger's tile, in their mine and as a shadow in one's own", () => {
    const events = [{ type: "revealed", seats: [1], tiles: [[2, 1]] }] as never;
    expect(diggers(events, teller({})).map(({ place }) => place)).toEqual(["tile.1.2.1", "small.1", "tile.0.2.1"]);
    const met = teller({ positions: [[2, 1]] });
    expect(diggers(events, met).map(({ place }) => place)).toEqual(["tile.1.2.1", "small.1"]);
  });

  it("numbers the actions of a turn with hearts, and tells the magic of each", () => {
    const events = [
      { type: "drawn", seat: 1, heart: "?", magic: "?" },
      { type: "magic_used", seat: 1, magic: "wind" },
      { type: "heart_removed", tile: 3, heart: "green3" },
      { type: "placed", seat: 1, heart: "red1", tile: 3 },
      { type: "magic_used", seat: 1, magic: "shield" },
      { type: "shield_raised", seat: 1 },
    ] as never;
    expect(kitty(events, teller({ active: 0 }))).toEqual([
      { seat: 1, place: "plot:3", order: 1, sign: MAGIC_STROKES.wind },
      { seat: 1, place: "plot:3", order: 2 },
      { seat: 1, place: "plate:1", order: 3, sign: MAGIC_STROKES.shield },
    ]);
    const alone = [{ type: "placed", seat: 1, heart: "red1", tile: 3 }] as never;
    expect(kitty(alone, teller({ active: 0 }))).toEqual([{ seat: 1, place: "plot:3" }]);
  });
});

describe("what the others did since one's own move", () => {
  const client = {
    lastMoved: (events: readonly AnyEvent[]) =>
      events.flatMap((event) => (event.type === "placed" ? [{ seat: event.seat, place: "here" }] : [])),
  } as unknown as GameClient;
  const placed = (seat: number) => ({ type: "placed", seat }) as unknown as AnyEvent;
  const passed = (seat: number) => ({ type: "passed", seat }) as unknown as AnyEvent;
  const chapter = (seat: number, turn: number, ...events: AnyEvent[]): Chapter => ({
    id: turn,
    turn,
    cause: "played",
    seat,
    events,
    before: null,
    after: null,
  });
  const marked = (chapters: readonly Chapter[], viewer: number | null = 0) =>
    lastMarks(chapters, client, teller({}) as Teller, viewer).map((mark) => mark.seat);

  it("is marked until one acts oneself", () => {
    expect(marked([chapter(0, 1, placed(0)), chapter(1, 2, placed(1))])).toEqual([1]);
    expect(marked([chapter(1, 1, placed(1)), chapter(0, 2, placed(0))])).toEqual([]);
  });

  it("is marked for a whole turn, and only for the last one", () => {
    const chapters = [chapter(2, 1, placed(2)), chapter(1, 2, placed(1)), chapter(1, 2, placed(1))];
    expect(marked(chapters)).toEqual([1, 1]);
  });

  it("is marked for everyone, where all act in a turn", () => {
    const chapters = [chapter(1, 1, placed(1)), chapter(2, 1, placed(2)), chapter(1, 1, placed(1))];
    expect(marked(chapters)).toEqual([1, 2, 1]);
  });

  it("is told with one's own move where theirs came to light by it", () => {
    const both = chapter(0, 1, placed(0), placed(1));
    const told = (chapters: readonly Chapter[]) => newTo(chapters, client, teller({}) as Teller, 0);
    expect(told([both, chapter(1, 2, passed(1))])).toHaveLength(2);
    expect(told([chapter(0, 1, placed(0)), chapter(1, 2, passed(1))])).toHaveLength(1);
  });

  it("stays marked through what leaves no mark", () => {
    expect(marked([chapter(1, 1, placed(1)), chapter(2, 2, passed(2))])).toEqual([1]);
  });

  it("is marked also where it came with one's own move, as when all choose at once", () => {
    expect(marked([chapter(0, 1, placed(0), placed(1))])).toEqual([1]);
  });

  it("is all marked for an onlooker", () => {
    expect(marked([chapter(0, 1, placed(0))], null)).toEqual([0]);
  });

  it("can be seen again, but for what can't be seen", () => {
    const steps = [chapter(0, 1, placed(0)), chapter(1, 2, placed(1)), chapter(2, 3, passed(2))] as unknown as Step[];
    expect(stepsToSee(steps, client, teller({}) as Teller, 0)).toEqual([steps[1]]);
    expect(since(steps, 0)).toHaveLength(2);
  });
});

describe("the shape of a mark", () => {
  const box = { x: 10, y: 20, width: 100, height: 120 };

  it("has four corners, or six", () => {
    expect(brackets(box).match(/M/g)).toHaveLength(4);
    expect(hexagonTicks(box).match(/M/g)).toHaveLength(6);
  });

  it("stands on a corner where it is higher than wide, otherwise on a side", () => {
    expect(hexagonTicks(box)).toContain("L60.0 20.0L");
    expect(hexagonTicks({ ...box, width: 140 })).toContain("L10.0 80.0L");
  });
});

it("stays off what it marks as far as it can without touching what is beside it", () => {
  const box = { x: 100, y: 100, width: 80, height: 80 };
  const beside = (gap: number, of = box) => [of, { ...of, x: of.x + of.width + gap }, { ...of, y: 300 }];
  expect(apartFrom(box, [])).toBe(5);
  expect(apartFrom(box, beside(30))).toBe(5);
  expect(apartFrom(box, beside(6))).toBe(1);
  expect(apartFrom(box, beside(1))).toBe(-2);
  const small = { ...box, width: 60, height: 60 };
  expect(apartFrom(small, beside(6, small))).toBe(2.5);
});
