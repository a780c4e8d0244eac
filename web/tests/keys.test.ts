import { expect, it } from "vitest";
import { stepFrom } from "../src/table/keys";

const walk = (keys: string, at: number, count: number, options = {}) =>
  [...keys].reduce((from, key) => {
    const name = { l: "ArrowLeft", r: "ArrowRight", u: "ArrowUp", d: "ArrowDown", h: "Home", e: "End" }[key] ?? key;
    return stepFrom(name, from, count, options) ?? -1;
  }, at);

it("stays within the rows and columns of a grid, the last row shorter", () => {
  const grid = { columns: 3 };
  expect(walk("r", 4, 8, grid)).toBe(5);
  expect(walk("r", 5, 8, grid)).toBe(5);
  expect(walk("l", 3, 8, grid)).toBe(3);
  expect(walk("u", 1, 8, grid)).toBe(1);
  expect(walk("uu", 7, 8, grid)).toBe(1);
  expect(walk("d", 5, 8, grid)).toBe(5);
  expect(walk("e", 6, 8, grid)).toBe(7);
  expect(walk("h", 5, 8, grid)).toBe(3);
});

it("goes along a row by all four arrows, and round it where it wraps", () => {
  expect(walk("rd", 0, 4)).toBe(2);
  expect(walk("r", 3, 4)).toBe(3);
  expect(walk("lu", 1, 4)).toBe(0);
  expect(walk("r", 3, 4, { wraps: true })).toBe(0);
  expect(walk("u", 0, 4, { wraps: true })).toBe(3);
});

it("leaves other keys alone", () => {
  expect(stepFrom("Enter", 0, 4)).toBeNull();
  expect(stepFrom("p", 0, 4)).toBeNull();
});
