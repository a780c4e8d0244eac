/** What tiles, dice, lamps and sticks do, and what getting out is worth. */
import type { DiggersAction, DiggersView, Text } from "../../protocol";
import { capital, list, pair, phrase, series } from "../../words/say";
import type { Explanation, Sight } from "../contract";
import { DIAMOND_POINTS, nextBonus } from "./bonus";
import { ENTRANCE, EXIT, hasDiamond, includes, isSame, numbersOf, type Tile, whyClosed } from "./mine";
import { CLOSED, DIAMONDS_OF, FIGURES, MINE_OF, mineOf, OXYGEN_OF, POINTS, STICKS_OF, WORKS_IN } from "./words";

const COLLAPSE: Text = {
  en: "Collapse it, and nobody can step here. Its neighbours then stay open.",
  fr: "Condamnée, plus personne n’y passe. Ses voisines restent alors ouvertes.",
};
const IF_OUT = (points: number): Text => ({
  en: `${POINTS(points).en} if you get out.`,
  fr: `${POINTS(points).fr} si vous sortez.`,
});

function tile(at: Tile, mine: number, { view, seat }: Sight<DiggersView, DiggersAction>): Explanation {
  const rubble = view.disabled[mine] ?? [];
  const [numbers, entrance, exit] = [FIGURES.numbers, FIGURES.entrance, FIGURES.exit];
  if (includes(rubble, at)) return { title: FIGURES.rubble.name, text: FIGURES.rubble.what };
  if (isSame(at, ENTRANCE)) return { title: entrance.name, text: entrance.what };
  if (isSame(at, EXIT)) {
    const found = DIAMOND_POINTS * (view.diamonds[seat]?.length ?? 0);
    const bonus = pair({ en: "The next one out earns", fr: "Le prochain dehors gagne" }, nextBonus(view));
    const more = found > 0 ? pair({ en: "your diamonds", fr: "vos diamants" }, found) : null;
    return { title: exit.name, text: exit.what, worth: phrase`${series(more ? [bonus, more] : [bonus])}.` };
  }
  const shown = list(numbersOf(at), "or");
  const title = pair(numbers.name, shown);
  const entered: Text = {
    en: `Enter it when a die shows ${shown.en}.`,
    fr: `On y entre quand un dé montre ${shown.fr}.`,
  };
  const closed = view.phase === "sabotage" ? whyClosed(at, rubble) : null;
  const sabotage = closed
    ? phrase`${pair({ en: "Can’t be collapsed", fr: "Ne se condamne pas" }, CLOSED(closed))}.`
    : COLLAPSE;
  const text = view.phase === "sabotage" ? series([entered, sabotage], " ") : entered;
  if (!hasDiamond(at)) return { title, text };
  const isTaken = includes(view.diamonds[mine] ?? [], at);
  return {
    title,
    text,
    worth: isTaken
      ? { en: "Its diamond is taken.", fr: "Son diamant est pris." }
      : phrase`${pair(FIGURES.diamond.name, IF_OUT(DIAMOND_POINTS))}`,
  };
}

/** `tile:0:3.4` (mine and tile), `mine:1`, `oxygen:1`, `diamonds:1`, `dice`, `sticks`, `work:1`. */
export function explain(what: string, sight: Sight<DiggersView, DiggersAction>): Explanation | null {
  const [kind = "", of = "", more = ""] = what.split(":");
  const { view, seat, seats, isPlayer } = sight;
  const number = Number(of);
  switch (kind) {
    case "tile": {
      const [x = 0, y = 0] = more.split(".").map(Number);
      return tile([x, y], number, sight);
    }
    case "work": {
      const mine = mineOf(view, number);
      return {
        title: capital(WORKS_IN(seats[mine]?.name ?? "", isPlayer && mine === seat)),
        text: phrase`${STICKS_OF(view.tiles_left[number] ?? 0, view.options.tiles)}.`,
      };
    }
    case "mine": {
      const { en, fr } = capital(MINE_OF(seats[number]?.name ?? "", isPlayer && number === seat));
      return {
        title: { en, fr },
        text: {
          en: "Select it to see it up close. Every mine has the same numbers; only what is collapsed differs.",
          fr: "Choisissez-la pour la voir de près. Toutes ont les mêmes numéros ; seul ce qui est condamné change.",
        },
      };
    }
    case "oxygen":
      return { title: OXYGEN_OF(view.oxygen[number] ?? 0), text: FIGURES.oxygen.what, worth: NO_AIR };
    case "diamonds": {
      const held = view.diamonds[number]?.length ?? 0;
      return {
        title: DIAMONDS_OF(held),
        text: {
          en: "Each is worth 3 points, to those who get out.",
          fr: "Chacun vaut 3 points, à qui sort de la mine.",
        },
        ...(held > 0 ? { worth: IF_OUT(held * DIAMOND_POINTS) } : {}),
      };
    }
    case "dice":
      return {
        title: { en: "Dice", fr: "Dés" },
        text: {
          en: "The same for all. Step onto a neighbouring tile with one of these numbers; if there’s none, you lose oxygen.",
          fr: "Les mêmes pour tous. Avancez sur une tuile voisine d’un de ces numéros ; s’il n’y en a pas, vous perdez de l’oxygène.",
        },
      };
    case "sticks":
      return {
        title: STICKS_OF(view.tiles_left[seat] ?? 0, view.options.tiles),
        text: {
          en: "A stick collapses one tile, for good. You have as many for every mine, your own first.",
          fr: "Un bâton condamne une tuile, pour de bon. Vous en avez autant pour chaque mine, la vôtre d’abord.",
        },
      };
    default:
      return null;
  }
}

const NO_AIR: Text = {
  en: "At 0 you’re out of the game, without points.",
  fr: "À 0, vous êtes hors jeu, sans points.",
};
