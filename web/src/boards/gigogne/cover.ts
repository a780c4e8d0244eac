import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "paper",
  isOpen: true,
  promise: { en: "Nest your squares, line up three", fr: "Emboîtez, alignez-en trois" },
  minutes: 4,
  depth: 1,
  Poster,
  Glyph,
} satisfies Cover;
