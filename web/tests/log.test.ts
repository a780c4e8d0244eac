import { expect, it } from "vitest";
import "./page";
import type { GameClient, Teller } from "../src/boards/contract";
import type { AnyEvent, PlayView } from "../src/protocol";
import type { Chapter } from "../src/state/table.svelte";
import { gainSign, tellChapter, tellOnce } from "../src/table/log";

const NAMES = ["Camille", "Jules"];
const teller = { you: 0, seat: 0, view: {}, name: (seat: number) => NAMES[seat] ?? "" } as unknown as Teller;
const client = {
  tell: (event: { type: string; seat: number | null }) => ({
    seat: event.seat,
    text: { en: event.type, fr: event.type },
  }),
} as unknown as GameClient;
const scored = (...scores: number[]) => ({ seen: [{ seat: 0, scores, view: {} }] }) as unknown as PlayView;
const chapter = (before: PlayView | null, after: PlayView | null, ...events: [string, number | null][]): Chapter => ({
  id: 1,
  turn: 3,
  cause: "played",
  seat: 1,
  events: events.map(([type, seat]) => ({ type, seat }) as unknown as AnyEvent),
  before,
  after,
});
const gains = (told: Chapter, of: Partial<GameClient> = {}) =>
  tellChapter(told, { ...client, ...of }, teller).map((line) => line.gain);

it("tells with the last line about a seat what it gained", () => {
  expect(gains(chapter(scored(0, 1), scored(0, 3), ["placed", 1], ["claimed", 1], ["drawn", null]))).toEqual([
    undefined,
    2,
    undefined,
  ]);
});

it("tells a loss of somebody else's with the last line, where none is about them", () => {
  expect(gains(chapter(scored(4, 0), scored(0, 0), ["magic", 1], ["blown", null]))).toEqual([undefined, -4]);
});

it("tells the points of the last action with it, not with the end", () => {
  expect(gains(chapter(scored(0, 9), scored(0, 15), ["placed", 1], ["ended", 1]))).toEqual([6, undefined]);
  expect(gains(chapter(scored(0, 9), scored(0, 15), ["ended", 1]))).toEqual([6]);
});

it("leaves what an event has said, and what is not known", () => {
  const tell = () => ({ seat: 1, text: { en: "", fr: "" }, gain: 2 });
  expect(gains(chapter(scored(0, 0), scored(0, 3), ["claimed", 1]), { tell })).toEqual([2]);
  expect(gains(chapter(null, null, ["placed", 1]))).toEqual([undefined]);
  expect(gains(chapter(scored(0, 0), scored(0, 1), ["won", 1]), { hasNoPoints: true })).toEqual([undefined]);
});

it("tells in the present that time is over", () => {
  const none = { ...client, tell: () => null } as unknown as GameClient;
  const told = (seat: number) => tellChapter(chapter(null, null, ["timed_out", seat]), none, teller)[0]?.text;
  expect(told(0)).toEqual({ en: "You run out of time.", fr: "Vous n’avez plus de temps." });
  expect(told(1)).toEqual({ en: "Jules runs out of time.", fr: "Jules n’a plus de temps." });
});

it("tells once what it knows the game of, and anew what hangs on how it stands now", () => {
  const tell = tellOnce(client);
  const [known, missed] = [chapter(scored(0), scored(1), ["placed", 0]), chapter(null, null, ["placed", 0])];
  expect(tell(known, { ...teller })).toBe(tell(known, { ...teller }));
  expect(tell(missed, { ...teller })).not.toBe(tell(missed, { ...teller }));
});

it("writes a loss with a minus", () => {
  expect([gainSign(2), gainSign(-4)]).toEqual(["+2", "−4"]);
});
