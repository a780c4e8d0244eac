import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "night",
  promise: { en: "Line up three planets", fr: "Alignez trois planètes" },
  minutes: 20,
  depth: 3,
  Poster,
  Glyph,
} satisfies Cover;
