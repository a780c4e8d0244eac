/** Every text that the pages can say, said in both languages. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Text } from "../src/protocol";
import { language } from "../src/words/language.svelte";
import { count, de, list, pair, plural, say } from "../src/words/say";
import { SAID_TO, TURN_OF } from "../src/words/table";
import { told } from "../src/words/told";
import { diggers, gigogne, kitty, ninth, noe } from "./sights";

const NUMBERS = [0, 1, 2, 5];
const NAMES = ["Inès", "Hélène", "Yann", "Hugo"];
const LISTS = [NAMES.slice(0, 1), NAMES.slice(0, 2), NAMES.slice(0, 3)];

/** Guesses at arguments; the first kind that gives a text is taken. */
const GUESSES: readonly (readonly unknown[])[][] = [
  NUMBERS.flatMap((first) => NUMBERS.map((second) => [first, second])),
  NAMES.flatMap((name) => [true, false].map((is) => [name, is])),
  LISTS.map((names) => [names]),
];

const COLOUR = { en: "blue triangle", fr: "triangle bleu" };
const TILE = [3, 1];
const row = (taken: number, status: string) => ({
  name: "",
  host: "Inès",
  taken,
  capacity: 4,
  status,
  visibility: "private",
});
const story = { attacker: 0, target: 1, shield: "4C", reinforcement: null, defence: 4, total: 9, cards: ["9H"] };
const hit = (loss: number) => ({ ...story, ending: "hit", loss, chargesLost: loss, lifeAfter: 3, isShown: true });
const naming = { you: null, name: (seat: number) => NAMES[seat] ?? "" };
const outOf = { view: { life: [3, 0, 2, 1], eliminated: [1] } };
const tile = { colour: "red", heart: "red3", worth: 3, owner: "Inès", note: null };

/** Gigogne won on a row, and in one nest. */
const WON_SQUARES = (["visible", "classic"] as const).map((win) => ({
  options: { win },
  ended: { winners: [0], reason: "line" },
  cells: Array.from({ length: 9 }, (_, cell) =>
    win === "visible"
      ? { small: cell < 3 ? 0 : null, medium: null, large: null }
      : { small: cell ? null : 0, medium: cell ? null : 0, large: cell ? null : 0 },
  ),
}));

const ENDINGS = [
  [15, 14],
  [0, 0],
];
/** The names by which things are asked to explain themselves, each with the table. */
const asked = (sight: unknown, ...names: string[]) =>
  names
    .join(" ")
    .split(" ")
    .map((name) => [name, sight]);

