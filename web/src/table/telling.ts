/** The log: events told in words, from the reader's side of the table. */
import type { GameClient, Line, Teller } from "../boards/contract";
import type { AnyEvent } from "../protocol";
import type { Chapter } from "../state/table.svelte";

export interface LogLine extends Line {
  key: string;
  turn: number | null;
}

/** Words for what every game has in common. */
function tellCommon(event: AnyEvent, teller: Teller): Line | null {
  switch (event.type) {
    case "timed_out": {
      const name = teller.name(event.seat);
      return event.seat === teller.you
        ? { seat: event.seat, text: { en: "Your time ran out.", fr: "Votre temps est écoulé." } }
        : { seat: event.seat, text: { en: `${name} ran out of time.`, fr: `${name} n’avait plus de temps.` } };
    }
    case "left": {
      const name = teller.name(event.seat);
      return event.seat === teller.you
        ? { seat: event.seat, text: { en: "You are out of the game.", fr: "Vous êtes hors jeu." } }
        : { seat: event.seat, text: { en: `${name} is out of the game.`, fr: `${name} est hors jeu.` } };
    }
    case "ended": {
      const { winners } = event.outcome;
      if (winners.length === 0) return { seat: null, text: { en: "The game is a draw.", fr: "Égalité." } };
      const [winner] = winners;
      if (winners.length === 1 && winner === teller.you)
        return { seat: winner, text: { en: "You win the game.", fr: "Vous gagnez la partie." } };
      const names = winners.map(teller.name);
      return names.length === 1
        ? { seat: winner ?? null, text: { en: `${names[0]} wins the game.`, fr: `${names[0]} gagne la partie.` } }
        : {
            seat: null,
            text: {
              en: `${names.join(" and ")} share the win.`,
              fr: `${names.join(" et ")} gagnent ensemble.`,
            },
          };
    }
    default:
      return null;
  }
}

/** One chapter as lines of the log. A game may word the common events itself. */
export function tellChapter(chapter: Chapter, client: GameClient, teller: Teller): LogLine[] {
  return chapter.events.flatMap((event, index) => {
    const line = client.tell(event, teller) ?? tellCommon(event, teller);
    return line ? [{ ...line, key: `${chapter.id}.${index}`, turn: client.tellsRounds ? null : chapter.turn }] : [];
  });
}
