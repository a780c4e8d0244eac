import { describe, expect, it } from "vitest";
import { faultsIn } from "../src/lobby/account";
import { cellsOf, codeIn, isWhole } from "../src/lobby/code";
import { peopleAt, withColour } from "../src/lobby/colours";
import { onShelf, usualRoom, wideOnes } from "../src/lobby/shelf";
import type { GameShown } from "../src/protocol";

function game(id: string, policy: GameShown["policy"] = "full", seats: [number, number] = [2, 4]): GameShown {
  const name = { en: id, fr: id };
  return {
    id,
    name,
    seats,
    rules_version: 1,
    policy,
    has_starter: true,
    options: [],
    bots: [],
    perfect_seats: [],
    reasons: {},
    zones: [],
    aims: [],
    words: { actions: {}, events: {}, untold: [], fields: {}, pieces: {}, seats: [] },
    promise: null,
    rules: null,
    lessons: [],
  };
}

describe("a code", () => {
  it("is read in any case, with blanks and dashes, and out of a whole link", () => {
    expect(codeIn("k7m 2qx")).toBe("K7M2QX");
    expect(codeIn("K7M-2QX-and more")).toBe("K7M2QX");
    expect(codeIn("https://example.org/r/K7M2QX#board")).toBe("K7M2QX");
  });

  it("is whole at the sixth character", () => {
    expect(isWhole("K7M2Q")).toBe(false);
    expect(isWhole("K7M2QX")).toBe(true);
    expect(cellsOf("K7")).toEqual(["K", "7", "", "", "", ""]);
  });
});

describe("an account", () => {
  it("new, needs a username and a password as the server takes them", () => {
    expect(faultsIn(true, "zoé.martin-7", "long enough")).toEqual({});
    expect(faultsIn(true, "zo", "short")).toEqual({ username: "unfit", password: "unfit" });
    expect(faultsIn(true, "zoe martin", "long enough")).toEqual({ username: "unfit" });
    expect(faultsIn(true, "", "")).toEqual({ username: "missing", password: "missing" });
  });

  it("that exists is signed in to with anything that was typed", () => {
    expect(faultsIn(false, "zo", "short")).toEqual({});
    expect(faultsIn(false, "", "short")).toEqual({ username: "missing" });
  });
});

describe("the people at one screen", () => {
  it("get the first free colour each, and those who stay keep theirs", () => {
    const two = peopleAt(2, [{ name: "Camille", colour: "blue" }]);
    expect(two.map((person) => person.colour)).toEqual(["blue", "vermilion"]);
    expect(peopleAt(3, two).map((person) => person.colour)).toEqual(["blue", "vermilion", "green"]);
    expect(peopleAt(1, two)).toEqual([{ name: "Camille", colour: "blue" }]);
  });

  it("exchange colours when one takes another's", () => {
    const people = withColour(peopleAt(3, []), 2, "vermilion");
    expect(people.map((person) => person.colour)).toEqual(["green", "blue", "vermilion"]);
  });
});

describe("the shelf", () => {
  it("has our games in their order, then others by name", () => {
    const games = ["tictactoe", "kitty", "ninth", "checkers", "gigogne"].map((id) => game(id));
    expect(onShelf(games).map(({ id }) => id)).toEqual(["ninth", "gigogne", "kitty", "checkers", "tictactoe"]);
  });

  it("fills every row, two wide posters or three narrow ones", () => {
    expect([2, 3, 4, 5, 6, 7, 8].map(wideOnes)).toEqual([2, 0, 4, 2, 0, 4, 2]);
  });

  it("opens a room with all seats where the host may start before they are taken, and with the fewest elsewhere", () => {
    expect(usualRoom(game("noe", "host", [2, 6])).capacity).toBe(6);
    expect(usualRoom(game("gigogne", "full", [2, 4])).capacity).toBe(2);
  });
});
