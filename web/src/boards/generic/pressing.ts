/**
 * Where an action of any game is pressed, in the rule's own words: src/tablee/kernel/aims.py, which this follows.
 *
 * A field that points to a place that is drawn is pressed there; all else of an action is its part, a button.
 */
import type { Aim, AnyAction, AnyView, GameShown, Zone } from "../../protocol";
import type { Sight } from "../contract";
import { asFields, type Data, type Fields, isList } from "./data";
import { piecesOf } from "./zones";

/** Something to press: a place of a zone, or a whole column or row of a grid, of which any place can be pressed. */
export interface Place {
  /** The zone's field in the view. */
  zone: string;
  by: Aim["by"];
  index: number;
}

/** An action, and how it is put together. */
export interface Pressed {
  action: Fields;
  /** One after the other. */
  places: readonly Place[];
  /** The rest, and its name. */
  part: Fields;
  key: string;
}

type Sizes = Record<Aim["by"], number>;

/** How an action, or what an event was about, is pressed on what a seat sees. */
export type Press = (step: Fields) => Pressed;

export const columnsOf = (zone: Zone, places: number) => zone.columns || Math.ceil(Math.sqrt(places)) || 1;

/** Whether a field names its piece, as a card of a hand, and not the place of it. */
export const isNamed = (step: Fields, { field, by, is_piece }: Aim) =>
  by === "place" && (typeof step[field] === "string" || (is_piece && typeof step[field] === "number"));

export function pressOn(game: Pick<GameShown, "zones" | "aims">, sight: Pick<Sight, "view" | "seat">): Press {
  const { zones, aims } = game;
  const { seat } = sight;
  const view = asFields(sight.view as AnyView);
  const pieces = new Map(zones.map((zone) => [zone.field, drawnIn(zone, view, seat)]));
  const sizes = new Map(zones.map((zone) => [zone.field, sizesOf(zone, pieces.get(zone.field)?.length ?? 0)]));
  const bySeat = new Set(zones.filter((zone) => zone.by_seat).map((zone) => zone.field));

  function isAimed(step: Fields, aim: Aim): boolean {
    const isElsewhere = bySeat.has(aim.zone) && (step.seat ?? seat) !== seat;
    return (Number.isInteger(step[aim.field]) || isNamed(step, aim)) && !isElsewhere;
  }

  function isDrawn({ zone, by, index }: Place): boolean {
    return index >= 0 && index < (sizes.get(zone)?.[by] ?? 0);
  }

  /** What a field points to, and with which fields: a column and a row of one grid are a place. */
  function pointed(step: Fields, aimed: readonly Aim[], aim: Aim): [string[], Place] {
    const { field, zone, by } = aim;
    const named = step[field] ?? null;
    const index = isNamed(step, aim) ? (pieces.get(zone)?.indexOf(named) ?? -1) : Number(named);
    const crossing = by === "column" ? "row" : by === "row" ? "column" : null;
    const other = aimed.find((each) => each.zone === zone && each.by === crossing);
    if (!other) return [[field], { zone, by, index }];
    const beside = Number(step[other.field]);
    const [column, row] = by === "column" ? [index, beside] : [beside, index];
    const columns = sizes.get(zone)?.column ?? 0;
    const isCrossing = column >= 0 && column < columns && row >= 0;
    return [[field, other.field], { zone, by: "place", index: isCrossing ? row * columns + column : -1 }];
  }

  return (step) => {
    const aimed = aims.filter((aim) => isAimed(step, aim));
    const places: Place[] = [];
    const taken = new Set<string>();
    for (const name of Object.keys(step)) {
      const aim = aimed.find(({ field }) => field === name);
      if (!aim || taken.has(name)) continue;
      const [fields, place] = pointed(step, aimed, aim);
      if (!isDrawn(place)) continue;
      places.push(place);
      for (const field of fields) taken.add(field);
    }
    const part = Object.fromEntries(Object.entries(step).filter(([field]) => !taken.has(field)));
    return { action: step, places, part, key: JSON.stringify(part) };
  };
}

export function pressedIn(legal: readonly AnyAction[], press: Press): Pressed[] {
  return legal.map((action) => press(asFields(action)));
}

function drawnIn(zone: Zone, view: Fields, seat: number): readonly Data[] {
  const pieces = piecesOf(zone, view, seat);
  return isList(pieces) && !zone.is_hidden ? pieces : [];
}

function sizesOf(zone: Zone, place: number): Sizes {
  if (zone.form !== "grid" || place === 0) return { place, column: 0, row: 0 };
  const column = columnsOf(zone, place);
  return { place, column, row: Math.ceil(place / column) };
}
