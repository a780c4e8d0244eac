/** Actions of Diggers that can't be taken back and are likely a slip. */
import type { DiggersAction, DiggersView, Text } from "../../protocol";
import type { Sight } from "../contract";
import { DIAMOND_POINTS, nextBonus } from "./bonus";
import { EXIT, isSame, numbersOf } from "./mine";
import { mineOf, POINTS } from "./words";

export function slip(action: DiggersAction, { view, seat, legal }: Sight<DiggersView, DiggersAction>): Text | null {
  if (action.type === "move") {
    const canGetOut = legal.some(({ tile }) => isSame(tile, EXIT));
    if (!canGetOut || isSame(action.tile, EXIT)) return null;
    const { en, fr } = POINTS(nextBonus(view) + DIAMOND_POINTS * (view.diamonds[seat]?.length ?? 0));
    return { en: `You could get out now, for ${en}.`, fr: `Vous pourriez sortir maintenant, pour ${fr}.` };
  }
  // Where all lead through, and most dice let in.
  const isEasy = numbersOf(action.tile).length > 1;
  return isEasy && mineOf(view, seat) === seat
    ? {
        en: "This is your own mine, and an easy tile: it has several numbers.",
        fr: "C’est votre propre mine, et une tuile facile : elle a plusieurs numéros.",
      }
    : null;
}
