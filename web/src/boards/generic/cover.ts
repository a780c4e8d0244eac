import { plain } from "../../words/language.svelte";
import type { Cover } from "../contract";
import Glyph from "./Glyph.svelte";
import Poster from "./Poster.svelte";

const cover: Cover = { air: "plain", promise: plain(""), Poster, Glyph };
export default cover;
