/** The rules as they are read and tried: pages, sections, words that are found, positions that are played. */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { rulesPage, sectionsOf } from "../rules-page";
import type { Sections } from "../src/boards/contract";
import { sections as diggers } from "../src/boards/diggers/sections";
import { sections as gigogne } from "../src/boards/gigogne/sections";
import { sections as kitty } from "../src/boards/kitty/sections";
import { sections as ninth } from "../src/boards/ninth/sections";
import { sections as noe } from "../src/boards/noe/sections";
import { BETWEEN } from "../src/learn/showing.svelte";
import type { CompiledPosition } from "../src/protocol";
import { Trial } from "../src/rulebook/trial.svelte";
import { findIn } from "../src/table/rules";
import { place, sight, tried, viewOf } from "./compiled";

const read = (game: string, language: string) =>
  readFileSync(new URL(`../../docs/rules/${game}.${language}.md`, import.meta.url), "utf8");

describe("a page of rules", () => {
  const ENGLISH = "# Go\n\n## Your turn\n\nPlace.\n\n## How it ends: late\n";
  const FRENCH =
    "# Go\n\n## Votre tour\n\n```position first\n ┌─┐\n```\n\n- → Ici : oui.\n- ✗ Là : non,\n  jamais.\n\nAprès.\n\n## La fin\n";

  test("calls its sections as the English one does, as code hosts would", async () => {
    expect(await sectionsOf(ENGLISH)).toEqual(["your-turn", "how-it-ends-late"]);
    const html = await rulesPage(FRENCH, ENGLISH);
    expect(html).toContain('<h2 data-section="your-turn" tabindex="-1">Votre tour</h2>');
    expect(html).toContain('data-section="how-it-ends-late" tabindex="-1">La fin');
  });

  test("has a place for each position, with its drawing and claims in text, and nothing more in it", async () => {
    const [, place = ""] =
      /<div data-position="first"><div>(.*?)<\/div><\/div>/s.exec(await rulesPage(FRENCH, ENGLISH)) ?? [];
    expect(place).toContain("┌─┐");
    expect(place).toContain("<li>✗ Là : non,\njamais.</li>");
    expect(place).not.toContain("Après");
  });

  test.each(["gigogne", "ninth", "noe", "diggers", "kitty"])(
    "of %s has the same sections and positions in both languages",
    async (game) => {
      const [english, french] = [read(game, "en"), read(game, "fr")];
      const [en, fr] = await Promise.all([english, french].map((page) => rulesPage(page, english)));
      const named = (html = "", attribute = "") =>
        Array.from(html.matchAll(new RegExp(`${attribute}="([^"]*)"`, "g")), ([, name]) => name);
      for (const attribute of ["data-section", "data-position"]) {
        expect(named(fr, attribute)).toEqual(named(en, attribute));
        expect(named(fr, attribute)).not.toContain("");
      }
      expect(new Set(named(en, "data-section")).size).toBe(named(en, "data-section").length);
    },
  );
});

describe("what happens at a table is explained by a section that there is", () => {
  const known = async (game: string) => await sectionsOf(read(game, "en"));
  const all: [string, Sections<never, never, never>, readonly object[], readonly unknown[]][] = [
    [
      "gigogne",
      gigogne as never,
      [
        { turn: 0, options: { fair_opening: true } },
        { turn: 1, options: {} },
      ],
      [null],
    ],
    ["ninth", ninth as never, ["take", "arrange", "place", "swap", "claim"].map((phase) => ({ phase })), [null]],
    ["diggers", diggers as never, [{ phase: "sabotage" }, { phase: "race" }], [null]],
    ["noe", noe as never, [{}], [null, "attack"]],
    ["kitty", kitty as never, [{}], [null, "wind", "recycle", "red1"]],
  ];
  test.each(all)("in %s", async (game, { told, now }, views, choices) => {
    const sections = await known(game);
    expect(Object.values(told).filter((section) => !sections.includes(section as string))).toEqual([]);
    const asked = views.flatMap((view) => choices.map((choice) => now(view as never, choice as never)));
    expect(asked.filter((section) => !sections.includes(section))).toEqual([]);
  });
});

describe("words are found", () => {
  it("whatever their case, their accents and their apostrophes, and are marked where they stand", () => {
    const text = "L’échange de Saturne. ÉCHANGE œuvre";
    expect(findIn(text, "echange").map(([from, to]) => text.slice(from, to))).toEqual(["échange", "ÉCHANGE"]);
    expect(findIn(text, "l'éch").map(([from, to]) => text.slice(from, to))).toEqual(["L’éch"]);
  });
  it("not where nothing is looked for, and not twice in one place", () => {
    expect(findIn("abc", "  ")).toEqual([]);
    expect(findIn("aaaa", "aa")).toEqual([
      [0, 2],
      [2, 4],
    ]);
  });
});

describe("a position of the rules", () => {
  const POSITION: CompiledPosition = {
    id: "one",
    game: "gigogne",
    title: { en: "One", fr: "Un" },
    players: ["Ada", "Ben"],
    seat: 0,
    claims: [],
    nodes: [
      {
        step: 0,
        sight: sight("start", [place(0), place(1)]),
        tries: [tried(place(0), { says: "Answered." }, "own", "reply"), tried(place(1), { to: 1, says: "" }, "first")],
      },
      { step: 1, sight: sight("second", [place(2)]), tries: [tried(place(2), { says: "Done." }, "end")] },
    ],
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is tried action by action, until nothing is left to try, and put back", () => {
    const trial = new Trial(POSITION);
    expect([viewOf(trial), trial.legal.length, trial.isTouched]).toEqual(["start", 2, false]);
    trial.act(place(1));
    expect([viewOf(trial), trial.legal, trial.said, trial.isTouched]).toEqual(["second", [place(2)], null, true]);
    trial.act(place(2));
    expect([viewOf(trial), trial.legal, trial.said?.en]).toEqual(["end", [], "Done."]);
    trial.act(place(0));
    expect(viewOf(trial)).toBe("end");
    trial.reset();
    expect([viewOf(trial), trial.legal.length, trial.said, trial.isTouched]).toEqual(["start", 2, null, false]);
  });

  it("shows a claim from its beginning, with what is answered; putting it back stops that", () => {
    const trial = new Trial(POSITION);
    trial.act(place(1));
    trial.claim(place(0));
    expect([viewOf(trial), trial.legal, trial.said?.en]).toEqual(["own", [], "Answered."]);
    vi.advanceTimersByTime(BETWEEN);
    expect(viewOf(trial)).toBe("reply");
    trial.claim(place(0));
    trial.reset();
    vi.advanceTimersByTime(BETWEEN);
    expect(viewOf(trial)).toBe("start");
  });
});
