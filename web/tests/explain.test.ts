/** What pieces, cards and actions tell of themselves, and how a game is said to have been won. */
import { describe, expect, it } from "vitest";
import * as diggersTold from "../src/boards/diggers/explain";
import * as diggersWords from "../src/boards/diggers/words";
import * as gigogneTold from "../src/boards/gigogne/explain";
import * as kittyTold from "../src/boards/kitty/explain";
import * as kittyWords from "../src/boards/kitty/words";
import * as ninthTold from "../src/boards/ninth/explain";
import * as ninthWords from "../src/boards/ninth/words";
import * as noeTold from "../src/boards/noe/explain";
import * as noeWords from "../src/boards/noe/words";
import type { NoeEvent, Outcome } from "../src/protocol";
import { diggers, gigogne, kitty, name, ninth, noe } from "./sights";

describe("No Kitty tells", () => {
  const told = (what: string) => kittyTold.explain(what, kitty([]));

  it("what a heart earns where", () => {
    expect(told("heart:yellow3")?.worth?.en).toBe("On yellow 6, on white 3, elsewhere 0.");
  });

  it("why a heart earns what it earns on its tile, and for whom", () => {
    expect(told("tile:0")).toMatchObject({
      text: { en: "On its own colour it counts double." },
      worth: { en: "4 points for you." },
    });
    expect(told("tile:3")?.text.en).toMatch(/^On another colour it earns nothing\. A shield protects it for 2 turns/);
    expect(told("tile:3")?.worth?.fr).toBe("0 point pour Hélène.");
  });

  it("what an empty tile asks for, and what each magic card does", () => {
    expect(told("tile:2")?.text.en).toBe("A yellow heart counts double here, any other nothing.");
    for (const magic of ["wind", "recycle", "shield"]) expect(told(`magic:${magic}`)?.text.fr).toBeTruthy();
  });
});

describe("Ninth tells", () => {
  it("when a planet's power works, and what a line of it is worth", () => {
    const told = (what: string, powers = true) =>
      ninthTold.explain(what, ninth("mveajsunE", [], { options: { powers } }));
    expect(told("slot:0")?.worth?.en).toBe("Three in a line: 2 points.");
    expect(told("slot:0", false)).toMatchObject({
      text: { en: "No powers in this game." },
      worth: { en: "Three in a line: 1 point." },
    });
    expect(told("slot:5")?.text.fr).toBe("Quand on la pose : échangez deux autres cartes du carré.");
    expect(told("slot:8")?.text.en).toMatch(/in no line.* You know it: Earth\.$/);
    expect(told("taken")?.text.en).toMatch(/You took it this turn/);
  });

  it("what becomes of an empty slot", () => {
    const told = (changes: object) => ninthTold.explain("slot:4", ninth("mvea.sun9", [], changes))?.text.en;
    expect(told({})).toMatch(/the pile fills it/);
    expect(told({ closed: 4 })).toBe("Nothing fills it this turn.");
    expect(told({ covered: 4 })).toMatch(/face down/);
  });
});

describe("Noé tells", () => {
  const told = (what: string, changes = {}) => noeTold.explain(what, noe(changes));

  it("what an attack must exceed, an open reinforcement included", () => {
    expect(told("shield:0")).toEqual({ title: { en: "Shield: 12", fr: "Bouclier : 12" }, text: expect.anything() });
    expect(told("place:2")?.text.en).toBe("An attack must exceed 3 to wound.");
    expect(told("place:2", { reinforcements: [null, null, "9C"] })?.text.en).toBe("An attack must exceed 12 to wound.");
  });

  it("nothing of a card that nobody knows", () => {
    expect(told("reinforcement:2")?.title.en).toBe("Reinforcement");
    expect(told("reinforcement:1")).toBeNull();
    expect(told("charges:2")?.title.fr).toBe("2 charges");
  });

  it("what each of the four actions does", () => {
    for (const type of ["attack", "charge", "reinforce", "swap_shield"])
      expect(told(`action:${type}`)?.text.en.length).toBeGreaterThan(40);
  });
});

describe("Diggers tells", () => {
  const told = (what: string, changes = {}) => diggersTold.explain(what, diggers([], changes));

  it("what a tile is for, in the race and in the sabotage", () => {
    expect(told("tile:0:0.1")?.title.en).toBe("Tile: 2 or 4");
    expect(told("tile:0:0.1")?.text.en).toBe("Enter it when a die shows 2 or 4.");
    expect(told("tile:0:2.2")?.title.en).toBe("Collapsed tile");
    expect(told("tile:0:5.5", { phase: "sabotage" })?.text.en).toMatch(/Collapse it/);
    expect(told("tile:0:2.3", { phase: "sabotage" })?.text.en).toMatch(
      /Can’t be collapsed: next to a collapsed tile\.$/,
    );
  });

  it("what diamonds and the exit are worth", () => {
    expect(told("tile:1:0.3")?.worth?.en).toBe("Diamond: 3 points if you get out.");
    expect(told("tile:0:0.3")?.worth?.en).toBe("Its diamond is taken.");
    expect(told("tile:0:9.9")?.worth?.en).toBe("The next one out earns: 10, your diamonds: 3.");
    expect(told("tile:0:9.9", { exit_rounds: [null, 3, null] })?.worth?.en).toMatch(/earns: 5/);
    expect(told("oxygen:0")?.title.en).toBe("Oxygen 4 of 5");
  });
});

