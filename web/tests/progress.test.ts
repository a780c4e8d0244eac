/** What was learnt here and on other devices comes together by the server, and nothing is lost on the way. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { allKept, keepLearnt, keepPath, keptPath } from "../src/learn/progress";
import type { LessonProgress } from "../src/protocol";
import { isLearnt } from "../src/state/learnt";
import { emptyStorage } from "./compiled";

const progress = (lesson: string, path: number[], is_learnt = false): LessonProgress => ({
  game: "noe",
  lesson,
  path,
  is_learnt,
});

/** What the server has of one person, and how it takes what is sent; `sent` are the messages. */
class Server {
  kept = new Map<string, LessonProgress>();
  sent: LessonProgress[][] = [];
  isThere = true;
  /** What happens in the page before the answer is there. */
  meanwhile = () => {};

  async answer(_path: string, { method, body }: { method: string; body?: string }) {
    if (!this.isThere) throw new TypeError("no network");
    if (method === "POST") {
      const { lessons } = JSON.parse(body ?? "") as { lessons: LessonProgress[] };
      this.sent.push(lessons);
      for (const one of lessons) this.keep(one);
    }
    const all = [...this.kept.values()];
    this.meanwhile();
    return { ok: true, json: async () => all };
  }

  /** Another device does. */
  keep(one: LessonProgress): void {
    if (one.lesson === "unknown") return;
    const before = this.kept.get(one.lesson);
    this.kept.set(one.lesson, { ...one, is_learnt: one.is_learnt || (before?.is_learnt ?? false) });
  }
}

describe("progress", () => {
  let server: Server;
  let device: typeof import("../src/learn/syncing");
  beforeEach(async () => {
    vi.useFakeTimers();
    emptyStorage();
    server = new Server();
    vi.stubGlobal("fetch", (path: string, request: { method: string; body?: string }) => server.answer(path, request));
    vi.resetModules();
    device = await import("../src/learn/syncing");
  });

  it("of before there was a server for it is sent, once", async () => {
    keepPath("noe", "basics", [0, 1]);
    keepLearnt("noe", "charges");
    await device.sync();
    await device.sync();
    expect(server.sent).toEqual([[progress("basics", [0, 1]), progress("charges", [0], true)]]);
  });

  it("of another device is taken where nothing was done here", async () => {
    keepPath("noe", "basics", [0, 1]);
    await device.sync();
    server.keep(progress("basics", [0, 1, 2]));
    server.keep(progress("charges", [0], true));
    await device.sync();
    expect([keptPath("noe", "basics"), isLearnt("noe", "charges")]).toEqual([[0, 1, 2], true]);
    expect(server.sent).toHaveLength(1);
  });

  it("without a network stays here, and is sent when there is one; what was learnt elsewhere stays learnt", async () => {
    await device.sync();
    server.isThere = false;
    keepPath("noe", "basics", [0, 3]);
    await device.sync();
    expect(keptPath("noe", "basics")).toEqual([0, 3]);
    server.isThere = true;
    server.keep(progress("basics", [0, 1, 2], true));
    device.syncSoon();
    await vi.runAllTimersAsync();
    expect(allKept()).toEqual([progress("basics", [0, 3], true)]);
    expect([...server.kept.values()]).toEqual([progress("basics", [0, 3], true)]);
  });

  it("made while an answer is on its way is not overwritten by it", async () => {
    keepPath("noe", "basics", [0, 1]);
    server.meanwhile = () => keepPath("noe", "basics", [0, 1, 2]);
    await device.sync();
    expect(keptPath("noe", "basics")).toEqual([0, 1, 2]);
    server.meanwhile = () => {};
    await device.sync();
    expect(server.kept.get("basics")?.path).toEqual([0, 1, 2]);
  });

  it("in a lesson that the server does not have stays here, and is not sent for ever", async () => {
    keepLearnt("noe", "unknown");
    await device.sync();
    await device.sync();
    expect([server.sent.length, isLearnt("noe", "unknown")]).toEqual([1, true]);
  });

  it("goes with who signs out, but for what was not sent", async () => {
    keepLearnt("noe", "basics");
    await device.sync();
    keepPath("noe", "charges", [0, 1]);
    device.forget();
    expect(allKept()).toEqual([progress("charges", [0, 1])]);
  });

  it("that was asked for by who has left is not for who comes next", async () => {
    server.keep(progress("basics", [0], true));
    server.meanwhile = () => device.forget();
    await device.sync();
    expect(allKept()).toEqual([]);
  });

  it("that can’t be read is as good as none", async () => {
    localStorage.setItem("tablee.lesson.noe.basics", "0,x");
    localStorage.setItem("tablee.lessons.known", "{broken");
    await device.sync();
    expect(server.sent).toEqual([[progress("basics", [0])]]);
  });
});
