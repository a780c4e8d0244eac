/** The words of No Kitty. */
import type {
  KittyAction,
  KittyColour,
  KittyEvent,
  KittyHeart,
  KittyMagic,
  KittyView,
  Outcome,
  Text,
} from "../../protocol";
import { capital, count, de, list, type Part, pair, phrase, plain, plural, series } from "../../words/say";
import { doing, told } from "../../words/told";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import { finalScore } from "../ending";
import { type Choice, type Hue, hueOf, pointsOf as pointsOn, type Reason, targetsOf, worthOf } from "./cards";

export const KEYS: readonly KeyShown[] = [
  { key: "1 … 9", what: { en: "Choose a card from your hand", fr: "Choisir une carte en main" } },
  { key: "E", what: { en: "End the turn", fr: "Finir le tour" } },
];

export const TILES: Text = { en: "Tiles and decks", fr: "Tuiles et pioches" };
export const YOUR_HAND: Text = { en: "Your hand", fr: "Votre main" };
export const HAND_OF = (name: string): Text => ({ en: `${name}’s hand`, fr: `La main ${de(name)}` });
export const END_TURN: Text = { en: "End turn", fr: "Finir le tour" };
export const OUT_OF_GAME: Text = { en: "Out of the game", fr: "Hors jeu" };
export const NOTHING_OUT: Text = { en: "No cards out of the game yet.", fr: "Aucune carte hors jeu pour l’instant." };
export const TIMES = (count: number): Text => ({ en: `, ${count} of them`, fr: `, ${count} fois` });
export const POINTS = (points: number): Text => count(points, { en: ["point", "points"], fr: ["point", "points"] });

export const MAGIC: Record<KittyMagic, Text> = {
  wind: { en: "Wind", fr: "Vent" },
  recycle: { en: "Recycle", fr: "Recyclage" },
  shield: { en: "Shield", fr: "Bouclier" },
};
export const POWERS: Record<KittyMagic, Text> = {
  wind: { en: "blows away one of your opponent’s hearts", fr: "souffle un cœur de l’adversaire" },
  recycle: { en: "turns a tile white", fr: "rend une tuile blanche" },
  shield: {
    en: "protects your hearts until the end of your next turn",
    fr: "protège vos cœurs jusqu’à la fin de votre prochain tour",
  },
};

const HEART_COLOURS: Record<Hue, Text> = {
  red: { en: "red", fr: "rouge" },
  yellow: { en: "yellow", fr: "jaune" },
  green: { en: "green", fr: "vert" },
};
export const TILE_COLOURS: Record<KittyColour, Text> = {
  white: { en: "white", fr: "blanche" },
  red: { en: "red", fr: "rouge" },
  yellow: { en: "yellow", fr: "jaune" },
  green: { en: "green", fr: "verte" },
};
const PLACES: readonly Text[] = [
  { en: "top left", fr: "en haut à gauche" },
  { en: "top middle", fr: "en haut au milieu" },
  { en: "top right", fr: "en haut à droite" },
  { en: "middle left", fr: "au milieu à gauche" },
  { en: "middle right", fr: "au milieu à droite" },
  { en: "bottom left", fr: "en bas à gauche" },
  { en: "bottom middle", fr: "en bas au milieu" },
  { en: "bottom right", fr: "en bas à droite" },
];
const placeOf = (tile: number): Text => PLACES[tile] ?? plain("");

export function HEART(heart: KittyHeart): Text {
  const colour = HEART_COLOURS[hueOf(heart)];
  return { en: `${colour.en} ${pointsOn(heart)}`, fr: `cœur ${colour.fr} ${pointsOn(heart)}` };
}

/** The hearts of a seat on the board, which of them count double, and what each earns. */
export const pointsOf = (view: KittyView, seat: number): readonly Text[] =>
  view.tiles.flatMap((tile) => {
    if (!tile.heart || tile.owner !== seat) return [];
    const twice = tile.colour === hueOf(tile.heart) ? " ×2" : "";
    const worth = worthOf(tile);
    return [pair(phrase`${HEART(tile.heart)}${twice}`, worth > 0 ? `+${worth}` : "0")];
  });

