import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "plain",
  promise: { en: "A guest at this table", fr: "Un jeu invité à cette table" },
  Poster,
  Glyph,
} satisfies Cover;
