import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

const cover: Cover = {
  air: "felt",
  isOpen: true,
  promise: { en: "The last one with life wins", fr: "Gagne qui reste en vie" },
  Poster,
  Glyph,
};
export default cover;
