/** Names of people and rooms without one: it was erased, or never given. */
import type { RoomRow, RoomView, Text } from "../protocol";
import { de, say } from "./say";

const SOMEONE: Text = { en: "Someone", fr: "Quelqu’un" };

/** A person's name, or the replacement for an erased one. */
export function called(name: string): string {
  return name || say(SOMEONE);
}

/** A name, marked where a program plays under it. */
export const marked = (name: string, isBot: boolean): string => (isBot ? `${called(name)} (bot)` : called(name));

/** The title of a room that nobody named. */
export const TABLE_OF = (host: string): Text => ({ en: `${host}’s table`, fr: `Table ${de(host)}` });

const A_TABLE: Text = { en: "A table", fr: "Une table" };

/** What a room is called: its name, or whose it is. */
export function titleOf(room: Pick<RoomRow, "name" | "host"> | Pick<RoomView, "name" | "host" | "seats">): string {
  if (room.name) return room.name;
  const host = "seats" in room ? room.seats[room.host ?? -1]?.name : room.host;
  return say(host ? TABLE_OF(host) : A_TABLE);
}

/** The room with a title, and a name for everyone at it. */
export function titled(room: RoomView): RoomView {
  const isWhole = room.name !== "" && room.seats.every((seat) => seat.name !== "");
  if (isWhole) return room;
  const seats = room.seats.map((seat) => ({ ...seat, name: called(seat.name) }));
  return { ...room, name: titleOf(room), seats };
}