/** The player who filled the last tile, where that was seen, or that the decks are empty; and the score. */
export function howWon(outcome: Outcome, _view: KittyView, teller?: Teller<KittyView>): Text | null {
  if (outcome.reason !== "full" && outcome.reason !== "decks") return null;
  const events = (teller?.events ?? []) as readonly KittyEvent[];
  const last = events.findLast((event) => event.type === "placed");
  const why: Text =
    outcome.reason === "decks"
      ? { en: "Both decks are empty", fr: "Les deux pioches sont vides" }
      : teller && last
        ? doing(last.seat, teller, {
            en: ["fill the last tile", "fills the last tile"],
            fr: ["remplissez la dernière tuile", "remplit la dernière tuile"],
          })
        : { en: "The last tile is filled", fr: "La dernière tuile est remplie" };
  return phrase`${pair(why, finalScore(outcome))}.`;
}

export const HEARTS_HELD = (hearts: number): Text =>
  count(hearts, { en: ["heart in hand", "hearts in hand"], fr: ["cœur en main", "cœurs en main"] });
export const MAGIC_HELD = (cards: number): Text =>
  count(cards, {
    en: ["magic card in hand", "magic cards in hand"],
    fr: ["carte magie en main", "cartes magie en main"],
  });

/** The small line under a name: the shield that holds, otherwise what is in hand. */
export function FACTS(shield: number, { hearts, magic }: { hearts: number; magic: number }): Text {
  if (shield > 0)
    return plural(shield, {
      en: ["Shield, last turn", "Shield, {n} turns"],
      fr: ["Bouclier, dernier tour", "Bouclier, {n} tours"],
    });
  return count(hearts + magic, { en: ["card", "cards"], fr: ["carte", "cartes"] });
}

/** For the pictures at the head of the rules. */
export const FIGURES = {
  same: { en: "Matching tile: double points", fr: "Tuile assortie : points doublés" },
  white: { en: "White tile: its points", fr: "Tuile blanche : ses points" },
  other: { en: "Another colour: nothing", fr: "Autre couleur : rien" },
  ours: { en: "Solid green ring: yours", fr: "Anneau vert plein : à vous" },
  theirs: { en: "Dashed red ring: your opponent’s", fr: "Anneau rouge tireté : à l’adversaire" },
} satisfies Record<string, Text>;

export const NO_HEARTS: Text = { en: "No hearts", fr: "Aucun cœur" };
export const NO_MAGIC: Text = { en: "No magic", fr: "Aucune magie" };

/** The name of the cell in the middle. */
export function DECKS(hearts: number, magic: number, canDraw: boolean): Text {
  const decks = series([
    count(hearts, { en: ["heart", "hearts"], fr: ["cœur", "cœurs"] }),
    count(magic, { en: ["magic", "magic"], fr: ["magie", "magies"] }),
  ]);
  const draw = canDraw ? { en: " Draw one of each.", fr: " Piochez une carte de chaque." } : "";
  return phrase`${pair({ en: "Decks", fr: "Pioches" }, decks)}.${draw}`;
}

/** Reasons, short enough for a card. */
export function REASON(reason: Reason, other: string): Text {
  switch (reason) {
    case "hearts limit":
      return { en: "next turn", fr: "tour suivant" };
    case "magic limit":
      return { en: "no more magic this turn", fr: "plus de magie ce tour-ci" };
    case "all protected":
      return { en: "everything is protected", fr: "tout est protégé" };
    case "no heart to blow":
      return { en: "no heart to blow away", fr: "aucun cœur à souffler" };
    case "no tile to whiten":
      return { en: "all tiles are white", fr: "tout est déjà blanc" };
    case "their shield":
      return { en: `${other}’s shield is still up`, fr: `le bouclier ${de(other)} tient encore` };
    case "occupied":
      return { en: "it already holds a heart", fr: "elle porte déjà un cœur" };
    case "empty":
      return { en: "no heart to blow away here", fr: "aucun cœur à souffler ici" };
    case "own heart":
      return { en: "this heart is yours", fr: "ce cœur est à vous" };
    case "protected":
      return { en: `${other}’s shield protects it`, fr: `le bouclier ${de(other)} la protège` };
    case "white":
      return { en: "it is already white", fr: "elle est déjà blanche" };
  }
}

