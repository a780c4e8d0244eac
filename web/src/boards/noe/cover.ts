import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "felt",
  isOpen: true,
  promise: { en: "Last one alive wins", fr: "Le dernier en vie gagne" },
  Poster,
  Glyph,
} satisfies Cover;
