import { expect, it } from "vitest";
import { motionsOf, onward } from "../src/table/travel";

it("moves nothing again that left when the action was sent", () => {
  const flown = [{ from: "stock", to: "cell-4" }];
  expect(onward([{ from: "stock", to: "cell-4" }], flown)).toEqual([]);
  expect(onward([{ from: "pile", to: "cell-4" }], flown)).toEqual([{ from: "pile", to: "cell-4" }]);
});

it("lets a piece that went on start from where it came to", () => {
  const flown = [{ from: "hand", to: "slot-4" }];
  expect(onward([{ from: "hand", to: "line-0", ms: 350 }], flown)).toEqual([{ from: "slot-4", to: "line-0", ms: 350 }]);
});

it("tells two pieces apart that left the same pile", () => {
  const flown = [{ from: "pile", to: "charge" }];
  const travels = [
    { from: "pile", to: "charge" },
    { from: "pile", to: "shield" },
  ];
  expect(onward(travels, flown)).toEqual([{ from: "pile", to: "shield" }]);
});

it("knows what still moves a piece or what it lies in, and no glow", () => {
  const motion = (endTime: number) => ({ effect: { getComputedTiming: () => ({ endTime }) } });
  const part = (motions: object[], parentElement: object | null) => ({ getAnimations: () => motions, parentElement });
  const [flight, shift, glow] = [motion(260), motion(200), motion(Number.POSITIVE_INFINITY)];
  const board = part([motion(100)], null);
  const piece = part([flight, glow], part([shift], board));
  expect(motionsOf(piece as never, board as never)).toEqual([flight, shift]);
});
