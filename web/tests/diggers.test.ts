import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Teller } from "../src/boards/contract";
import { bonusOf, nextBonus } from "../src/boards/diggers/bonus";
import { boxOf, centreOf, poseFor, shareOf } from "../src/boards/diggers/geometry";
import {
  EXIT,
  hasDiamond,
  keyOf,
  neighboursOf,
  numbersOf,
  openTo,
  sideOf,
  stepsToExit,
  TILES,
  type Tile,
  walk,
  whyClosed,
} from "../src/boards/diggers/mine";
import { against, doingOf, idleDice, keepAlike, looksOf, trailsAfter, trailsTo } from "../src/boards/diggers/standing";
import { nameOfTile, pointsOf, prompt, tell } from "../src/boards/diggers/words";
import type { DiggersView, SeatView } from "../src/protocol";
import { diggers } from "./sights";

const RULES = new URL("../../src/tablee/games/diggers/mine.py", import.meta.url);

const NAMES = ["Robin", "Théo", "Anouk"];
const teller = (view: DiggersView): Teller<DiggersView> => ({
  you: 0,
  seat: 0,
  view,
  name: (seat) => NAMES[seat] ?? "",
});

const mines = (changes: Partial<DiggersView> = {}): DiggersView =>
  diggers([], {
    tiles_left: [0, 0, 0],
    positions: [
      [1, 1],
      [0, 3],
      [4, 4],
    ],
    oxygen: [5, 5, 5],
    diamonds: [[], [[0, 3]], []],
    ...changes,
  }).view;

describe("the mine", () => {
  test("has the numbers and diamonds of the server's rules, tile by tile", () => {
    const rows = [...readFileSync(RULES, "utf8").matchAll(/^ +x=(\d) from y=(\d): +(.+)$/gm)];
    const drawn = rows.flatMap(([, x, y, row]) =>
      (row ?? "").split(/\s+/).map((sign, index) => `${x}.${Number(y) + index} ${sign}`),
    );
    expect(drawn).toHaveLength(58);
    const ours = TILES.map((tile) => {
      const sign = numbersOf(tile).join("/") || "-";
      return `${keyOf(tile)} ${sign}${hasDiamond(tile) ? "*" : ""}`;
    });
    expect(ours).toEqual(drawn);
  });

  test("lets a tile touch six others, and the exit three", () => {
    expect(neighboursOf([4, 4])).toHaveLength(6);
    expect(neighboursOf(EXIT)).toHaveLength(3);
    expect(sideOf([4, 4], [4, 5])).toBe("ahead left");
    expect(sideOf([4, 4], [6, 6])).toBeNull();
  });

  test("says why a tile can't be collapsed", () => {
    expect(whyClosed([2, 2], [[2, 2]])).toBe("rubble");
    expect(whyClosed([3, 3], [[2, 2]])).toBe("beside rubble");
    expect(whyClosed([0, 3], [])).toBe("diamond");
    expect(whyClosed([9, 9], [])).toBe("exit");
    expect(whyClosed([5, 5], [[2, 2]])).toBeNull();
  });

  test("counts the steps to the exit round the rubble", () => {
    expect(stepsToExit([]).get("0.0")).toBe(9);
    expect(stepsToExit([[8, 8]]).get("7.7")).toBe(3);
    expect(stepsToExit([[8, 8]]).has("8.8")).toBe(false);
  });

  test("opens the neighbours that the dice name, clockwise from the one ahead", () => {
    expect(openTo([1, 1], [1, 2], [])).toEqual([
      [1, 0],
      [0, 1],
      [1, 2],
    ]);
    expect(openTo([1, 1], [4], [[2, 2]])).toEqual([[0, 1]]);
  });

  test("is walked level by the arrows, to and fro", () => {
    const across: Tile = walk(walk([4, 4], "left"), "left");
    expect(across).toEqual([3, 5]);
    expect(walk(walk(across, "right"), "right")).toEqual([4, 4]);
    expect(walk([9, 9], "ahead")).toEqual([9, 9]);
  });

  test("lies in a wide room and stands in a tall one, entrance at the left or at the foot", () => {
    expect(poseFor(1100, 600)).toBe("lying");
    expect(poseFor(374, 590)).toBe("standing");
    expect(shareOf([0, 0], "lying").x).toBeLessThan(10);
    expect(shareOf([0, 0], "standing").y).toBeGreaterThan(90);
    for (const pose of ["lying", "standing"] as const) {
      const box = boxOf(pose);
      for (const tile of TILES) {
        const { x, y } = centreOf(tile, pose);
        expect(x > box.x + 49 && x < box.x + box.width - 49 && y > box.y + 49 && y < box.y + box.height - 49).toBe(
          true,
        );
      }
    }
  });
});

