import { describe, expect, it } from "vitest";
import { AIMING, type Box, overlap, placeForAll, placeTip } from "../src/table/coach";

const bounds: Box = { left: 0, top: 0, width: 1000, height: 700 };
const board: Box = { left: 350, top: 200, width: 300, height: 300 };
const size = { width: 240, height: 120 };

describe("a tip of the coach", () => {
  it("goes to the wanted side of what it speaks of, at the middle, and points there", () => {
    const placed = placeTip(board, size, bounds, [], "left");
    expect(placed).toMatchObject({ side: "left", left: 350 - 18 - 240, top: 290, pointer: 60 });
  });

  it("slides along that side where something needed is in the middle", () => {
    const plate: Box = { left: 100, top: 330, width: 200, height: 40 };
    const placed = placeTip(board, size, bounds, [plate], "left");
    expect(placed.side).toBe("left");
    expect(overlap(placed, plate)).toBe(0);
  });

  it("goes to another side where the wanted one has no room", () => {
    const atTheEdge: Box = { ...board, left: 20 };
    expect(placeTip(atTheEdge, size, bounds, [atTheEdge], "left").side).toBe("right");
  });

  it("stays within bounds, whatever it covers", () => {
    const placed = placeTip(bounds, size, bounds, [bounds], "above");
    expect(placed.left).toBeGreaterThanOrEqual(0);
    expect(placed.top).toBeGreaterThanOrEqual(0);
    expect(placed.left + placed.width).toBeLessThanOrEqual(1000);
    expect(placed.top + placed.height).toBeLessThanOrEqual(700);
  });

  it("goes wherever there is room before it covers what is needed, and then points at nothing", () => {
    const around: Box = { left: 100, top: 0, width: 900, height: 700 };
    const wide: Box = { left: 0, top: 0, width: 1000, height: 560 };
    const placed = placeTip(board, { width: 100, height: 120 }, bounds, [wide, { ...around, width: 650 }], "right");
    expect([wide, { ...around, width: 650 }].map((other) => overlap(placed, other))).toEqual([0, 0]);
    expect(placed.isBeside).toBe(false);
  });

  it("aims at what it explains, even where that covers something", () => {
    const action: Box = { left: 290, top: 600, width: 270, height: 80 };
    const life: Box = { left: 300, top: 400, width: 600, height: 180 };
    const others = [0, 580].map((from): Box => ({ ...action, left: from, width: from ? 420 : 280 }));
    const { side, left, pointer } = placeTip(action, size, bounds, [action, life, ...others], "above", {
      away: [0],
      steps: AIMING,
    });
    expect(side).toBe("above");
    expect(left + pointer).toBeGreaterThan(290);
    expect(left + pointer).toBeLessThan(560);
  });

  it("points at nothing from over what it speaks of, or from far away", () => {
    expect(placeTip(board, size, bounds, [], "left").isBeside).toBe(true);
    expect(placeTip(bounds, size, bounds, [], "above").isBeside).toBe(false);
    const around: Box = { left: 0, top: 0, width: 1000, height: 180 };
    const far = placeTip({ ...board, top: 0, height: 40 }, size, bounds, [around], "below");
    expect(far.top).toBeGreaterThanOrEqual(180);
    expect(far.isBeside).toBe(false);
  });

  it("rather goes to another side than to slide past what it speaks of, where its pointer would miss it", () => {
    const stacks: Box = { left: 250, top: 600, width: 400, height: 90 };
    const grid: Box = { left: 250, top: 0, width: 400, height: 590 };
    const placed = placeTip(stacks, size, { ...bounds, width: 1200 }, [grid, stacks], "above");
    expect(placed).toMatchObject({ isBeside: true, side: "right" });
    const alone = placeTip(
      stacks,
      size,
      bounds,
      [{ ...grid, left: 0, width: 700 }, stacks, { ...stacks, left: 0, width: 1000 }],
      "above",
    );
    expect(alone.isBeside).toBe(false);
  });

  it("keeps its pointer off its corners", () => {
    const low: Box = { left: 350, top: 680, width: 100, height: 20 };
    expect(placeTip(low, size, bounds, [], "left").pointer).toBeLessThanOrEqual(120 - 28);
  });
});

describe("tips that come one after the other", () => {
  const phone: Box = { left: 10, top: 58, width: 355, height: 485 };
  const card = { width: 355, height: 200 };
  const exit: Box = { left: 160, top: 120, width: 60, height: 60 };
  const tray: Box = { left: 0, top: 430, width: 375, height: 110 };

  it("stand in one place that covers nothing they speak of, as low as it goes", () => {
    expect(placeForAll([exit], card, phone, [])).toMatchObject({ left: 10, top: 543 - 200 });
    const between = placeForAll([exit, tray], card, phone, []);
    expect(overlap(between, exit)).toBe(0);
    expect(overlap(between, tray)).toBe(0);
  });

  it("rather cover a tile that can be played than what they speak of", () => {
    const row = [0, 1, 2, 3].map((tile): Box => ({ left: tile * 90, top: 350, width: 80, height: 80 }));
    expect(overlap(placeForAll([exit, tray], card, phone, row), exit)).toBe(0);
    expect(overlap(placeForAll([exit, tray], card, phone, row), tray)).toBe(0);
  });

  it("stand in the column beside a board where the window is low", () => {
    const low: Box = { left: 10, top: 10, width: 647, height: 355 };
    const wide: Box = { left: 6, top: 6, width: 360, height: 363 };
    expect(placeForAll([wide], { width: 270, height: 200 }, low, []).left).toBe(657 - 270);
  });
});
