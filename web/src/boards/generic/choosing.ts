/**
 * How an action of any game is put together by clicking.
 *
 * Some fields of an action point to places on the table: these are clicked there, one after the other, in the order
 * of the action's fields. What is left of it, its part without places, becomes a button. Parts and places can be
 * chosen in any order, and whatever can be clicked leads on to some action.
 */
import type { AnyAction, AnyView, GameShown } from "../../protocol";
import type { Drag, Sight } from "../contract";
import { asFields, type Data, type Fields } from "./data";
import { targetsIn } from "./zones";

export interface Place {
  /** The zone's field in the view. */
  zone: string;
  index: number;
}

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

/** For each field of an action that points to a place: the zone of that place. */
export type Targets = ReadonlyMap<string, string>;

export const NOTHING_CHOSEN: Chosen = { places: [], part: null };

/** The name of a place in the page, and of the button of a part. */
export const placeName = ({ zone, index }: Place) => `${zone}-${index}`;
export const partName = (key: string) => `part-${key}`;

export function placesOf(action: Fields, targets: Targets): Place[] {
  return Object.entries(action).flatMap(([field, value]) => {
    const zone = targets.get(field);
    return zone !== undefined && typeof value === "number" ? [{ zone, index: value }] : [];
  });
}

function partOf(action: Fields, targets: Targets): Fields {
  const isPlace = (field: string, value: Data) => targets.has(field) && typeof value === "number";
  return Object.fromEntries(Object.entries(action).filter(([field, value]) => !isPlace(field, value)));
}

function keyOf(action: Fields, targets: Targets): string {
  return JSON.stringify(partOf(action, targets));
}

export function isSame(one: Place, other: Place | undefined): boolean {
  return one.zone === other?.zone && one.index === other.index;
}

export function remaining(legal: readonly Fields[], chosen: Chosen, targets: Targets): Fields[] {
  return legal.filter((action) => {
    const places = placesOf(action, targets);
    return (
      chosen.places.every((place, number) => isSame(place, places[number])) &&
      (chosen.part === null || keyOf(action, targets) === chosen.part)
    );
  });
}

export function openPlaces(legal: readonly Fields[], chosen: Chosen, targets: Targets): Place[] {
  return remaining(legal, chosen, targets).flatMap((action) => {
    const next = placesOf(action, targets)[chosen.places.length];
    return next ? [next] : [];
  });
}

/** The parts to choose from; none where there is only one, and places tell its actions apart. */
export function offers(legal: readonly Fields[], chosen: Chosen, targets: Targets): Offer[] {
  const found = new Map<string, Offer>();
  for (const action of remaining(legal, { ...chosen, part: null }, targets)) {
    const key = keyOf(action, targets);
    const isComplete = placesOf(action, targets).length === chosen.places.length;
    const before = found.get(key);
    found.set(key, {
      key,
      part: partOf(action, targets),
      action: isComplete ? action : (before?.action ?? null),
    });
  }
  const all = [...found.values()];
  return all.length > 1 || all.some((offer) => offer.action) ? all : [];
}

/** The one action that is meant, once nothing is left to choose. */
export function completed(legal: readonly Fields[], chosen: Chosen, targets: Targets): Fields | null {
  const [action, ...others] = remaining(legal, chosen, targets);
  return action && others.length === 0 && placesOf(action, targets).length === chosen.places.length ? action : null;
}

/** From the first place of an action to its second; where it has only one, from the button of its part to that. */
export function drags(action: AnyAction, _sight: Sight<AnyView, AnyAction>, game: GameShown): Drag<Chosen>[] {
  const targets = targetsIn(game.zones);
  const [first, second, ...more] = placesOf(asFields(action), targets);
  if (!first || more.length > 0) return [];
  if (second) return [{ from: placeName(first), to: placeName(second), choice: { places: [first], part: null } }];
  const part = keyOf(asFields(action), targets);
  return [{ from: partName(part), to: placeName(first), choice: { places: [], part } }];
}