describe("how it stands", () => {
  test("a seat chooses, has chosen, is stuck, or is out", () => {
    const view = mines({ awaited: [0], exit_rounds: [null, null, 3], in_mine: [0, 1] });
    expect([0, 1, 2].map((seat) => doingOf(view, seat))).toEqual(["choosing", "chosen", "out"]);
    expect(doingOf(mines({ awaited: [], choices: [null, null, null] }), 0)).toBe("stuck");
    expect(doingOf(mines({ in_mine: [1, 2] }), 0)).toBe("choked");
  });

  test("dice that open no tile are idle, and so is none once one is out of the race", () => {
    expect(idleDice(mines(), 0)).toEqual([false, true, true, true]);
    expect(idleDice(mines({ in_mine: [1, 2] }), 0)).toEqual([false, false, false, false]);
  });

  test("seats that got out in one round leave the next bonus to the next", () => {
    expect(nextBonus(mines())).toBe(10);
    expect(nextBonus(mines({ exit_rounds: [3, 3, null] }))).toBe(5);
    expect([7, 3].map((round) => bonusOf(mines({ exit_rounds: [7, 3, null] }), round))).toEqual([5, 10]);
  });

  test("a trail grows by the steps that are revealed", () => {
    const trails = trailsAfter([[[0, 0]], [[0, 0]]], [{ type: "revealed", seats: [1], tiles: [[0, 1]] }]);
    expect(trails).toEqual([
      [[0, 0]],
      [
        [0, 0],
        [0, 1],
      ],
    ]);
  });

  test("a trail is as long as where its digger is, when steps are seen again", () => {
    const gone: Tile[][] = [
      [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
      [[0, 0]],
    ];
    expect(
      trailsTo(gone, [
        [0, 1],
        [3, 3],
      ]),
    ).toEqual([
      [
        [0, 0],
        [0, 1],
      ],
      [[3, 3]],
    ]);
  });

  test("a step is refused for being far, buried, or not on the dice", () => {
    expect(against(mines(), 0, [1, 2])).toBeNull();
    expect(against(mines(), 0, [1, 0])).toBeNull();
    expect(against(mines(), 0, [0, 1])).toBe("not rolled");
    expect(against(mines(), 0, [2, 2])).toBe("rubble");
    expect(against(mines(), 0, [8, 8])).toBe("not beside");
    expect(against(mines(), 0, [0, 0])).toBe("entrance");
  });

  test("a mine at work shows what is open and what is closed, also while the answer is awaited", () => {
    const view = mines({ phase: "sabotage", round: 0, awaited: [0] });
    const scene = { view, mine: 0, you: 0, legal: [], choice: null, trail: [], events: [] };
    const looks = looksOf({ ...scene, pending: [5, 5] });
    expect(looks.find((look) => look.isPending)).toMatchObject({ tile: [5, 5], light: "legal", isChosen: true });
    expect(looks.find((look) => keyOf(look.tile) === "3.3")?.light).toBe("closed");
    expect(looks.find((look) => keyOf(look.tile) === "7.7")?.light).toBe("open");
    expect(looksOf({ ...scene, mine: 1, pending: null }).every((look) => look.light === null)).toBe(true);
  });

  test("keeps the look of a tile on which nothing changed", () => {
    const scene = { view: mines(), mine: 0, you: 0, legal: [], choice: null, pending: null, trail: [], events: [] };
    const before = looksOf(scene);
    const after = keepAlike(before, looksOf({ ...scene, legal: [[1, 2]] }));
    const changed = after.filter((look, index) => look !== before[index]);
    expect(changed.map((look) => [look.tile, look.light])).toEqual([[[1, 2], "legal"]]);
  });

  test("a final choice keeps its tick and the rest goes dark", () => {
    const view = mines({ choices: [[1, 2], null, null] });
    const looks = looksOf({ view, mine: 0, you: 0, legal: [], choice: null, pending: null, trail: [], events: [] });
    expect(looks.filter((look) => look.isTicked).map((look) => look.tile)).toEqual([[1, 2]]);
    expect(looks.filter((look) => look.light === "dim")).toHaveLength(57);
  });
});

describe("the words", () => {
  const seats = NAMES.map((name) => ({ name }) as SeatView);
  const sight = { seat: 1, isPlayer: true, seats, toAct: [1], scores: [0, 0, 0], legal: [], outcome: null };

  test("say in whose mine to collapse a tile", () => {
    const view = mines({ phase: "sabotage", round: 1 });
    expect(prompt({ ...sight, view }, null).en).toBe("Collapse a tile in Anouk’s mine");
    expect(prompt({ ...sight, view }, null).fr).toBe("Condamnez une tuile dans la mine d’Anouk");
  });

  test("tell a revealed round in one line, from the reader's side", () => {
    const line = tell(
      {
        type: "revealed",
        seats: [0, 1],
        tiles: [
          [0, 3],
          [9, 9],
        ],
      },
      teller(mines()),
    );
    expect(line?.text.en).toBe("You step onto 3, with its diamond. Théo reaches the exit.");
    expect(line?.text.fr).toBe("Vous allez sur le 3, avec son diamant. Théo atteint la sortie.");
  });

  test("say how the points came", () => {
    const view = mines({
      exit_rounds: [7, null, null],
      in_mine: [2],
      diamonds: [
        [
          [0, 3],
          [3, 5],
        ],
        [],
        [],
      ],
    });
    expect(pointsOf(view, 0).map((part) => part.en)).toEqual(["Out in round 7: 10", "2 diamonds: 6"]);
    expect(pointsOf(view, 1).map((part) => part.fr)).toEqual(["à court d’oxygène"]);
    expect(pointsOf(view, 2).map((part) => part.en)).toEqual(["Still in the mine: no points"]);
  });

  test("never tell what another has chosen", () => {
    expect(tell({ type: "chose", seat: 1, tile: "?" }, teller(mines()))?.text.en).toBe("Théo has chosen.");
    expect(tell({ type: "chose", seat: 0, tile: [1, 2] }, teller(mines()))).toBeNull();
  });

  test("name those who lose oxygen together", () => {
    expect(tell({ type: "oxygen_lost", seats: [0, 2] }, teller(mines()))?.text).toEqual({
      en: "You and Anouk stay put and lose oxygen.",
      fr: "Vous et Anouk restez sur place et perdez de l’oxygène.",
    });
  });

  test("name a tile with all that can be seen of it", () => {
    const tile: Tile = [0, 3];
    const facts = { tile, isRubble: false, isMiner: false, isChosen: false, why: null } as const;
    expect(nameOfTile({ ...facts, diamond: "here", side: "ahead right", steps: 4 }).en).toBe(
      "3 with a diamond, ahead to the right, 4 steps from the exit.",
    );
    expect(nameOfTile({ ...facts, diamond: null, side: "ahead", steps: 4, isOpen: true }).en).toBe(
      "3, ahead, 4 steps from the exit, you can step here.",
    );
    expect(
      nameOfTile({
        ...facts,
        tile: [2, 1],
        diamond: null,
        side: null,
        steps: null,
        why: { en: "beside rubble", fr: "" },
      }).en,
    ).toBe("5, not available: beside rubble.");
  });
});
