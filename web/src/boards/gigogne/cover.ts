import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

const cover: Cover = {
  air: "paper",
  isOpen: true,
  promise: { en: "Nested squares, three in line", fr: "Carrés gigognes, trois alignés" },
  Poster,
  Glyph,
};
export default cover;
