/** What people and rooms are called where they have no name. */
import { beforeEach, describe, expect, it } from "vitest";
import type { RoomView } from "../src/protocol";

const { called, titled, titleOf } = await import("../src/words/called");
const { language } = await import("../src/words/language.svelte");

const seat = (name: string) => ({ name }) as RoomView["seats"][number];
const room = (name: string, host: number | null, ...names: string[]) =>
  ({ name, host, seats: names.map(seat) }) as unknown as RoomView;

beforeEach(() => language.choose("en"));

describe("a name", () => {
  it("is shown as it is, and as someone’s where it was erased", () => {
    expect([called("Léa"), called("")]).toEqual(["Léa", "Someone"]);
    language.choose("fr");
    expect(called("")).toBe("Quelqu’un");
  });
});

describe("a room", () => {
  it("is called by its name, or by whose it is", () => {
    expect(titleOf({ name: "Chez moi", host: "Léa" })).toBe("Chez moi");
    expect(titleOf({ name: "", host: "Léa" })).toBe("Léa’s table");
    expect(titleOf(room("", 1, "Ada", "Léa"))).toBe("Léa’s table");
    language.choose("fr");
    expect(titleOf({ name: "", host: "Léa" })).toBe("Table de Léa");
    expect(titleOf({ name: "", host: "Élodie" })).toBe("Table d’Élodie");
  });

  it("whose host was erased, or is nobody, is a table", () => {
    expect([titleOf({ name: "", host: "" }), titleOf(room("", null))]).toEqual(["A table", "A table"]);
  });

  it("is shown with a name for everyone, and left alone where all have one", () => {
    const whole = room("Chez moi", 0, "Léa", "Ada");
    expect(titled(whole)).toBe(whole);
    const erased = titled(room("", 1, "", "Ada"));
    expect([erased.name, ...erased.seats.map((each) => each.name)]).toEqual(["Ada’s table", "Someone", "Ada"]);
  });
});
