import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "night",
  promise: { en: "Line up three planets", fr: "Alignez trois planètes" },
  Poster,
  Glyph,
} satisfies Cover;