/** The same as a sentence, where a press was refused. */
export const BECAUSE = (reason: Reason, other: string): Text => phrase`${capital(REASON(reason, other))}.`;

export interface TileFacts {
  number: number;
  colour: KittyColour;
  heart: KittyHeart | null;
  worth: number;
  /** Whose heart it is; null for the reader's own. */
  owner: string | null;
  shield: number;
  /** What the chosen card would do here, or why it can't. */
  note: Text | null;
}

/** All that there is to know of a tile, in one sentence. */
export function TILE({ number, colour, heart, worth, owner, shield, note }: TileFacts): Text {
  const facts: Part[] = [
    { en: `Tile ${number + 1}`, fr: `Tuile ${number + 1}` },
    placeOf(number),
    TILE_COLOURS[colour],
    ...(heart
      ? [owner ?? { en: "yours", fr: "à vous" }, HEART(heart), { en: `earns ${worth}`, fr: `rapporte ${worth}` }]
      : [{ en: "empty", fr: "vide" }]),
  ];
  if (shield)
    facts.push(
      plural(shield, {
        en: ["shielded for this turn", "shielded for {n} more turns"],
        fr: ["protégée pour ce tour", "protégée encore {n} tours"],
      }),
    );
  return phrase`${series(facts)}${note ? { en: `; ${note.en}`, fr: ` ; ${note.fr}` } : ""}.`;
}

export const WOULD_EARN = (heart: KittyHeart, worth: number): Text => ({
  en: `${HEART(heart).en} would earn ${worth}`,
  fr: `le ${HEART(heart).fr} y rapporterait ${worth}`,
});
export const WOULD_BLOW: Text = { en: "Wind would blow this heart away", fr: "le Vent soufflerait ce cœur" };
export const WOULD_WHITEN = (worth: number | null): Text => ({
  en: worth === null ? "Recycle would turn it white" : `Recycle would turn it white, and the heart would earn ${worth}`,
  fr:
    worth === null
      ? "le Recyclage la rendrait blanche"
      : `le Recyclage la rendrait blanche et le cœur rapporterait ${worth}`,
});
export const CANT = (reason: Text): Text => pair({ en: "can’t", fr: "impossible" }, reason);

/** What can be done now. */
/** Said on a tile or a card that was pressed too early. */
export const DRAW_FIRST: Text = { en: "Draw first: press the decks.", fr: "Piochez d’abord : touchez les pioches." };
export const CARD_FIRST: Text = {
  en: "Choose a card of your hand first.",
  fr: "Choisissez d’abord une carte de votre main.",
};

export function prompt({ view, legal }: Sight<KittyView, KittyAction>, choice: Choice | null): Text {
  if (view.owes_draw) return { en: "Your turn: draw your cards", fr: "À vous : piochez vos cartes" };
  const targets = targetsOf(legal, choice).size;
  if (choice === "wind") return { en: `Blow away which heart? (${targets})`, fr: `Souffler quel cœur ? (${targets})` };
  if (choice === "recycle")
    return { en: `Turn which tile white? (${targets})`, fr: `Blanchir quelle tuile ? (${targets})` };
  if (choice) {
    const heart = phrase`${HEART_COLOURS[hueOf(choice)]} ${pointsOn(choice)}`;
    const tiles = count(targets, { en: ["tile", "tiles"], fr: ["tuile", "tuiles"] });
    return { en: `Place your ${heart.en} (${tiles.en})`, fr: `Posez le ${heart.fr} (${tiles.fr})` };
  }
  return legal.length > 1
    ? { en: "Play your cards, or end your turn", fr: "Jouez vos cartes ou finissez le tour" }
    : { en: "Nothing left to play: end your turn", fr: "Plus rien à jouer : finissez le tour" };
}

