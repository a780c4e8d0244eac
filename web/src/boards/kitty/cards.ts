/** Hearts, magic and tiles: what the board has to know of the rules to show what the server allows. */
import type { KittyAction, KittyColour, KittyHeart, KittyMagic, KittyTile, KittyView } from "../../protocol";

/** The colours of hearts; a tile can be white too. */
export type Hue = Exclude<KittyColour, "white">;
export type Card = KittyHeart | KittyMagic;
/** The first half of an action: a card that needs a tile. */
export type Choice = Exclude<Card, "shield">;

/** The grid of three by three: tiles by their number, and the decks in the middle. */
export const CELLS = [0, 1, 2, 3, "decks", 4, 5, 6, 7] as const;
export const SIDE = 3;
const FULL_SHIELD = 3;

export function hueOf(heart: KittyHeart): Hue {
  return heart.slice(0, -1) as Hue;
}

export function pointsOf(heart: KittyHeart): number {
  return Number(heart.slice(-1));
}

export function isMagic(card: Card): card is KittyMagic {
  return card === "wind" || card === "recycle" || card === "shield";
}

/** What a heart earns: as it is on white, twice on its own colour, nothing on another. */
export function worthOn(heart: KittyHeart, colour: KittyColour): number {
  if (colour === "white") return pointsOf(heart);
  return colour === hueOf(heart) ? 2 * pointsOf(heart) : 0;
}

export function worthOf({ heart, colour }: KittyTile): number {
  return heart ? worthOn(heart, colour) : 0;
}

export function scoreOf(tiles: readonly KittyTile[], seat: number): number {
  return tiles.reduce((sum, tile) => sum + (tile.owner === seat ? worthOf(tile) : 0), 0);
}

/** The turns for which a tile is still protected; 0 where it is not. */
export function shieldOn(view: KittyView, tile: KittyTile): number {
  return tile.owner === null ? 0 : (view.shields[tile.owner] ?? 0);
}

/** For each tile on which a card can be played now, the action that does it. */
export function targetsOf(legal: readonly KittyAction[], card: Card | null): Map<number, KittyAction> {
  const targets = new Map<number, KittyAction>();
  for (const action of legal) {
    if (action.type === "place" ? action.heart === card : action.type === card && action.type !== "shield")
      if ("tile" in action) targets.set(action.tile, action);
  }
  return targets;
}

/** Whether a card can be played now, on a tile or without one. */
export function isPlayable(legal: readonly KittyAction[], card: Card): boolean {
  return legal.some((action) => (action.type === "place" ? action.heart === card : action.type === card));
}

export function foresee(view: KittyView, seat: number, action: KittyAction): KittyView {
  const changed = (number: number, changes: Partial<KittyTile>): KittyView => ({
    ...view,
    tiles: view.tiles.map((tile, index) => (index === number ? { ...tile, ...changes } : tile)),
  });
  switch (action.type) {
    case "place":
      return changed(action.tile, { heart: action.heart, owner: seat });
    case "wind":
      return changed(action.tile, { heart: null, owner: null });
    case "recycle":
      return changed(action.tile, { colour: "white" });
    case "shield":
      return { ...view, shields: view.shields.with(seat, FULL_SHIELD) };
    default:
      return view;
  }
}

/** Why a card can't be used, or not on a tile. */
export type Reason =
  | "hearts limit"
  | "magic limit"
  | "all protected"
  | "no heart to blow"
  | "no tile to whiten"
  | "their shield"
  | "occupied"
  | "empty"
  | "own heart"
  | "protected"
  | "white";

/** Why the seat whose turn it is can't use a card that it holds anywhere. */
export function whyNotAtAll(view: KittyView, seat: number, card: Card): Reason {
  if (!isMagic(card)) return "hearts limit";
  const { magic_per_turn } = view.options;
  if (magic_per_turn !== null && view.magic_used >= magic_per_turn) return "magic limit";
  if (card === "shield") return "their shield";
  if (card === "wind") return view.tiles.some((tile) => tile.owner === 1 - seat) ? "all protected" : "no heart to blow";
  return view.tiles.some((tile) => tile.colour !== "white") ? "all protected" : "no tile to whiten";
}

/** Why a card that can be used can't be used on this tile. */
export function whyNotThere(tile: KittyTile, seat: number, card: Choice): Reason {
  if (card === "recycle") return tile.colour === "white" ? "white" : "protected";
  if (card !== "wind") return "occupied";
  if (tile.owner === null) return "empty";
  return tile.owner === seat ? "own heart" : "protected";
}
