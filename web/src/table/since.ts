/** What the others did since the viewer last looked. */
import type { GameClient, Mark, Teller } from "../boards/contract";
import type { AnyEvent } from "../protocol";
import type { Chapter, Step } from "../state/table.svelte";

interface Deed {
  seat: number | null;
  events: readonly AnyEvent[];
}

/** The marks of what others than the viewer did. */
function othersMarks(events: readonly AnyEvent[], client: GameClient, teller: Teller, viewer: number | null): Mark[] {
  return client.lastMoved?.(events, teller).filter((mark) => mark.seat !== viewer) ?? [];
}

/** The marks of the last turn that left any, until the viewer acts: of everyone, where all act in it. */
export function lastMarks(
  chapters: readonly Chapter[],
  client: GameClient,
  teller: Teller,
  viewer: number | null,
): Mark[] {
  const hasMarks = (chapter: Chapter) => othersMarks(chapter.events, client, teller, viewer).length > 0;
  // What was taken back is no longer there to be marked.
  const standing = chapters.slice(chapters.findLastIndex((chapter) => chapter.cause === "taken_back") + 1);
  const marked = since(standing, viewer, hasMarks).filter(hasMarks);
  const last = marked.at(-1);
  const turn = marked.filter(({ turn }) => turn === last?.turn);
  return othersMarks(
    turn.flatMap(({ events }) => events),
    client,
    teller,
    viewer,
  );
}

/** The steps worth seeing again: those of others since the viewer's own last one. */
export function stepsToSee(
  steps: readonly Step[],
  client: GameClient,
  teller: Teller,
  viewer: number | null,
): readonly Step[] {
  const hasMarks = (step: Step) => othersMarks(step.events, client, teller, viewer).length > 0;
  return since(steps, viewer, hasMarks).filter(hasMarks);
}

/** What is to be told to the viewer, who is to act again. */
export function newTo(
  chapters: readonly Chapter[],
  client: GameClient,
  teller: Teller,
  viewer: number | null,
): readonly Chapter[] {
  return since(chapters, viewer, ({ events }) => othersMarks(events, client, teller, viewer).length > 0);
}

/** What happened since the viewer's own last deed; that one, too, where others were in it. */
export function since<Each extends Deed>(
  deeds: readonly Each[],
  viewer: number | null,
  hasOthers: (deed: Each) => boolean = () => false,
): readonly Each[] {
  const own = deeds.findLastIndex((deed) => viewer !== null && deed.seat === viewer);
  const last = deeds[own];
  return deeds.slice(last && hasOthers(last) ? own : own + 1);
}
