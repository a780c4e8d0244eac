import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COLOUR_ORDER } from "../src/lobby/colours";

it("has a token for every seat's colour: styles put its name together, so that none looks used", () => {
  const tokens = readFileSync("src/look/tokens.css", "utf8");
  expect(COLOUR_ORDER.filter((colour) => !tokens.includes(`--${colour}:`))).toEqual([]);
});
