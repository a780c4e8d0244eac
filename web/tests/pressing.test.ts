import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Place, pressOn } from "../src/boards/generic/pressing";
import type { GameShown } from "../src/protocol";

interface Case {
  game: Pick<GameShown, "zones" | "aims">;
  sight: { view: never; seat: number };
  pressed: { action: Record<string, never>; places: Place[]; part: object }[];
}

const CASES: Case[] = JSON.parse(readFileSync("../tests/kernel/presses.json", "utf8"));

it("presses every action where the rules' side says that it is pressed", () => {
  for (const { game, sight, pressed } of CASES) {
    const press = pressOn(game, sight);
    expect(
      pressed.map(({ action }) => press(action)).map(({ action, places, part }) => ({ action, places, part })),
    ).toEqual(pressed);
  }
  expect(CASES.flatMap(({ pressed }) => pressed).length).toBeGreaterThan(30);
});