/** Arguments for what can't be guessed at. */
const GIVEN: Record<string, readonly (readonly unknown[])[]> = {
  "words/called called": [],
  "words/called marked": [
    ["Ada", true],
    ["", false],
  ],
  "words/called titleOf": [[row(1, "waiting")]],
  "words/called titled": [],
  "words/lobby ROOM_LABEL": [0, 1, 2].map((taken) => [row(taken, "playing"), COLOUR]),
  "words/lobby TAKEN_BY": NAMES.map((name) => [COLOUR, name]),
  "words/waiting TAKEN_BY": NAMES.map((name) => [COLOUR, name]),
  "words/waiting HEADLINE": NUMBERS.flatMap((n) =>
    ["full", "host", "ready"].map((policy) => [policy === "full" ? n : 0, n, policy, n, false]),
  ),
  "words/waiting POLICY_SENTENCE": [2, 5].flatMap((n) => ["full", "host", "ready"].map((policy) => [policy, n])),
  "words/settings optionWords": [],
  "words/settings optionChoices": [],
  "words/table SAID_TO": [
    ["Inès", { en: "Your turn: take a card", fr: "À vous : prenez une carte" }],
    ["Inès", { en: "Your turn", fr: "À vous" }],
  ],
  "ninth powerOf": (["earth", "uranus"] as const).flatMap((planet) => [true, false].map((on) => [planet, on])),
  "words/told doing": LISTS.map((_, n) => [[0, 1, 2].slice(n), naming, { en: ["go", "goes"], fr: ["allez", "va"] }]),
  "words/told told": [[[0, 1], naming, { en: ["go", "goes"], fr: ["allez", "va", "vont"] }]],
  "design nameOf": [],
  "design AS_SEEN": [[COLOUR]],
  "design LEAVES": NAMES.map((name) => [name]),
  "puzzle LONG_DATE": [["2026-11-18"]],
  "puzzle PUZZLE_OF": [["2026-11-18"]],
  "puzzle time": [],
  "puzzle RESULT": NUMBERS.map((n) => [{ tries: n + 1, hints: n, seconds: 72 }]),
  "puzzle SHARED": [[COLOUR, "2026-11-18", COLOUR]],
  "diggers CLOSED": [["rubble"]],
  "diggers COLLAPSE": [[TILE]],
  "diggers STEP_ONTO": [[TILE]],
  "diggers sign": [],
  "diggers DICE": [[[3]], [[3, 5]]],
  "diggers RACE_HINT": [[1], [2], [3], [4]],
  "diggers mineOf": [],
  "diggers nameOfMine": NUMBERS.flatMap((n) => NAMES.map((name) => [name, false, n, [COLOUR]])),
  "diggers nameOfTile": NUMBERS.map((steps) => [
    { tile: TILE, isRubble: false, diamond: "taken", side: "ahead", isMiner: true, steps, why: COLOUR, isChosen: true },
  ]),
  "diggers inWords": ["move", "disable"].map((type) => [{ type, tile: TILE }]),
  "diggers tell": [
    { type: "race_round_began", round: 1, dice: [3] },
    { type: "race_round_began", round: 1, dice: [3, 4] },
    { type: "disabled", seat: 2, mine: 1, tile: TILE },
    { type: "revealed", seats: [0, 1], tiles: [TILE, TILE] },
    { type: "got_out", seats: [0, 1, 2] },
    { type: "oxygen_lost", seats: [1] },
    { type: "eliminated", seats: [1, 2] },
  ].map((event) => [event, naming]),
  "diggers prompt": [],
  "diggers shortPrompt": [
    [{ view: { phase: "race" } }, null],
    [{ view: { phase: "race" } }, TILE],
    [{ view: { phase: "sabotage" } }, TILE],
    ...NAMES.map((name) => [
      { view: { phase: "sabotage", round: 1, disabled: [[], []] }, seat: 0, seats: [{}, { name }] },
      null,
    ]),
  ],
  "diggers pointsOf": [0, 1, 2].map((seat) => [
    { exit_rounds: [4, null, null], left: [], in_mine: [2], diamonds: [[TILE], [], []] },
    seat,
  ]),
  "gigogne stackName": NUMBERS.map((left) => ["small", left]),
  "gigogne stockName": [[{ small: 0, medium: 1, large: 2 }]],
  "gigogne cellName": [[{ cell: { small: 0, medium: 1, large: 2 }, index: 0, legal: [], name: naming.name }]],
  "gigogne cellHint": [],
  "gigogne prompt": [[{ legal: [{ type: "place", size: "small", cell: 1 }] }, "small"]],
  "gigogne shortPrompt": [[{ legal: [{ type: "place", size: "small", cell: 1 }] }, "small"]],
  "gigogne inWords": [[{ type: "place", size: "small", cell: 1 }]],
  "gigogne tell": [
    [{ type: "placed", seat: 0, size: "small", cell: 1 }, naming],
    [{ type: "passed", seat: 0 }, naming],
  ],
  "gigogne howWon": WON_SQUARES.map((view) => [view.ended, view]),
  "gigogne pointsOf": WON_SQUARES.map((view) => [view, 0]),
  "kitty DECKS": NUMBERS.flatMap((hearts) => NUMBERS.map((magic) => [hearts, magic, true])),
  "kitty FACTS": NUMBERS.flatMap((n) => [0, 1, 2].map((shield) => [shield, { hearts: 0, magic: n }])),
  "kitty HEART": [["red3"]],
  "kitty REASON": NAMES.flatMap((name) => [
    ["their shield", name],
    ["protected", name],
  ]),
  "kitty BECAUSE": NAMES.map((name) => ["protected", name]),
  "kitty TILE": NUMBERS.map((shield) => [{ ...tile, number: 1, shield, note: shield ? COLOUR : null }]),
  "kitty WOULD_EARN": [["red3", 3]],
  "kitty CANT": [[COLOUR]],
  "kitty prompt": [[{ view: {}, legal: [{ type: "place", heart: "red3", tile: 1 }] }, "red3"]],
  "kitty shortPrompt": [true, false].map((owes_draw) => [{ view: { owes_draw }, legal: [] }, null]),
  "kitty inWords": [{ type: "draw" }, { type: "place", heart: "red3", tile: 1 }, { type: "wind", tile: 2 }].map(
    (one) => [one],
  ),
  "kitty tell": [
    [{ type: "drawn", seat: 0, heart: "?", magic: "wind" }, naming],
    [{ type: "placed", seat: 0, heart: "red3", tile: 1 }, naming],
    [{ type: "shield_raised", seat: 0 }, naming],
  ],
  "kitty pointsOf": [[{ tiles: [{ colour: "red", heart: "red3", owner: 0 }] }, 0]],
  "ninth placeOf": [[1, 0]],
  "ninth lineName": [[[0, 1, 2], 0]],
  "ninth WOULD_WIN": [[{ points: 1 }], [{ points: 2 }], [{ points: 1, isNinePlanets: true }]],
  "ninth TIMES": [],
  "ninth SOONER": [["mars"]],
  "ninth LATER": [["mars"]],
  "ninth ORDERED": [["mars", 0, 3]],
  "ninth IF_NOTHING_PLACED": [[[{ slot: 1, card: "mars" }], 0]],
  "ninth pileName": NUMBERS.map((n) => [n, ["mars", "?"], "5 tours"]),
  "ninth cellName": [[{ view: { board: [{ card: "mars" }] }, slot: 0, seat: 0, isActing: false }]],
  "ninth whatCanBeDone": [],
  "ninth heldName": NUMBERS.map((n) => [{ card: "mars", count: n, isTaken: n > 1, isChosen: n > 0, powers: true }]),
  "ninth standingName": NUMBERS.map((points) => ["mars", points, [0, 1, 2], 0]),
  "ninth wonName": [
    [[]],
    [
      [
        { planet: "mars", points: 1 },
        { planet: "venus", points: 2 },
      ],
    ],
  ],
  "ninth pointsOf": NUMBERS.map((points) => [{ lines: [[{ planet: "mars", points }]] }, 0]),
  "ninth prompt": [
    [{ view: { phase: "swap" } }, { kind: "slot", slot: 1 }],
    [{ view: { phase: "place" } }, { kind: "card", card: "mars" }],
  ],
  "ninth inWords": [
    { type: "take", slot: 0 },
    { type: "place", card: "mars", slot: 1 },
    { type: "swap", a: 1, b: 2 },
    { type: "claim", line: [0, 1, 2] },
    { type: "arrange", order: [1, 0] },
  ].map((action) => [action, { ...naming, seat: 0, view: { board: [{ card: "mars" }] } }]),
  "ninth tell": [
    { type: "looked_at_pile", seat: 0, cards: ["?"] },
    { type: "looked_at_pile", seat: 0, cards: ["?", "?"] },
    { type: "claimed", seat: 0, planet: "uranus", line: [0, 1, 2], points: 1 },
    { type: "placed", seat: 0, slot: 1, card: "mars", face_down: true },
    { type: "removed", seat: 0, card: "mars" },
    { type: "swapped", seat: 0, a: 1, b: 2 },
  ].map((event) => [event, { ...naming, seat: 0 }]),
  "noe onlyDefence": ["?", "5H"].map((card) => [
    { life: [9, 9], eliminated: [], shields: ["1C", "7D"], reinforcements: [null, card] },
    0,
  ]),
  "noe pointsOf": NUMBERS.flatMap((life) => [0, 1].map((seat) => [{ life: [life, 0], eliminated: [1] }, seat])),
  "noe CARD": [["9H"]],
  "noe PLACE": [[outOf.view, 1, 0, "Inès", false]],
  "noe actionWords": ["attack", "charge", "reinforce", "swap_shield"].flatMap((type) => NUMBERS.map((n) => [type, n])),
  "noe TARGET": NAMES.flatMap((name) => ["attack", "swap_shield"].map((choice) => [choice, name, false])),
  "noe WHY_NOT": [["attack", false, false]],
  "noe prompt": [
    [
      { legal: NAMES.map((_, target) => ({ type: "attack", target })), seats: NAMES.map((name) => ({ name })) },
      "attack",
    ],
  ],
  "noe shortPrompt": [[{}, null]],
  "noe WHO_ATTACKS": [[0, 1, naming]],
  "noe ENDING": NUMBERS.map((loss) => [hit(loss), naming]),
  "noe STORY": NUMBERS.map((loss) => [hit(loss), naming]),
  "noe inWords": [{ type: "attack", target: 1 }, { type: "charge" }].map((action) => [action, naming]),
  "noe tell": [
    { type: "attacked", seat: 0, target: 1, card: "9H", charges: ["4C"] },
    { type: "attacked", seat: 0, target: 1, card: "9H", charges: ["4C", "5C"] },
    { type: "reinforcement_revealed", seat: 1, card: "9H" },
    { type: "life_lost", seat: 1, points: 1 },
    { type: "charged", seat: 1 },
    { type: "shield_discarded", seat: 0, target: 1 },
    { type: "shield_laid", target: 0, card: "9H" },
    { type: "life_cards_laid", seat: 0, kept: ["9H"], from_discard: ["4C"], from_pile: [] },
  ].map((event) => [event, naming]),
  "replay COPIED_HERE": NUMBERS.map((turn) => [turn, COLOUR]),
  "replay SPEED": [[0.5], [1]],
  "replay SPEED_OF": [[0.5], [2]],
  "replay TURN_NOW": NAMES.map((name) => [3, name]),
  "replay viewerName": ["0", "everyone", "open"].map((viewer) => [viewer, { seats: NAMES }]),
  "boards/ending finalScore": [[{ scores: [15, 14] }], [{ scores: [14, 14] }]],
  "kitty howWon": ["full", "decks"].flatMap((reason) => ENDINGS.map((scores) => [{ reason, scores }])),
  "ninth howWon": ["nine_planets", "last_card", "guard"].map((reason) => [
    { reason, scores: [5, 3], winners: [0] },
    {},
    naming,
  ]),
  "noe howWon": NUMBERS.flatMap((life) =>
    ["last", "guard"].map((reason) => [
      { reason, scores: [life, 0], winners: [0] },
      { life: [life], eliminated: [1] },
      naming,
    ]),
  ),
  "diggers howWon": [[], [TILE]].flatMap((found) =>
    [4, null].flatMap((round) =>
      [[0], [0, 1]].map((winners) => [
        { reason: "survivor", winners, scores: [1, 1] },
        { exit_rounds: [round, round], diamonds: [found, found], left: [] },
        naming,
      ]),
    ),
  ),
  "diggers resting": [[[]], [[TILE]]].flatMap((diamonds) =>
    [4, null].map((round) => [{ seat: 0, view: { phase: "race", in_mine: [], exit_rounds: [round], diamonds } }]),
  ),
  "noe resting": [[{ seat: 0, view: { eliminated: [0] } }]],
  "noe shieldOf": NAMES.map((name) => [name]),
  "gigogne cellTitle": [[0], [4]],
  "kitty/explain explain": asked(
    kitty([], { shields: [1, 2] }),
    "heart:red3 magic:wind magic:recycle magic:shield seat:0 seat:1 hidden:1:hearts hidden:1:magic decks end",
    ...Array.from({ length: 8 }, (_, tile) => `tile:${tile}`),
  ),
  "ninth/explain explain": asked(
    ninth("mvE.jsun9", [], { closed: 3 }),
    "slot:0 slot:2 slot:3 card:mars taken lines:0 hidden:1 pile pass",
  ),
  "noe/explain explain": asked(
    noe({ reinforcements: [null, "4C", "?"], charges: [[], ["?"], ["?", "?"]] }),
    "action:attack action:charge action:reinforce action:swap_shield place:1 life:1 shield:1 reinforcement:1",
    "reinforcement:2 charges:0 charges:1 charges:2 pile discard",
  ),
  "diggers/explain explain": [diggers([]), diggers([], { phase: "sabotage" })].flatMap((sight) =>
    asked(
      sight,
      "tile:0:0.0 tile:0:0.1 tile:0:2.2 tile:1:0.3 tile:0:2.3 tile:0:9.9 mine:1 oxygen:0 diamonds:0 dice sticks",
    ),
  ),
  "gigogne/explain explain": asked(
    gigogne({ 4: { large: 1 }, 5: { small: 0, medium: 0, large: 0 } }, []),
    "size:large size:medium size:small cell:0 cell:4 cell:5 stock:1",
  ),
  // Said and looked at in slips.test.ts, in positions.
  "kitty/slips slip": [[{ type: "shield" }, kitty([], { shields: [3, 0] })]],
  "ninth/slips slip": [
    [{ type: "pass" }, ninth("jvee.ensa", [{ type: "place", card: "earth", slot: 4 }])],
    [{ type: "pass" }, ninth("mvaj.sun9", [{ type: "place", card: "earth", slot: 4 }])],
  ],
  "noe/slips slip": [0, 2].map((target) => [{ type: "swap_shield", target }, noe()]),
  "diggers/slips slip": [
    [{ type: "disable", tile: [0, 1] }, diggers([], { phase: "sabotage", round: 0 })],
    [{ type: "move", tile: TILE }, diggers([{ type: "move", tile: [9, 9] }])],
  ],
  "gigogne/slips slip": [
    [
      { type: "place", size: "small", cell: 4 },
      gigogne({ 4: { large: 1 } }, [{ type: "place", size: "small", cell: 0 }]),
    ],
  ],
  "generic prompt": [],
  "generic tell": [],
  "generic inWords": [],
  "replay/hindsight markWords": ["?", "?!", "!"].flatMap((mark) => [
    [mark, null, null],
    [mark, { result: "loss" }, { result: "win" }],
    [mark, { result: "loss" }, { result: "draw" }],
  ]),
  "replay/hindsight BEFORE_AFTER": [null, ...NAMES].map((name) => [name]),
  "replay/hindsight COULD_HAVE": [null, ...NAMES].map((name) => [name]),
  "replay/hindsight DONE": [null, ...NAMES].map((name) => [name]),
  "replay/hindsight VERDICT": ["win", "draw", "loss", "open"].flatMap((result) =>
    NUMBERS.map((within) => [{ result, within }]),
  ),
  "replay/hindsight FOUND_OUT": ["best", "better", "more", "even", "same", "worse", "unknown"].flatMap((found) =>
    [null, ...NAMES].flatMap((name) => [
      [found, { chance: null, proof: null }, name],
      [found, { chance: { points: 33, low: 31, high: 35 }, proof: null }, name],
      [found, { chance: null, proof: { result: "win", within: 3 } }, name],
    ]),
  ),
  "replay/hindsight VERDICT_SHORT": ["win", "draw", "loss", "open"].flatMap((result) =>
    NUMBERS.map((within) => [{ result, within }]),
  ),
  "replay/hindsight LUCK_OF": ["lucky", "even", "unlucky"].map((luck) => [luck]),
};

