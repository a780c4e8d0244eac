import { expect, it, vi } from "vitest";
import { askAhead, takeAsked } from "../src/state/ahead";

it("asks for a finished game once, as the viewer of the address, and gives it to whoever wants just that", async () => {
  const asked: string[] = [];
  vi.stubGlobal("location", { search: "?t=3.1&as=1" });
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify({ record: { game: "gigogne" }, steps: [] }));
  });
  askAhead("r1");
  expect(takeAsked("r1", "0")).toBeNull();
  askAhead("r1");
  expect(await takeAsked("r1", "1")).toMatchObject({ record: { game: "gigogne" } });
  expect(takeAsked("r1", "1")).toBeNull();
  expect(asked).toEqual(Array(2).fill("/api/records/r1/steps?as=1&first=0&count=20"));
  vi.unstubAllGlobals();
});
