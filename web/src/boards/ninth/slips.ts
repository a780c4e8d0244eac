/** Actions of Ninth that can't be taken back and are likely a slip. */
import type { NinthAction, NinthView, Text } from "../../protocol";
import { phrase } from "../../words/say";
import type { Sight } from "../contract";
import { gainOf, linesOn, pointsOf } from "./square";
import { PLANET, POINTS } from "./words";

export function slip(action: NinthAction, { view, legal }: Sight<NinthView, NinthAction>): Text | null {
  if (action.type === "pass") return missed(view, legal);
  return action.type === "claim" ? lesser(view, legal, action.line) : null;
}

/** A card of the hand would win a line, or the game. */
function missed(view: NinthView, legal: readonly NinthAction[]): Text | null {
  const gains = legal.flatMap((action) => {
    const gain = action.type === "place" ? gainOf(view, action.card, action.slot) : null;
    return gain && action.type === "place" ? [{ card: action.card, ...gain }] : [];
  });
  const [best] = gains.sort((one, other) => rank(other) - rank(one));
  if (!best) return null;
  const { en, fr } = PLANET[best.card];
  if (best.isNinePlanets)
    return {
      en: `Your ${en} would make all nine planets shine: you’d win.`,
      fr: `Votre ${fr} ferait briller les neuf planètes : vous gagneriez.`,
    };
  const points = phrase`${best.points} ${POINTS(best.points)}`;
  return { en: `Your ${en} would win a line: ${points.en}.`, fr: `Votre ${fr} remporterait une ligne : ${points.fr}.` };
}

const rank = ({ isNinePlanets, points }: { isNinePlanets: boolean; points: number }) => (isNinePlanets ? 9 : points);

/** Another line on the square is worth more. */
function lesser(view: NinthView, legal: readonly NinthAction[], line: readonly number[]): Text | null {
  const { powers } = view.options;
  const worth = linesOn(view.board, powers)
    .filter((standing) =>
      legal.some((action) => action.type === "claim" && action.line.join() === standing.line.join()),
    )
    .map((standing) => ({ ...standing, points: pointsOf(standing.planet, powers) }))
    .sort((one, other) => other.points - one.points);
  const chosen = worth.find((standing) => standing.line.join() === line.join());
  const [best] = worth;
  if (!best || !chosen || best.points <= chosen.points) return null;
  const { en, fr } = PLANET[best.planet];
  const points = phrase`${best.points} ${POINTS(best.points)}`;
  return { en: `The line of ${en} is worth more: ${points.en}.`, fr: `La ligne de ${fr} vaut plus : ${points.fr}.` };
}