const isText = (value: unknown): value is Text =>
  typeof value === "object" && value !== null && "en" in value && "fr" in value && typeof value.en === "string";

/** Every text in what an export is or gives. */
function textsIn(value: unknown): Text[] {
  if (isText(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type Export = (...given: readonly unknown[]) => unknown;

function guessed(make: Export): Text[] {
  for (const kind of GUESSES) {
    try {
      const texts = kind.flatMap((given) => textsIn(make(...given)));
      if (texts.length && texts.every(({ en }) => !/NaN|undefined|object/.test(en))) return texts;
    } catch {
      // Not this kind of arguments.
    }
  }
  return [];
}

const files = import.meta.glob<Record<string, unknown>>(
  [
    "../src/words/*.ts",
    "../src/**/words.ts",
    "../src/boards/ending.ts",
    "../src/boards/*/{coach,cover,explain,slips}.ts",
  ],
  {
    eager: true,
  },
);
const TOOLS = /words\/(say|names|language\.svelte)\.ts$/;
const said = Object.entries(files)
  .filter(([path]) => !TOOLS.test(path))
  .flatMap(([path, exported]) =>
    Object.entries(exported).map(([name, value]) => {
      const key = `${path.replace(/^..\/src\/|boards\/(?=\w+\/)|\/words\.ts$|\.ts$/g, "")} ${name}`;
      const given = GIVEN[key];
      if (typeof value !== "function") return { key, isMade: true, texts: textsIn(value) };
      const texts = given ? given.flatMap((args) => textsIn((value as Export)(...args))) : guessed(value as Export);
      return { key, isMade: given !== undefined || texts.length > 0, texts };
    }),
  );

/** In the language that the page is not in. */
const FOREIGN = "words/lobby TO_OTHER_LANGUAGE";

const WRONG: Record<"en" | "fr", Record<string, RegExp>> = {
  en: {
    "a straight apostrophe": /'/,
    "a plural after 1": /(?<![\d/]|of )1 (?!is|sees)\p{L}+s\b/u,
    "something missing": /undefined|NaN|\[object|\{n\}/,
    "a word of ours":
      /\b(onlooker|disable|rubble|passed over|points of life|whom|whoever|robot|room|somebody|anybody|everybody)/i,
  },
  fr: {
    "a straight apostrophe": /'/,
    "a space that breaks": / [;:!?»]|« /,
    "a mark without its space": /[\p{L}\d)»][;:!?](?!\d)/u,
    "a plural after 0 or 1": /(?<![\d/])[01] (?!pas|fois|dans|éboulis)\p{L}+s\b/u,
    "a missing elision": /\bde [AEIOUÉÈÊ]/u,
    "something missing": /undefined|NaN|\[object|\{n\}/,
    "a word of ours": /éboulis|(?<!s’)écarter|pseudonyme|horloge|robot|\btu\b/i,
  },
};

describe("what to do on one screen", () => {
  it("is said to someone by name, never to you", () => {
    const text = SAID_TO("Inès", { en: "Your turn: take a card", fr: "À vous : prenez une carte" });
    expect(text).toEqual({ en: "Inès: take a card", fr: "Inès : prenez une carte" });
    expect(SAID_TO("Inès", { en: "Your turn", fr: "À vous" })).toEqual(TURN_OF("Inès"));
    const other = { en: "Large square: choose its cell", fr: "Grand carré : choisissez sa case" };
    expect(SAID_TO("Inès", other)).toEqual(other);
  });
});

describe("every text of the pages", () => {
  it("is made by this test", () => {
    expect(said.filter(({ isMade }) => !isMade).map(({ key }) => key)).toEqual([]);
    expect(Object.keys(GIVEN).filter((key) => !said.some((one) => one.key === key))).toEqual([]);
    expect(said.reduce((sum, { texts }) => sum + texts.length, 0)).toBeGreaterThan(1000);
  });

  for (const now of ["en", "fr"] as const)
    for (const [what, pattern] of Object.entries(WRONG[now]))
      it(`has not ${what}, in ${now}`, () => {
        language.choose(now);
        const wrong = said
          .filter(({ key }) => key !== FOREIGN)
          .flatMap(({ key, texts }) => texts.map((text) => `${key}: ${say(text)}`))
          .filter((line) => pattern.test(line.slice(line.indexOf(": ") + 2)));
        expect([...new Set(wrong)]).toEqual([]);
      });
});

describe("saying", () => {
  it("gives French the spaces that don’t break, whichever were written", () => {
    language.choose("fr");
    const fr = "Qui : « lui » ? Oui\u202f: lui\u00a0; non !";
    expect(say({ en: "", fr })).toBe("Qui\u00a0: «\u00a0lui\u00a0»\u202f? Oui\u00a0: lui\u202f; non\u202f!");
    language.choose("en");
    expect(say({ en: "10 : 3", fr })).toBe("10 : 3");
  });

  it("counts 0 as many in English and as one in French", () => {
    const forms = { en: ["heart", "hearts"], fr: ["cœur", "cœurs"] } as const;
    expect(NUMBERS.map((n) => count(n, forms).en)).toEqual(["0 hearts", "1 heart", "2 hearts", "5 hearts"]);
    expect(NUMBERS.map((n) => count(n, forms).fr)).toEqual(["0 cœur", "1 cœur", "2 cœurs", "5 cœurs"]);
    expect(plural(1, { en: ["one left", "{n} left"], fr: ["un", "{n}"] })).toEqual({ en: "one left", fr: "un" });
  });

  it("lists without a comma before the last", () => {
    expect(LISTS.map((names) => list(names))).toEqual([
      { en: "Inès", fr: "Inès" },
      { en: "Inès and Hélène", fr: "Inès et Hélène" },
      { en: "Inès, Hélène and Yann", fr: "Inès, Hélène et Yann" },
    ]);
    expect(list([2, 5], "or")).toEqual({ en: "2 or 5", fr: "2 ou 5" });
  });

  it("elides de before a vowel, a vowel’s y and most h", () => {
    const names = [...NAMES, "Yves", "Œdipe", "Élise", "Théo", "42"];
    expect(names.map(de)).toEqual([
      "d’Inès",
      "d’Hélène",
      "de Yann",
      "de Hugo",
      "d’Yves",
      "d’Œdipe",
      "d’Élise",
      "de Théo",
      "de 42",
    ]);
  });

  it("puts a colon between a label and its value", () => {
    expect(pair({ en: "Dice", fr: "Dés" }, 3)).toEqual({ en: "Dice: 3", fr: "Dés : 3" });
  });

  it("tells who does what, to the reader and about others", () => {
    const verb = { en: ["are out", "is out"], fr: ["êtes dehors", "est dehors", "sont dehors"] } as const;
    const by = (you: number | null, ...seats: number[]) => told(seats, { ...naming, you }, verb);
    expect(by(0, 0)).toEqual({ seat: 0, text: { en: "You are out.", fr: "Vous êtes dehors." } });
    expect(by(null, 0)).toEqual({ seat: 0, text: { en: "Inès is out.", fr: "Inès est dehors." } });
    expect(by(1, 0, 1)).toEqual({ seat: null, text: { en: "You and Inès are out.", fr: "Vous et Inès êtes dehors." } });
    expect(by(null, 0, 1).text).toEqual({ en: "Inès and Hélène are out.", fr: "Inès et Hélène sont dehors." });
  });
});

describe("the sources", () => {
  // A table's code in two halves is not a sentence.
  // The bench writes values as code, where a list has commas only.
  const APART = ["words/say.ts", "protocol.ts", "table/CodeChip.svelte", "design/told.ts", "design/tree.ts"];
  const sources = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !APART.includes(path))
    .map((path) => ({ path, text: readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8") }));
  const found = (pattern: RegExp, only = /./) =>
    sources.filter(({ path, text }) => only.test(path) && pattern.test(text)).map(({ path }) => path);

  it.each([
    ["lists", /join\((", "|', '|" (and|or|et|ou) )/],
    ["elision", /\[aeiou/i],
    ["French spaces", /\\u202f|\\u00a0|[\u202f\u00a0]/],
    ["labels", /say\([^{}]*\)\}:|\{say\([^{}]*\)\} ?:/],
  ])("make no %s by hand", (_, pattern) => {
    expect(found(pattern)).toEqual([]);
  });

  it("make no plurals by hand", () => {
    expect(found(/=== 1\s*\?\s*(["`]|\{ en)|(> 1|< 2)\s*\?\s*["`]/, /^words|words\.ts$/)).toEqual([]);
  });
});