export function shortPrompt({ view, legal }: Sight<KittyView, KittyAction>, choice: Choice | null): Text | null {
  if (view.owes_draw) return { en: "Draw your cards", fr: "Piochez vos cartes" };
  if (choice) return null;
  return legal.length > 1
    ? { en: "Play, or end your turn", fr: "Jouez, ou finissez le tour" }
    : { en: "Nothing left: end your turn", fr: "Plus rien : finissez le tour" };
}

/** An action, as something that can be done. */
export function inWords(action: KittyAction): Text {
  switch (action.type) {
    case "draw":
      return { en: "Draw", fr: "Piocher" };
    case "end_turn":
      return END_TURN;
    case "shield":
      return MAGIC.shield;
    default: {
      const card = action.type === "place" ? capital(HEART(action.heart)) : MAGIC[action.type];
      const place = placeOf(action.tile);
      return { en: `${card.en}, ${place.en}`, fr: `${card.fr} ${place.fr}` };
    }
  }
}

/** An event in words. Colours of tiles change, so a line names the place and not the colour it had. */
export function tell(event: KittyEvent, teller: Teller<KittyView>): Line | null {
  switch (event.type) {
    case "drawn": {
      const cards: Text[] = [];
      if (event.heart === "?") cards.push({ en: "a heart", fr: "un cœur" });
      else if (event.heart) cards.push({ en: `a ${HEART(event.heart).en}`, fr: `un ${HEART(event.heart).fr}` });
      if (event.magic === "?") cards.push({ en: "a magic card", fr: "une carte magie" });
      else if (event.magic) cards.push({ en: `a ${MAGIC[event.magic].en}`, fr: `un ${MAGIC[event.magic].fr}` });
      if (cards.length === 0) return null;
      return told(event.seat, teller, { en: ["draw", "draws"], fr: ["piochez", "pioche"] }, list(cards));
    }
    case "placed": {
      const heart = HEART(event.heart);
      const place = placeOf(event.tile);
      const rest = { en: `a ${heart.en}, ${place.en}`, fr: `un ${heart.fr} ${place.fr}` };
      return told(event.seat, teller, { en: ["place", "places"], fr: ["posez", "pose"] }, rest);
    }
    case "magic_used": {
      if (event.magic === "shield") return null;
      const { en, fr } = MAGIC[event.magic];
      return told(event.seat, teller, { en: ["play", "plays"], fr: ["jouez", "joue"] }, { en, fr: `un ${fr}` });
    }
    case "heart_removed": {
      const heart = HEART(event.heart);
      const place = placeOf(event.tile);
      const owner = teller.before?.tiles[event.tile]?.owner ?? null;
      const name = owner === null ? "" : teller.name(owner);
      const whose: Text =
        owner === teller.you
          ? { en: `Your ${heart.en}`, fr: `Votre ${heart.fr}` }
          : name
            ? { en: `${name}’s ${heart.en}`, fr: `Le ${heart.fr} ${de(name)}` }
            : { en: `The ${heart.en}`, fr: `Le ${heart.fr}` };
      return {
        seat: null,
        text: { en: `${whose.en}, ${place.en}, is blown away.`, fr: `${whose.fr}, ${place.fr}, s’envole.` },
      };
    }
    case "tile_whitened": {
      const { en, fr } = placeOf(event.tile);
      return { seat: null, text: { en: `The ${en} tile is now white.`, fr: `La tuile ${fr} devient blanche.` } };
    }
    case "shield_raised":
      return told(event.seat, teller, {
        en: ["raise a shield, until the end of your next turn", "raises a shield, until the end of their next turn"],
        fr: [
          "levez un bouclier, jusqu’à la fin de votre prochain tour",
          "lève un bouclier, jusqu’à la fin de son prochain tour",
        ],
      });
    default:
      return null;
  }
}
