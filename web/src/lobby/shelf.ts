/** The order of the games on the first screen. */
import type { GameShown, RoomGiven, Visibility } from "../protocol";

/** Our five. */
export const FIRST: readonly string[] = ["ninth", "diggers", "noe", "gigogne", "kitty"];

/** Our five in their order, then whatever else is registered, by name. */
export function onShelf(games: readonly GameShown[]): GameShown[] {
  const place = (game: GameShown) => (FIRST.includes(game.id) ? FIRST.indexOf(game.id) : FIRST.length);
  return games.toSorted((a, b) => place(a) - place(b) || a.name.en.localeCompare(b.name.en));
}

/** How many of the first posters are wide, two to a row; the others are three to a row, and every row is full. */
export function wideOnes(games: number): number {
  return [0, 4, 2][games % 3] ?? 0;
}

/** The room that "Invite" opens: nobody is shut out where the host may start before all seats are taken. */
export function usualRoom(game: GameShown): { game: string; capacity: number } {
  return { game: game.id, capacity: game.policy === "host" ? game.seats[1] : game.seats[0] };
}

/** What can be chosen more exactly before a game begins. */
export type Way = "bots" | "invite";

/** The room for others: by invitation all its seats are held, so that nobody else takes them. */
export function roomFor(game: GameShown, way: Visibility, access: string): RoomGiven {
  const room = usualRoom(game);
  if (way === "link") return { ...room, held: room.capacity - 1 };
  return way === "private" ? { ...room, access } : room;
}

/** How many can play, in figures. */
export function seatsOf({ seats: [fewest, most] }: GameShown): string {
  return fewest === most ? `${fewest}` : `${fewest}–${most}`;
}
