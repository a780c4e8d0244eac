import { expect, it } from "vitest";
import { onward } from "../src/table/travel";

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