describe("Gigogne tells", () => {
  it("what a size covers, and that in the classic game covered squares count", () => {
    expect(gigogneTold.explain("size:large", gigogne({}, []))?.text.en).toMatch(/Nothing covers it/);
    expect(gigogneTold.explain("size:large", gigogne({}, [], "classic"))?.text.en).toMatch(/Covered squares count too/);
  });

  it("what still fits into a cell, and what of it would be seen", () => {
    const told = (cell: object) => gigogneTold.explain("cell:4", gigogne({ 4: cell }, []));
    expect(told({ medium: 1 })).toMatchObject({
      text: { en: "Free for: large or small." },
      worth: { en: "In sight on top: large." },
    });
    expect(told({ large: 1 })?.worth?.fr).toBe("Aucun ne se verrait.");
    expect(told({ small: 0, medium: 0, large: 1 })?.text.en).toBe("Full: one of each size.");
  });
});

describe("the end", () => {
  const ended = (reason: string, scores: number[], ...winners: number[]): Outcome => ({
    winners,
    drawn: [],
    scores,
    reason,
  });
  const teller = { you: 0, seat: 0, name };

  it("of No Kitty says who filled the last tile, and the score", () => {
    const { view } = kitty([]);
    const events = [{ type: "placed", seat: 1, heart: "red1", tile: 4 } as const];
    expect(kittyWords.howWon(ended("full", [15, 14], 0), view, { ...teller, view, events })?.en).toBe(
      "Hélène fills the last tile: 15 to 14.",
    );
    expect(kittyWords.howWon(ended("full", [14, 15], 1), view)?.fr).toBe("La dernière tuile est remplie : 15 à 14.");
    expect(kittyWords.howWon(ended("decks", [14, 14]), view)?.en).toBe("Both decks are empty: 14 all.");
    expect(kittyWords.howWon(ended("left", [1, 2], 1), view)).toBeNull();
  });

  it("of Ninth tells nine planets from points", () => {
    const { view } = ninth("mveajsun9", []);
    expect(ninthWords.howWon(ended("nine_planets", [1, 3], 0), view, { ...teller, view })?.en).toBe(
      "You make all nine planets shine at once.",
    );
    expect(ninthWords.howWon(ended("last_card", [3, 5], 1), view)?.fr).toBe("La pioche est épuisée : 5 à 3.");
    expect(ninthWords.howWon(ended("guard", [3, 3]), view)?.en).toBe("24 turns without a draw: 3 all.");
  });

  it("of Diggers says who got out when, and for what", () => {
    const { view } = diggers([], {
      exit_rounds: [12, 9, null],
      diamonds: [
        [
          [0, 3],
          [3, 5],
        ],
        [],
        [],
      ],
    });
    const told = (winner: number) => diggersWords.howWon(ended("out", [], winner), view, { ...teller, view })?.en;
    expect(told(1)).toBe("Hélène gets out of the mine first, in round 9: 10 points.");
    expect(told(0)).toBe("You get out of the mine in round 12: 5 + 6 = 11 points.");
    const dark = diggers([]).view;
    expect(diggersWords.howWon(ended("survivor", [], 2), dark, { ...teller, view: dark })?.fr).toBe(
      "Personne ne sort. Inès a encore de l’oxygène, les autres non.",
    );
    const alone = diggers([], { left: [1] }).view;
    expect(diggersWords.howWon(ended("survivor", [], 0), alone, { ...teller, view: alone })?.en).toBe(
      "Hélène left the game. You are the last digger left.",
    );
  });

  it("of Noé names the last blow and who is left, or the lives after quiet rounds", () => {
    const before = noe({ life: [20, 5, 0], eliminated: [2] }).view;
    const view = noe({ life: [20, 0, 0], eliminated: [2, 1] }).view;
    const events: NoeEvent[] = [
      { type: "attacked", seat: 0, target: 1, card: "11S", charges: ["9D"] },
      { type: "life_lost", seat: 1, points: 7 },
      { type: "eliminated", seat: 1 },
    ];
    const outcome = ended("last", [20, 0, 0], 0);
    expect(noeWords.howWon(outcome, view, { ...teller, view, before, events })?.en).toBe(
      "You attack Hélène with 20 against 13. You are the last one alive, with 20 life points.",
    );
    expect(noeWords.howWon(outcome, view, { ...teller, view, you: null })?.fr).toBe(
      "Camille est le dernier en vie, avec 20 points de vie.",
    );
    expect(noeWords.howWon(ended("guard", [20, 15, 0], 0), before)?.en).toBe("No life lost for 20 rounds: 20 to 15.");
  });
});
