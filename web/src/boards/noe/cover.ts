import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

export default {
  air: "felt",
  isOpen: true,
  promise: { en: "Last one alive wins", fr: "Le dernier en vie gagne" },
  minutes: 15,
  depth: 2,
  Poster,
  Glyph,
} satisfies Cover;
