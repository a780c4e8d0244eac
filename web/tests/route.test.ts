import { describe, expect, it } from "vitest";
import { placeOf } from "../src/state/route.svelte";

describe("the address", () => {
  it("means the first screen where it is empty", () => {
    expect(placeOf("/")).toEqual({ screen: "home" });
  });

  it("names each screen, with or without a slash at its end", () => {
    expect(placeOf("/rooms")).toEqual({ screen: "rooms" });
    expect(placeOf("/me/")).toEqual({ screen: "me" });
    expect(placeOf("/new/gigogne")).toEqual({ screen: "new", game: "gigogne" });
    expect(placeOf("/learn/noe")).toEqual({ screen: "learn", game: "noe", lesson: null });
    expect(placeOf("/learn/noe/charges")).toEqual({ screen: "learn", game: "noe", lesson: "charges" });
    expect(placeOf("/learn/noe/charges/more")).toEqual({ screen: "nowhere" });
    expect(placeOf("/puzzles")).toEqual({ screen: "puzzles" });
    expect(placeOf("/puzzles/2026-11-18/kitty")).toEqual({ screen: "puzzle", day: "2026-11-18", game: "kitty" });
    expect(placeOf("/puzzles/2026-11-18")).toEqual({ screen: "nowhere" });
    expect(placeOf("/local/noe")).toEqual({ screen: "local", game: "noe" });
    expect(placeOf("/rules/kitty")).toEqual({ screen: "rules", game: "kitty", section: null });
    expect(placeOf("/rules/kitty", "#options")).toEqual({ screen: "rules", game: "kitty", section: "options" });
    expect(placeOf("/records/abc123")).toEqual({ screen: "record", id: "abc123" });
  });

  it("of a room has its code, and the seat's secret in the fragment", () => {
    const room = { screen: "room", code: "K7M2QX", seatSecret: null, invitation: null, isWatching: false };
    expect(placeOf("/r/K7M2QX")).toEqual(room);
    expect(placeOf("/r/K7M2QX", "#seat=s-3_cret")).toEqual({ ...room, seatSecret: "s-3_cret" });
    expect(placeOf("/r/K7M2QX", "#invite=i-4_v")).toEqual({ ...room, invitation: "i-4_v" });
    expect(placeOf("/r/K7M2QX", "#board")).toEqual(room);
  });

  it("of a reset link has the secret in the fragment", () => {
    expect(placeOf("/reset", "#s-3_cret")).toEqual({ screen: "reset", secret: "s-3_cret" });
    expect(placeOf("/reset")).toEqual({ screen: "reset", secret: "" });
    expect(placeOf("/reset/s-3_cret")).toEqual({ screen: "nowhere" });
  });

  it("of a room says whether one comes to look on", () => {
    expect(placeOf("/r/K7M2QX", "", "?watch")).toMatchObject({ code: "K7M2QX", isWatching: true });
    expect(placeOf("/r/K7M2QX", "", "?other")).toMatchObject({ isWatching: false });
  });

  it("leads nowhere where it names nothing that we have", () => {
    for (const path of ["/nothing", "/r", "/new", "/rooms/7", "/rules/kitty/hearts"])
      expect(placeOf(path)).toEqual({ screen: "nowhere" });
  });

  it("is taken as it stands where its escapes can't be read", () => {
    expect(placeOf("/%E0%A4%A")).toEqual({ screen: "nowhere" });
    expect(placeOf("/r/%E0%A4%A")).toMatchObject({ screen: "room", code: "%E0%A4%A" });
  });
});
