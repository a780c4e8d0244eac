import { decodeQR } from "qr/decode.js";
import { describe, expect, test } from "vitest";
import { drawQr, type QrDrawing } from "../src/waiting/qr";

const PIXELS = 4;

/** The dark modules of a drawing, as pairs of column and row. */
function darkModules({ path }: QrDrawing): [number, number][] {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)];
  expect(runs.map(([run]) => run).join("")).toBe(path);
  return runs.flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) }, (_, step): [number, number] => [Number(x) + step, Number(y)]),
  );
}

/** What a camera sees of a drawing on a white page. */
function photograph(drawing: QrDrawing) {
  const width = (drawing.side + 4) * PIXELS;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [x, y] of darkModules(drawing))
    for (let place = 0; place < PIXELS * PIXELS; place++) {
      const row = (y + 2) * PIXELS + Math.floor(place / PIXELS);
      const column = (x + 2) * PIXELS + (place % PIXELS);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  return { width, height: width, data };
}

describe("a QR code", () => {
  test.each([
    "https://tablee.example/r/SVPZBN",
    "http://192.168.1.20:8000/r/SVPZBN#seat=Zk3vX1b9QmYw5uA7cT0eRr8sLh2nJp4D",
    "http://[fd00::1]:8000/r/ABC234",
    "https://très-long.example/é漢字🦊".repeat(8),
  ])("is read by a camera: %s", (link) => {
    expect(decodeQR(photograph(drawQr(link)), { timeLimit: 5000 })).toBe(link);
  });

  test("has a white border of two modules, and a corner mark in it", () => {
    const drawing = drawQr("https://tablee.example/r/SVPZBN");
    const dark = darkModules(drawing);
    const inside = (place: number) => place >= 2 && place < drawing.side - 2;
    expect(dark.every(([x, y]) => inside(x) && inside(y))).toBe(true);
    expect(dark.filter(([, y]) => y === 2).map(([x]) => x)).toEqual(expect.arrayContaining([2, 3, 4, 5, 6, 7, 8]));
  });
});
