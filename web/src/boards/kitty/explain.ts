/** What hearts, magic cards and tiles do, and what they are worth. */
import type { KittyAction, KittyColour, KittyHeart, KittyMagic, KittyTile, KittyView, Text } from "../../protocol";
import { capital, phrase, plural, series } from "../../words/say";
import type { Explanation, Sight } from "../contract";
import { type Hue, hueOf, pointsOf, shieldOn, worthOf, worthOn } from "./cards";
import { END_TURN, HEART, HEARTS_HELD, MAGIC, MAGIC_HELD, POINTS, TILE_COLOURS } from "./words";

const ON: Record<Hue, Text> = {
  red: { en: "on red", fr: "sur du rouge" },
  yellow: { en: "on yellow", fr: "sur du jaune" },
  green: { en: "on green", fr: "sur du vert" },
};

const heart = (card: KittyHeart): Explanation => {
  const own = capital(ON[hueOf(card)]);
  return {
    title: capital(HEART(card)),
    text: { en: "Place it on any free tile.", fr: "Se pose sur n’importe quelle tuile libre." },
    worth: {
      en: `${own.en} ${worthOn(card, hueOf(card))}, on white ${pointsOf(card)}, elsewhere 0.`,
      fr: `${own.fr} ${worthOn(card, hueOf(card))}, sur du blanc ${pointsOf(card)}, ailleurs 0.`,
    },
  };
};

const MAGIC_DOES: Record<KittyMagic, Omit<Explanation, "title">> = {
  wind: {
    text: {
      en: "Blows away one of your opponent’s hearts; its tile is free again. A shield stops it.",
      fr: "Souffle un cœur de l’adversaire ; sa tuile est de nouveau libre. Un bouclier l’arrête.",
    },
    worth: { en: "They lose what that heart earns.", fr: "L’adversaire perd ce que ce cœur rapporte." },
  },
  recycle: {
    text: {
      en: "Turns a coloured tile white, for good. A shield stops it.",
      fr: "Rend une tuile de couleur blanche, pour de bon. Un bouclier l’arrête.",
    },
    worth: {
      en: "A heart on it then earns its points: no longer double, no longer 0.",
      fr: "Un cœur y rapporte alors ses points : ni le double, ni 0.",
    },
  },
  shield: {
    text: {
      en: "Protects your hearts, and those you add, from Wind and Recycle until the end of your next turn. Not while your opponent’s shield is up.",
      fr: "Protège vos cœurs, même ceux à venir, du Vent et du Recyclage jusqu’à la fin de votre prochain tour. Pas tant que le bouclier adverse tient.",
    },
  },
};

const EMPTY: Record<KittyColour, Text> = {
  white: { en: "Every heart earns its points here.", fr: "Chaque cœur y rapporte ses points." },
  red: {
    en: "A red heart counts double here, any other nothing.",
    fr: "Un cœur rouge y compte double, tout autre n’y rapporte rien.",
  },
  yellow: {
    en: "A yellow heart counts double here, any other nothing.",
    fr: "Un cœur jaune y compte double, tout autre n’y rapporte rien.",
  },
  green: {
    en: "A green heart counts double here, any other nothing.",
    fr: "Un cœur vert y compte double, tout autre n’y rapporte rien.",
  },
};
const SAME: Text = { en: "On its own colour it counts double.", fr: "Sur sa couleur, il compte double." };
const WHITE: Text = { en: "On white it earns its points.", fr: "Sur du blanc, il rapporte ses points." };
const OTHER: Text = { en: "On another colour it earns nothing.", fr: "Sur une autre couleur, il ne rapporte rien." };
const FOR_YOU: Text = { en: "for you", fr: "pour vous" };

const tileName = (colour: KittyColour): Text => {
  const { en, fr } = TILE_COLOURS[colour];
  return { en: `${en} tile`, fr: `tuile ${fr}` };
};

const shielded = (turns: number): Text =>
  plural(turns, {
    en: ["A shield protects it, this turn only.", "A shield protects it for {n} turns, this one included."],
    fr: ["Un bouclier le protège, ce tour seulement.", "Un bouclier le protège {n} tours, celui-ci compris."],
  });

function tile(lying: KittyTile, { view, seat, seats, isPlayer }: Sight<KittyView, KittyAction>): Explanation {
  const { colour, heart: card, owner } = lying;
  const name = tileName(colour);
  if (!card || owner === null) return { title: capital(name), text: EMPTY[colour] };
  const turns = shieldOn(view, lying);
  const why = colour === "white" ? WHITE : colour === hueOf(card) ? SAME : OTHER;
  const who = seats[owner]?.name ?? "";
  const whose = isPlayer && owner === seat ? FOR_YOU : { en: `for ${who}`, fr: `pour ${who}` };
  return {
    title: { en: `${capital(HEART(card)).en}, ${name.en}`, fr: `${capital(HEART(card)).fr}, ${name.fr}` },
    text: series(turns > 0 ? [why, shielded(turns)] : [why], " "),
    worth: phrase`${POINTS(worthOf(lying))} ${whose}.`,
  };
}

const ONLY = (name: string): Text => ({
  en: `Only ${name} sees them.`,
  fr: `Personne d’autre que ${name} ne les voit.`,
});

/** `heart:red3`, `magic:wind`, `tile:5`, `seat:1`, `hidden:1:hearts`, `decks`, `end`. */
export function explain(what: string, sight: Sight<KittyView, KittyAction>): Explanation | null {
  const [kind = "", of = "", more = ""] = what.split(":");
  const { view, seats } = sight;
  switch (kind) {
    case "heart":
      return heart(of as KittyHeart);
    case "magic":
      return { title: MAGIC[of as KittyMagic], ...MAGIC_DOES[of as KittyMagic] };
    case "tile": {
      const lying = view.tiles[Number(of)];
      return lying ? tile(lying, sight) : null;
    }
    case "seat": {
      const name = seats[Number(of)]?.name ?? "";
      const turns = view.shields[Number(of)] ?? 0;
      const score: Text = {
        en: "The score is what the hearts on the tiles earn now.",
        fr: "Le score, c’est ce que rapportent maintenant les cœurs posés.",
      };
      const shield = plural(turns, {
        en: ["The shield holds for this turn only.", "The shield holds for {n} turns, this one included."],
        fr: ["Le bouclier tient ce tour seulement.", "Le bouclier tient {n} tours, celui-ci compris."],
      });
      return { title: { en: name, fr: name }, text: series(turns > 0 ? [score, shield] : [score], " ") };
    }
    case "hidden": {
      const seat = Number(of);
      const held =
        more === "hearts" ? HEARTS_HELD(view.hearts[seat]?.length ?? 0) : MAGIC_HELD(view.magic[seat]?.length ?? 0);
      return { title: held, text: ONLY(seats[seat]?.name ?? "") };
    }
    case "decks":
      return {
        title: { en: "Decks", fr: "Pioches" },
        text: {
          en: "Every turn begins with a draw: one heart and one magic card. When both are empty, the turn is the last.",
          fr: "Chaque tour commence par la pioche : un cœur et une carte magie. Quand les deux sont vides, le tour est le dernier.",
        },
      };
    case "end":
      return {
        title: END_TURN,
        text: { en: "Cards you don’t play stay in your hand.", fr: "Les cartes non jouées restent en main." },
      };
    default:
      return null;
  }
}
