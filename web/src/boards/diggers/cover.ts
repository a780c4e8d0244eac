import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

const cover: Cover = {
  air: "mine",
  promise: { en: "Dig out while there is still air", fr: "Sortez tant qu’il reste de l’air" },
  Poster,
  Glyph,
};
export default cover;
