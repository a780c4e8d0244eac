/** The words of No Kitty. */
import type { KittyAction, KittyColour, KittyEvent, KittyHeart, KittyMagic, KittyView, Text } from "../../protocol";
import type { KeyShown, Line, Sight, Teller } from "../contract";
import { type Choice, type Hue, hueOf, pointsOf, type Reason, targetsOf } from "./cards";

export const KEYS: readonly KeyShown[] = [
  { key: "1 … 9", what: { en: "Choose a card of the hand", fr: "Choisir une carte de la main" } },
  { key: "E", what: { en: "End the turn", fr: "Finir le tour" } },
];

export const TILES: Text = { en: "Tiles and decks", fr: "Tuiles et pioches" };
export const YOUR_HAND: Text = { en: "Your hand", fr: "Votre main" };
export const HAND_OF = (name: string): Text => ({ en: `The hand of ${name}`, fr: `La main de ${name}` });
export const END_TURN: Text = { en: "End turn", fr: "Finir le tour" };
export const OUT_OF_GAME: Text = { en: "Out of the game", fr: "Hors jeu" };
export const NOTHING_OUT: Text = { en: "No card is out of the game yet.", fr: "Aucune carte n’est encore hors jeu." };
export const TIMES = (count: number): Text => ({ en: `, ${count} of them`, fr: `, ${count} fois` });
export const POINTS = (points: number): Text => ({
  en: points === 1 ? "1 point" : `${points} points`,
  fr: points < 2 ? `${points} point` : `${points} points`,
});

export const MAGIC: Record<KittyMagic, Text> = {
  wind: { en: "Wind", fr: "Vent" },
  recycle: { en: "Recycle", fr: "Recyclage" },
  shield: { en: "Shield", fr: "Bouclier" },
};
export const POWERS: Record<KittyMagic, Text> = {
  wind: { en: "blows away one of the other’s hearts", fr: "souffle un cœur de l’adversaire" },
  recycle: { en: "turns a tile white", fr: "rend une tuile blanche" },
  shield: {
    en: "guards your hearts until the end of your next turn",
    fr: "garde vos cœurs jusqu’à la fin de votre prochain tour",
  },
};

