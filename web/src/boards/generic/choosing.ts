/**
 * How an action of any game is put together by clicking.
 *
 * Its places are clicked one after the other, in the order of the action's fields. What is left of it, its part without
 * places, becomes a button. Parts and places can be chosen in any order, and whatever can be clicked leads on to some
 * action: of one part, all actions have places of the same kind, so that its button first, and then they, leave only one.
 */
import type { AnyAction, AnyView, GameShown } from "../../protocol";
import type { Drag, Sight } from "../contract";
import { asFields, type Fields, isList } from "./data";
import { columnsOf, type Place, type Pressed, pressOn } from "./pressing";
import { piecesOf } from "./zones";

export interface Chosen {
  places: readonly Place[];
  part: string | null;
}

/** A part without places that can be chosen. */
export interface Offer {
  key: string;
  part: Fields;
  /** The action that choosing it completes. */
  action: Fields | null;
}

export const NOTHING_CHOSEN: Chosen = { places: [], part: null };

/** The name of a place in the page, and of the button of a part. */
export const placeName = ({ zone, index }: Pick<Place, "zone" | "index">) => `${zone}-${index}`;
export const partName = (key: string) => `part-${key}`;
/** What is shared, what is the viewer's, and the viewer's disc. */
export const [TABLE, OWN, DISC] = ["on-the-table", "to-oneself", "own-disc"] as const;

export function isSame(one: Place, other: Place | undefined): boolean {
  return one.zone === other?.zone && one.by === other.by && one.index === other.index;
}

/** Whether a cell of a grid with this many columns, or any place of another zone, is pressed for a place. */
export function covers({ by, index }: Place, cell: number, columns: number): boolean {
  return index === (by === "place" ? cell : by === "column" ? cell % columns : Math.floor(cell / columns));
}

function remaining(legal: readonly Pressed[], chosen: Chosen): Pressed[] {
  return legal.filter(
    ({ places, key }) =>
      chosen.places.every((place, number) => isSame(place, places[number])) &&
      (chosen.part === null || key === chosen.part),
  );
}

export function openPlaces(legal: readonly Pressed[], chosen: Chosen): Place[] {
  return remaining(legal, chosen).flatMap(({ places }) => places[chosen.places.length] ?? []);
}

/** The parts to choose from; none where there is only one, and places tell its actions apart. */
export function offers(legal: readonly Pressed[], chosen: Chosen): Offer[] {
  const found = new Map<string, Offer>();
  for (const { action, places, part, key } of remaining(legal, { ...chosen, part: null })) {
    const isComplete = places.length === chosen.places.length;
    found.set(key, { key, part, action: isComplete ? action : (found.get(key)?.action ?? null) });
  }
  const all = [...found.values()];
  return all.length > 1 || all.some((offer) => offer.action) ? all : [];
}

/** The one action that is meant, once nothing is left to choose. */
export function completed(legal: readonly Pressed[], chosen: Chosen): Fields | null {
  const [only, ...others] = remaining(legal, chosen);
  return only && others.length === 0 && only.places.length === chosen.places.length ? only.action : null;
}

/**
 * From the first place of an action to its second. With one place: from the button of its part, or from the viewer's own disc
 * where discs are what lies there; what is only pressed is dragged off, onto the table out of the viewer's own zones, to
 * oneself out of all others. With none: its button, onto the table.
 */
export function drags(action: AnyAction, sight: Sight<AnyView, AnyAction>, game: GameShown): Drag<Chosen>[] {
  const { places, key } = pressOn(game, sight)(asFields(action));
  const [first, second, ...more] = places;
  const part = { places: [], part: key };
  if (!first) return [{ from: partName(key), to: TABLE, choice: part }];
  const [pieces, goals] = [first, second ?? first].map((place) => cellNames(place, sight, game)) as [
    string[],
    string[],
  ];
  if (more.length > 0 || (second && first.by !== "place")) return [];
  if (second)
    return pieces.flatMap((from) => goals.map((to) => ({ from, to, choice: { places: [first], part: null } })));
  const zone = game.zones.find(({ field }) => field === first.zone);
  const onto = goals.map((to) => ({ from: partName(key), to, choice: part }));
  if (zone?.of_seats) return [...onto, ...goals.map((to) => ({ from: DISC, to }))];
  return [...onto, ...pieces.map((from) => ({ from, to: zone?.by_seat ? TABLE : OWN }))];
}

/** The places in the page that are pressed for one of the rules. */
function cellNames(place: Place, { view, seat }: Sight<AnyView, AnyAction>, game: GameShown): string[] {
  const zone = game.zones.find(({ field }) => field === place.zone);
  const pieces = zone ? piecesOf(zone, asFields(view), seat) : null;
  if (!zone || !isList(pieces)) return [];
  const columns = columnsOf(zone, pieces.length);
  return [...pieces.keys()]
    .filter((cell) => covers(place, cell, columns))
    .map((index) => placeName({ zone: place.zone, index }));
}
