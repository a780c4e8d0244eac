/** What the sizes do, and what still fits into a cell. */
import type { GigogneAction, GigogneSize, GigogneView, Text } from "../../protocol";
import { capital, list, pair, phrase, uncapital } from "../../words/say";
import type { Explanation, Sight } from "../contract";
import { coverOf, SIZES } from "./nests";
import { cellTitle, SIZE, SQUARE, SQUARES_OF, stackName, stockName } from "./words";

const VISIBLE: Record<GigogneSize, Text> = {
  large: {
    en: "Covers a small or a medium square. Nothing covers it: it’s always seen.",
    fr: "Recouvre un petit ou un moyen. Rien ne le recouvre : on le voit toujours.",
  },
  medium: {
    en: "Covers a small square; a large one covers it. It slips under a large one, unseen.",
    fr: "Recouvre un petit ; un grand le recouvre. Il se glisse sous un grand, invisible.",
  },
  small: {
    en: "A medium or a large square covers it. It slips under them, unseen.",
    fr: "Un moyen ou un grand le recouvre. Il se glisse dessous, invisible.",
  },
};
const CLASSIC: Text = {
  en: "Fits any cell without one of its size. Covered squares count too.",
  fr: "Va dans toute case sans carré de sa taille. Même recouvert, il compte.",
};

/** `size:large`, `cell:4`, `stock:1`. */
export function explain(what: string, { view, seat, seats }: Sight<GigogneView, GigogneAction>): Explanation | null {
  const [kind = "", of = ""] = what.split(":");
  const isVisible = view.options.win === "visible";
  switch (kind) {
    case "size": {
      const size = of as GigogneSize;
      const left = view.stock[seat]?.[size] ?? 0;
      return {
        title: capital(SQUARE[size]),
        text: isVisible ? VISIBLE[size] : CLASSIC,
        worth: phrase`${stackName(size, left)}.`,
      };
    }
    case "cell": {
      const cell = view.cells[Number(of)];
      if (!cell) return null;
      const free = SIZES.filter((size) => cell[size] === null);
      const seen = free.filter((size) => coverOf(cell, size) === null);
      const sizes = (which: readonly GigogneSize[]) =>
        list(
          which.map((size) => uncapital(SIZE[size])),
          "or",
        );
      if (free.length === 0)
        return {
          title: cellTitle(Number(of)),
          text: { en: "Full: one of each size.", fr: "Pleine : un de chaque taille." },
        };
      const fits = phrase`${pair({ en: "Free for", fr: "Libre pour" }, sizes(free))}.`;
      const shown: Text =
        seen.length > 0
          ? pair({ en: "In sight on top", fr: "Visible au-dessus" }, sizes(seen))
          : { en: "None of them would be seen", fr: "Aucun ne se verrait" };
      return { title: cellTitle(Number(of)), text: fits, ...(isVisible ? { worth: phrase`${shown}.` } : {}) };
    }
    case "stock": {
      const stock = view.stock[Number(of)];
      return stock ? { title: SQUARES_OF(seats[Number(of)]?.name ?? ""), text: phrase`${stockName(stock)}.` } : null;
    }
    default:
      return null;
  }
}
