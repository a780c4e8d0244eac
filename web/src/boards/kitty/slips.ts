/** Actions of No Kitty that can't be taken back and are likely a slip. */
import type { KittyAction, KittyView, Text } from "../../protocol";
import { de } from "../../words/say";
import type { Sight } from "../contract";
import { finalScore } from "../ending";
import { foresee, hueOf, scoreOf, worthOf, worthOn } from "./cards";
import { HEART, POINTS } from "./words";

const FULL_SHIELD = 3;

export function slip(action: KittyAction, { view, seat, seats, legal }: Sight<KittyView, KittyAction>): Text | null {
  const other = 1 - seat;
  const name = seats[other]?.name ?? "";
  switch (action.type) {
    case "place": {
      const after = foresee(view, seat, action);
      return after.tiles.every((tile) => tile.heart !== null) ? ended(after, LAST_TILE) : null;
    }
    case "wind": {
      const tile = view.tiles[action.tile];
      return tile && worthOf(tile) === 0
        ? { en: `This heart earns 0: ${name} loses nothing.`, fr: `Ce cœur rapporte 0 : ${name} ne perd rien.` }
        : null;
    }
    case "recycle": {
      const tile = view.tiles[action.tile];
      if (!tile?.heart) return null;
      const [now, then] = [worthOf(tile), worthOn(tile.heart, "white")];
      const { en, fr } = HEART(tile.heart);
      if (tile.owner === seat && then < now)
        return {
          en: `Your own ${en} would earn ${then} instead of ${now}.`,
          fr: `Votre ${fr} rapporterait ${then} au lieu de ${now}.`,
        };
      return tile.owner === other && then > now
        ? {
            en: `${name}’s ${en} would earn ${then} instead of ${now}.`,
            fr: `Le ${fr} ${de(name)} rapporterait ${then} au lieu de ${now}.`,
          }
        : null;
    }
    case "shield":
      if (view.shields[seat] === FULL_SHIELD)
        return {
          en: "Your shield is still full: this one adds nothing.",
          fr: "Votre bouclier est encore entier : celui-ci n’ajoute rien.",
        };
      return view.tiles.some((tile) => tile.owner === seat)
        ? null
        : { en: "You have no heart to protect yet.", fr: "Vous n’avez encore aucun cœur à protéger." };
    case "end_turn": {
      if (legal.length < 2) return null;
      if (view.heart_deck.length + view.magic_deck.length === 0) return ended(view, LAST_TURN);
      return winning() ?? unplayed();
    }
    default:
      return null;
  }

  /** The game would end, and not be won. */
  function ended(after: KittyView, why: Text): Text | null {
    const [own, theirs] = [seat, other].map((of) => scoreOf(after.tiles, of)) as [number, number];
    if (own > theirs) return null;
    const score = finalScore({ scores: [own, theirs] });
    return own === theirs
      ? { en: `${why.en}: a draw, ${score.en}.`, fr: `${why.fr} : match nul, ${score.fr}.` }
      : { en: `${why.en}: you lose, ${score.en}.`, fr: `${why.fr} : vous perdez, ${score.fr}.` };
  }

  /** The last free tile, by which the game would end, and be won. */
  function winning(): Text | null {
    const scores = legal.flatMap((each) => {
      if (each.type !== "place") return [];
      const after = foresee(view, seat, each);
      if (after.tiles.some((tile) => tile.heart === null)) return [];
      const [own, theirs] = [seat, other].map((of) => scoreOf(after.tiles, of)) as [number, number];
      return own > theirs ? [{ heart: each.heart, own, theirs }] : [];
    });
    const [best] = scores.sort((one, two) => two.own - one.own);
    if (!best) return null;
    const [heart, score] = [HEART(best.heart), finalScore({ scores: [best.own, best.theirs] })];
    return {
      en: `Your ${heart.en} on the last tile would win, ${score.en}.`,
      fr: `Votre ${heart.fr} sur la dernière tuile gagnerait, ${score.fr}.`,
    };
  }

  /** A heart that would count double now, or any that earns where none was placed. To keep others is a choice. */
  function unplayed(): Text | null {
    const free = view.tiles.filter((tile) => tile.heart === null).length;
    const earning = legal.flatMap((each) => {
      const tile = each.type === "place" ? view.tiles[each.tile] : undefined;
      if (each.type !== "place" || !tile) return [];
      const worth = worthOn(each.heart, tile.colour);
      const isWanted = tile.colour === hueOf(each.heart) || (view.hearts_placed === 0 && worth > 0);
      return isWanted ? [{ heart: each.heart, worth }] : [];
    });
    const [best] = earning.sort((one, two) => two.worth - one.worth);
    if (!best || free < 2) return null;
    const [heart, points] = [HEART(best.heart), POINTS(best.worth)];
    return {
      en: `You can still place your ${heart.en} for ${points.en}.`,
      fr: `Vous pouvez encore poser votre ${heart.fr} pour ${points.fr}.`,
    };
  }
}

const LAST_TILE: Text = { en: "The last tile ends the game", fr: "La dernière tuile finit la partie" };
const LAST_TURN: Text = { en: "The last turn ends the game", fr: "Le dernier tour finit la partie" };
