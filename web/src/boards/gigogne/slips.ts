/** Placements in Gigogne that can't be taken back and are likely a slip. */
import type { GigogneAction, GigogneView, Text } from "../../protocol";
import type { Sight } from "../contract";
import { coverOf } from "./nests";

/** A square that nobody will see is in no line; to waste one is a choice only where all would be unseen. */
export function slip(action: GigogneAction, { view, legal }: Sight<GigogneView, GigogneAction>): Text | null {
  if (view.options.win !== "visible") return null;
  const isUnseen = ({ cell, size }: GigogneAction) => {
    const nest = view.cells[cell];
    return nest !== undefined && coverOf(nest, size) !== null;
  };
  return isUnseen(action) && legal.some((other) => !isUnseen(other))
    ? {
        en: "Underneath nobody sees it: it’ll never be in a line.",
        fr: "Dessous, personne ne le voit : il ne sera dans aucun alignement.",
      }
    : null;
}