const HEART_COLOURS: Record<Hue, Text> = {
  red: { en: "red", fr: "rouge" },
  yellow: { en: "yellow", fr: "jaune" },
  green: { en: "green", fr: "vert" },
};
const TILE_COLOURS: Record<KittyColour, Text> = {
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
const placeOf = (tile: number): Text => PLACES[tile] ?? { en: "", fr: "" };

export function HEART(heart: KittyHeart): Text {
  const colour = HEART_COLOURS[hueOf(heart)];
  return { en: `${colour.en} ${pointsOf(heart)}`, fr: `cœur ${colour.fr} ${pointsOf(heart)}` };
}

export const HEARTS_HELD = (count: number): Text => ({
  en: count === 1 ? "1 heart in hand" : `${count} hearts in hand`,
  fr: count === 1 ? "1 cœur en main" : `${count} cœurs en main`,
});
export const MAGIC_HELD = (count: number): Text => ({
  en: count === 1 ? "1 magic card in hand" : `${count} magic cards in hand`,
  fr: count === 1 ? "1 carte magie en main" : `${count} cartes magie en main`,
});

/** The small line under a name: the shield that holds, otherwise what is in hand. */
export function FACTS(shield: number, { hearts, magic }: { hearts: number; magic: number }): Text {
  if (shield > 0)
    return {
      en: shield === 1 ? "Shield, last turn" : `Shield, ${shield} turns`,
      fr: shield === 1 ? "Bouclier, dernier tour" : `Bouclier, ${shield} tours`,
    };
  const cards = hearts + magic;
  return { en: cards === 1 ? "1 card" : `${cards} cards`, fr: cards < 2 ? `${cards} carte` : `${cards} cartes` };
}

/** For the pictures at the head of the rules. */
export const FIGURES = {
  same: { en: "Same sign: twice its points", fr: "Même signe\u202f: points doublés" },
  white: { en: "White: its points", fr: "Blanche\u202f: ses points" },
  other: { en: "Another colour: nothing", fr: "Autre couleur\u202f: rien" },
  ours: { en: "Solid green ring: yours", fr: "Anneau vert plein\u202f: à vous" },
  theirs: { en: "Dashed red ring: the other’s", fr: "Anneau rouge tireté\u202f: à l’autre" },
} satisfies Record<string, Text>;

export const NO_HEARTS: Text = { en: "No hearts", fr: "Aucun cœur" };
export const NO_MAGIC: Text = { en: "No magic", fr: "Aucune magie" };

/** The name of the cell in the middle. */
export function DECKS(hearts: number, magic: number, canDraw: boolean): Text {
  const draw = canDraw ? { en: " Draw one of each.", fr: " Piochez une carte de chaque." } : { en: "", fr: "" };
  return {
    en: `Decks: ${hearts} ${hearts === 1 ? "heart" : "hearts"}, ${magic} magic.${draw.en}`,
    fr: `Pioches\u202f: ${hearts} ${hearts > 1 ? "cœurs" : "cœur"}, ${magic} ${magic > 1 ? "magies" : "magie"}.${draw.fr}`,
  };
}

/** Reasons, short enough for a card. */
export function REASON(reason: Reason, other: string): Text {
  switch (reason) {
    case "hearts limit":
      return { en: "next turn", fr: "tour suivant" };
    case "magic limit":
      return { en: "no more magic this turn", fr: "plus de magie ce tour-ci" };
    case "all protected":
      return { en: "all is protected", fr: "tout est protégé" };
    case "no heart to blow":
      return { en: "no heart to blow away", fr: "aucun cœur à souffler" };
    case "no tile to whiten":
      return { en: "all tiles are white", fr: "tout est déjà blanc" };
    case "their shield":
      return { en: `${other}’s still holds`, fr: `celui de ${other} tient` };
    case "occupied":
      return { en: "it already holds a heart", fr: "elle porte déjà un cœur" };
    case "empty":
      return { en: "no heart to blow away here", fr: "aucun cœur à souffler ici" };
    case "own heart":
      return { en: "this heart is yours", fr: "ce cœur est à vous" };
    case "protected":
      return { en: `${other}’s shield protects it`, fr: `le bouclier de ${other} la protège` };
    case "white":
      return { en: "it is already white", fr: "elle est déjà blanche" };
  }
}

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
  const place = placeOf(number);
  const tile = TILE_COLOURS[colour];
  const en = [`Tile ${number + 1}`, place.en, tile.en];
  const fr = [`Tuile ${number + 1}`, place.fr, tile.fr];
  if (heart) {
    en.push(owner ?? "yours", HEART(heart).en, `earns ${worth}`);
    fr.push(owner ?? "à vous", HEART(heart).fr, `rapporte ${worth}`);
  } else {
    en.push("empty");
    fr.push("vide");
  }
  if (shield) {
    en.push(shield === 1 ? "shielded for this turn" : `shielded for ${shield} more turns`);
    fr.push(shield === 1 ? "protégée pour ce tour" : `protégée encore ${shield} tours`);
  }
  return {
    en: `${en.join(", ")}${note ? `; ${note.en}` : ""}.`,
    fr: `${fr.join(", ")}${note ? `\u202f; ${note.fr}` : ""}.`,
  };
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
export const CANT = (reason: Text): Text => ({ en: `can’t: ${reason.en}`, fr: `impossible\u202f: ${reason.fr}` });

/** What can be done now. */
/** Said on a tile that was pressed too early. */
export const DRAW_FIRST: Text = { en: "Draw first", fr: "Piochez d’abord" };
export const CARD_FIRST: Text = { en: "Choose a card first", fr: "Choisissez d’abord une carte" };

export function prompt({ view, legal }: Sight<KittyView, KittyAction>, choice: Choice | null): Text {
  if (view.owes_draw) return { en: "Draw: take from the two decks", fr: "Piochez dans les deux paquets" };
  const targets = targetsOf(legal, choice).size;
  if (choice === "wind")
    return { en: `Blow away which heart? (${targets})`, fr: `Souffler quel cœur\u202f? (${targets})` };
  if (choice === "recycle")
    return { en: `Whiten which tile? (${targets})`, fr: `Blanchir quelle tuile\u202f? (${targets})` };
  if (choice) {
    const s = targets === 1 ? "" : "s";
    const points = pointsOf(choice);
    const colour = HEART_COLOURS[hueOf(choice)];
    return {
      en: `Place your ${colour.en} ${points} (${targets} tile${s})`,
      fr: `Posez le ${colour.fr} ${points} (${targets} tuile${s})`,
    };
  }
  return legal.length === 1
    ? { en: "Nothing left to play: end your turn", fr: "Plus rien à jouer\u202f: finissez le tour" }
    : { en: "Play your cards, or end your turn", fr: "Jouez vos cartes ou finissez le tour" };
}

/** An event in words. Colours of tiles change, so a line names the place and not the colour it had. */
export function tell(event: KittyEvent, { you, name }: Teller<KittyView>): Line | null {
  switch (event.type) {
    case "drawn": {
      const { seat, heart, magic } = event;
      const en: string[] = [];
      const fr: string[] = [];
      if (heart) {
        en.push(heart === "?" ? "a heart" : `a ${HEART(heart).en}`);
        fr.push(heart === "?" ? "un cœur" : `un ${HEART(heart).fr}`);
      }
      if (magic) {
        en.push(magic === "?" ? "a magic card" : `a ${MAGIC[magic].en}`);
        fr.push(magic === "?" ? "une magie" : `un ${MAGIC[magic].fr}`);
      }
      if (en.length === 0) return null;
      const cards = { en: en.join(" and "), fr: fr.join(" et ") };
      return seat === you
        ? { seat, text: { en: `You draw ${cards.en}.`, fr: `Vous piochez ${cards.fr}.` } }
        : { seat, text: { en: `${name(seat)} draws ${cards.en}.`, fr: `${name(seat)} pioche ${cards.fr}.` } };
    }
    case "placed": {
      const { seat } = event;
      const heart = HEART(event.heart);
      const place = placeOf(event.tile);
      return seat === you
        ? { seat, text: { en: `You place a ${heart.en}, ${place.en}.`, fr: `Vous posez un ${heart.fr} ${place.fr}.` } }
        : {
            seat,
            text: {
              en: `${name(seat)} places a ${heart.en}, ${place.en}.`,
              fr: `${name(seat)} pose un ${heart.fr} ${place.fr}.`,
            },
          };
    }
    case "magic_used": {
      const { seat } = event;
      if (event.magic === "shield") return null;
      const magic = MAGIC[event.magic];
      return seat === you
        ? { seat, text: { en: `You play ${magic.en}.`, fr: `Vous jouez un ${magic.fr}.` } }
        : { seat, text: { en: `${name(seat)} plays ${magic.en}.`, fr: `${name(seat)} joue un ${magic.fr}.` } };
    }
    case "heart_removed": {
      const heart = HEART(event.heart);
      const place = placeOf(event.tile);
      return {
        seat: null,
        text: { en: `The ${heart.en}, ${place.en}, is blown away.`, fr: `Le ${heart.fr} ${place.fr} s’envole.` },
      };
    }
    case "tile_whitened": {
      const place = placeOf(event.tile);
      return {
        seat: null,
        text: { en: `The ${place.en} tile is now white.`, fr: `La tuile ${place.fr} devient blanche.` },
      };
    }
    case "shield_raised": {
      const { seat } = event;
      return seat === you
        ? {
            seat,
            text: {
              en: "You raise a shield, until the end of your next turn.",
              fr: "Vous levez un bouclier, jusqu’à la fin de votre prochain tour.",
            },
          }
        : {
            seat,
            text: {
              en: `${name(seat)} raises a shield, until the end of their next turn.`,
              fr: `${name(seat)} lève un bouclier, jusqu’à la fin de son prochain tour.`,
            },
          };
    }
    default:
      return null;
  }
}
