import { describe, expect, it } from "vitest";
import type { Story } from "../src/boards/noe/attack";
import type { NoeCard, NoeEvent, NoeView, SeatView } from "../src/protocol";
import { noe } from "./sights";

// The words know the language of the page, which is the browser's.
const { storyOf } = await import("../src/boards/noe/attack");
const { pipsOf, placed, rankOf, sumOf } = await import("../src/boards/noe/cards");
const { othersFrom, quietness, sideOf, wrongSum } = await import("../src/boards/noe/round");
const { travels } = await import("../src/boards/noe/travels");
const { actionWords, CARD, ENDING, onlyDefence, PLACE, prompt, STORY, tell } = await import("../src/boards/noe/words");

const NAMES = ["Camille", "Jules", "Inès"];
const name = (seat: number) => NAMES[seat] ?? "";

/** Camille has two charges and is to play; Inès has a hidden reinforcement and a charge. */
const { view: TABLE } = noe({ shields: ["8C", "11D", "9H"], charges: [["?", "?"], [], ["?"]] });
const teller = (you: number | null, view = TABLE) => ({ you, seat: you ?? 0, view, name });

const HIT: NoeEvent[] = [
  { type: "attacked", seat: 0, target: 2, card: "7S", charges: ["5D", "10C"] },
  { type: "reinforcement_revealed", seat: 2, card: "4S" },
  { type: "life_lost", seat: 2, points: 9 },
  { type: "life_cards_laid", seat: 2, kept: ["8S", "1D"], from_discard: ["3C"], from_pile: [] },
  { type: "turn_began", seat: 1 },
];

function told(events: readonly NoeEvent[], before: NoeView = TABLE): Story {
  const story = storyOf(events, before);
  if (!story) throw new Error("there is an attack among these events");
  return story;
}

describe("the pack", () => {
  it("has as many pips on a card as it counts, none on court cards, and one in two corners of each", () => {
    for (let rank = 1; rank <= 10; rank++) expect(pipsOf(`${rank}D` as NoeCard).match(/M/g)).toHaveLength(rank + 2);
    expect(pipsOf("12S").match(/M/g)).toHaveLength(2);
  });

  it("brings a path to its place: points are moved and scaled, radii only scaled, flags kept", () => {
    expect(placed("M0-9.5a4 5 0 0 1 3 7L2 10h-5.2z", [50, 70], -2)).toBe("M50 89a8 10 0 0 1 -6 -14L46 50h10.4z");
  });

  it("counts aces 1 and kings 13, and names cards in both languages", () => {
    expect(rankOf("1C")).toBe(1);
    expect(sumOf(["13S", "1D", "10H"])).toBe(24);
    expect(CARD("12H")).toEqual({ en: "queen of hearts", fr: "dame de cœur" });
    expect(CARD("1D")).toEqual({ en: "ace of diamonds", fr: "as de carreau" });
  });
});

describe("the round table", () => {
  it("begins at one's left and goes round", () => {
    expect(othersFrom(4, 6)).toEqual([5, 0, 1, 2, 3]);
  });

  it("knows left, right and facing", () => {
    expect(sideOf(1, 0, 5)).toEqual({ side: "left", steps: 1 });
    expect(sideOf(3, 0, 5)).toEqual({ side: "right", steps: 2 });
    expect(sideOf(1, 0, 2)).toEqual({ side: "facing" });
  });

  it("says when the life cards do not show the life", () => {
    expect(wrongSum(TABLE, 0)).toBeNull();
    expect(wrongSum({ ...TABLE, life: [17, 18, 21] }, 0)).toBe(20);
    expect(PLACE({ ...TABLE, life: [17, 18, 21] }, 0, 0, "Camille", true).en).toContain("The cards add up to 20");
  });

  it("warns of the quiet end only past its half", () => {
    expect(quietness({ ...TABLE, quiet_turns: 30 })).toBeNull();
    expect(quietness({ ...TABLE, quiet_turns: 31 })).toEqual({ turns: 31, end: 60 });
    expect(quietness({ ...TABLE, quiet_turns: 31, eliminated: [1] })).toEqual({ turns: 31, end: 40 });
  });

  it("tells a whole place in one sentence", () => {
    expect(PLACE(TABLE, 2, 0, "Inès", false).en).toBe(
      "Inès, right of you, life 21: queen of hearts, 8 of spades and ace of diamonds. Shield 9 of hearts, reinforced by a hidden card, 1 charge.",
    );
  });
});

