import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "mine",
  promise: { en: "Get out before the air runs out", fr: "Sortez avant de manquer d’air" },
  minutes: 12,
  depth: 2,
  Poster,
  Glyph,
} satisfies Cover;
