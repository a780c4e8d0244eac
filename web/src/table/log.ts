/** The log: events told in words, from the reader's side of the table. */
import type { GameClient, Line, Teller } from "../boards/contract";
import type { AnyEvent, Perspective } from "../protocol";
import type { Chapter, Seen } from "../state/table.svelte";
import { phrase } from "../words/say";
import { WIN } from "../words/table";
import { IS_OUT, told, type Verb } from "../words/told";

export interface LogLine extends Line {
  key: string;
  /** The chapter's. */
  id: number;
  turn: number | null;
  /** Whose turn it was. */
  actor: number | null;
}

const TAKES_BACK: Verb = { en: ["take back", "takes back"], fr: ["reprenez", "reprend"] };

function tellCommon(event: AnyEvent, teller: Teller): Line | null {
  switch (event.type) {
    case "timed_out":
      return told(event.seat, teller, {
        en: ["run out of time", "runs out of time"],
        fr: ["n’avez plus de temps", "n’a plus de temps"],
      });
    case "left":
      return told(event.seat, teller, IS_OUT);
    case "ended": {
      const { winners } = event.outcome;
      if (winners.length === 0) return { seat: null, text: { en: "It’s a draw.", fr: "Match nul." } };
      return winners.length > 1
        ? { seat: null, text: phrase`${WIN(winners.map(teller.name))}.` }
        : told(winners, teller, { en: ["win", "wins"], fr: ["gagnez", "gagne"] }, { en: "the game", fr: "la partie" });
    }
    default:
      return null;
  }
}

/** The teller of a chapter: with the game before and after it, where that is known. */
export function tellerOf({ before, after, events }: Chapter, teller: Teller): Teller {
  const [was, is] = [before, after].map((play) => seenBy(play, teller.seat));
  return was && is ? { ...teller, view: is.view, before: was.view, events } : teller;
}

/** One chapter as lines of the log. A game may word the common events itself. */
export function tellChapter(chapter: Chapter, client: GameClient, teller: Teller): LogLine[] {
  const [before, after] = [chapter.before, chapter.after].map((play) => seenBy(play, teller.seat));
  const then = tellerOf(chapter, teller);
  const turn = client.tellsRounds ? null : chapter.turn;
  if (chapter.cause === "taken_back" && chapter.seat !== null) {
    const line = told(chapter.seat, teller, TAKES_BACK, { en: "the last move", fr: "le dernier coup" });
    return [{ ...line, key: `${chapter.id}`, id: chapter.id, turn, actor: chapter.seat }];
  }
  const lines = chapter.events.flatMap((event, index): LogLine[] => {
    const line = client.tell(event, then) ?? tellCommon(event, then);
    const section = client.sections?.told[event.type];
    return line
      ? [
          {
            ...line,
            ...(section && { section }),
            key: `${chapter.id}.${index}`,
            id: chapter.id,
            turn,
            actor: chapter.seat,
          },
        ]
      : [];
  });
  // Points come by what was done, not by the end that it brought.
  const end = `${chapter.id}.${chapter.events.findIndex((event) => event.type === "ended")}`;
  const done = lines.filter((line) => line.key !== end);
  if (before && after && !client.hasNoPoints) addGains(done.length ? done : lines, before.scores, after.scores);
  return lines;
}

/**
 * Tell each chapter once, except where its words depend on the present position, as the one of then is missing. Callers
 * begin anew for another reader or other names.
 */
export function tellOnce(client: GameClient): (chapter: Chapter, teller: Teller) => LogLine[] {
  const told = new WeakMap<Chapter, LogLine[]>();
  return (chapter, teller) => {
    const lines = told.get(chapter) ?? tellChapter(chapter, client, teller);
    if (chapter.before && chapter.after) told.set(chapter, lines);
    return lines;
  };
}

const seenBy = (play: Seen | null, seat: number): Perspective | undefined =>
  play?.seen.find((perspective) => perspective.seat === seat) ?? play?.seen[0];

/** Add what each seat got or lost to the last line about it, unless an event has said it. */
function addGains(lines: readonly LogLine[], before: readonly number[], after: readonly number[]): void {
  for (const [seat, points] of after.entries()) {
    const gain = points - (before[seat] ?? 0);
    const isTold = lines.some((line) => line.seat === seat && line.gain !== undefined);
    if (gain === 0 || isTold) continue;
    const own = lines.findLastIndex((line) => line.seat === seat);
    const last = lines.findLastIndex((line) => line.gain === undefined && !line.isHeading);
    const line = lines[own >= 0 ? own : last];
    if (line) line.gain = gain;
  }
}

/** "+2", "−4". */
export const gainSign = (gain: number): string => (gain < 0 ? `−${-gain}` : `+${gain}`);