describe("the story of an attack", () => {
  it("adds up both sides, and says which life cards stay, leave and arrive", () => {
    expect(told(HIT)).toMatchObject({
      total: 22,
      defence: 13,
      ending: "hit",
      loss: 9,
      lifeBefore: 21,
      lifeAfter: 12,
      chargesLost: 1,
      kept: ["8S", "1D"],
      leaving: ["12H"],
      arriving: ["3C"],
      isShown: true,
    });
  });

  it("leaves the reinforcement face down where the shield holds", () => {
    const story = told([
      { type: "attacked", seat: 0, target: 2, card: "9S", charges: [] },
      { type: "attack_held", seat: 2 },
    ]);
    expect(story).toMatchObject({ ending: "shield", reinforcement: "?", defence: 9, loss: 0 });
  });

  it("counts a reinforcement that already lay open", () => {
    const before = { ...TABLE, reinforcements: [null, null, "4S"] };
    const story = told(
      [
        { type: "attacked", seat: 0, target: 2, card: "13H", charges: [] },
        { type: "attack_held", seat: 2 },
      ],
      before,
    );
    expect(story).toMatchObject({ ending: "reinforcement", reinforcement: "4S", defence: 13 });
  });

  it("ends in elimination where no life is left", () => {
    const events: NoeEvent[] = [
      { type: "attacked", seat: 0, target: 1, card: "13H", charges: ["12C", "11H"] },
      { type: "life_lost", seat: 1, points: 25 },
      { type: "eliminated", seat: 1 },
    ];
    expect(told(events)).toMatchObject({ ending: "eliminated", lifeAfter: 0, leaving: ["10S", "5C", "3H"] });
  });

  it("says that the number counts where no cards can show it", () => {
    const events: NoeEvent[] = [
      { type: "attacked", seat: 0, target: 1, card: "13H", charges: [] },
      { type: "life_lost", seat: 1, points: 2 },
      { type: "life_cards_laid", seat: 1, kept: ["10S", "5C", "3H"], from_discard: [], from_pile: [] },
    ];
    const story = told(events);
    expect(story.isShown).toBe(false);
    expect(ENDING(story, teller(null)).more.en).toBe("No cards add up to 16: the number counts.");
  });

  it("shows a reinforcement from the beginning where an attack before has revealed it", () => {
    const [attacked, , ...rest] = HIT;
    if (!attacked) throw new Error("a blow begins with an attack");
    const open = noe({ shields: ["8C", "11D", "9H"], reinforcements: [null, null, "4S"] }).view;
    expect(told([attacked, ...rest], open)).toMatchObject({ wasOpen: true, reinforcement: "4S", defence: 13 });
    expect(told(HIT)).toMatchObject({ wasOpen: false, reinforcement: "4S" });
  });

  it("is not told from a table that is not the one before it", () => {
    expect(storyOf(HIT, { ...TABLE, active: 1 })).toBeNull();
    expect(storyOf([{ type: "charged", seat: 0 }], TABLE)).toBeNull();
  });

  it("is one sentence for who listens", () => {
    expect(STORY(told(HIT), teller(0)).en).toBe(
      "You attack Inès with 7, 5 and 10: 22. Shield 9, reinforcement 4. Inès loses 9 life points. 1 charge discarded unseen. New life cards add up to 12.",
    );
  });
});

describe("the words", () => {
  it("name the possible targets in the line that says what to do", () => {
    const seats = NAMES.map((seat) => ({ name: seat }) as SeatView);
    const sight = {
      view: TABLE,
      seat: 0,
      isPlayer: true,
      seats,
      toAct: [0],
      scores: [],
      legal: [
        { type: "attack" as const, target: 1 },
        { type: "attack" as const, target: 2 },
      ],
      outcome: null,
    };
    expect(prompt(sight, "attack").fr).toBe("Attaquer Jules ou Inès ?");
  });

  it("tell an attack from the reader's side", () => {
    const [attacked] = HIT;
    if (!attacked) throw new Error("the first event is the attack");
    expect(tell(attacked, teller(0))?.text.en).toBe("You attack Inès with 7 + 5 + 10 = 22.");
    expect(tell(attacked, teller(2))?.text.fr).toBe("Camille vous attaque avec 7 + 5 + 10 = 22.");
  });

  it("say that charges were lost with the life", () => {
    const lost = { type: "life_lost", seat: 2, points: 9 } as const;
    expect(tell(lost, { ...teller(0), before: TABLE })).toMatchObject({
      text: { en: "Inès loses 9 life points and 1 charge.", fr: "Inès perd 9 points de vie et 1 charge." },
      gain: -9,
    });
    expect(tell(lost, teller(0))?.text.en).toBe("Inès loses 9 life points.");
  });

  it("say why an attack was withstood", () => {
    const events: NoeEvent[] = [
      { type: "attacked", seat: 0, target: 2, card: "7S", charges: [] },
      { type: "attack_held", seat: 2 },
    ];
    expect(tell({ type: "attack_held", seat: 2 }, { ...teller(0), before: TABLE, events })?.text.en).toBe(
      "Inès withstands the attack. 7 doesn’t beat 9.",
    );
  });

  it("say that a reinforcement is gone when its player's turn begins", () => {
    const began = { type: "turn_began", seat: 1 } as const;
    const reinforced = { ...TABLE, reinforcements: TABLE.reinforcements.with(1, "?") };
    expect(tell(began, { ...teller(1), before: reinforced })?.text.en).toBe(
      "Your turn begins: your reinforcement is discarded.",
    );
    expect(
      tell(began, { ...teller(0), before: { ...TABLE, reinforcements: TABLE.reinforcements.with(1, null) } }),
    ).toBeNull();
  });

  it("elide before a vowel in French", () => {
    expect(tell({ type: "shield_discarded", seat: 1, target: 2 }, teller(0))?.text.fr).toBe(
      "Jules change le bouclier d’Inès.",
    );
  });
});

describe("what travels", () => {
  it("lays a charge on the last place of its owner", () => {
    expect(travels([{ type: "charged", seat: 0 }], teller(0))).toEqual([{ from: "pile", to: "charge-0-1" }]);
  });

  it("leaves an attack to its scene", () => {
    expect(travels(HIT, teller(0))).toEqual([]);
  });
});

it("says what an attack has to exceed where only one can be attacked", () => {
  expect(onlyDefence(TABLE, 0)).toBeNull();
  const against = onlyDefence({ ...TABLE, eliminated: [1] }, 0);
  expect(against?.en).toBe("9 + ?");
  expect(actionWords("attack", 0, against).effect.en).toBe("A card from the pile, against shield 9 + ?");
  expect(actionWords("attack", 2, against).brief.fr).toBe("carte + 2 charges");
});

it("tells the life that is left, also where no new card came", () => {
  const laid = { type: "life_cards_laid", seat: 0, kept: ["13S", "7D"], from_discard: [], from_pile: [] } as NoeEvent;
  expect(tell(laid, teller(1))?.text.en).toMatch(/^Camille has 20 left: king of spades/);
});
