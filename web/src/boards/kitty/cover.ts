import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

const cover: Cover = {
  air: "pastel",
  promise: { en: "Hearts on tiles, and mischief", fr: "Des cœurs et des coups bas" },
  Poster,
  Glyph,
};
export default cover;
