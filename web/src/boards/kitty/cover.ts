import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "pastel",
  promise: { en: "Hearts, magic and mischief", fr: "Des cœurs et des coups bas" },
  minutes: 8,
  depth: 1,
  Poster,
  Glyph,
} satisfies Cover;
