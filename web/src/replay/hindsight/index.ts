/** The analysis of a finished game: loaded when its tab is opened. */
export { default as Curve } from "./Curve.svelte";
export { Hindsight } from "./hindsight.svelte";
export { marksOf } from "./marks";
export { isExact, momentBeside, momentsOf, nextMoment, standOf, tooDeep } from "./moments";
export { default as Panel } from "./Panel.svelte";
export { default as Trying } from "./Trying.svelte";
export { provenAt, verdictsAt } from "./verdicts";
export { default as Watching } from "./Watching.svelte";
