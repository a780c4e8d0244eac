/** A QR code as one path, one unit for each module. In a chunk of its own with its library, loaded when one is shown. */
import { encodeQR } from "qr";

/** Modules of white all round; the frame on the page adds the rest of the quiet zone. */
const BORDER = 2;

export interface QrDrawing {
  /** Modules of a side, border included. */
  side: number;
  /** The dark modules, as the `d` of an SVG path. */
  path: string;
}

/** Draws a text with error correction M, which survives 15 % of damage. */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const runs = rows.flatMap((row, y) => darkRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`));
  return { side: rows.length, path: runs.join("") };
}

/** Where dark modules begin in a row, and how many follow each other. */
function darkRuns(row: boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((isDark, x) => {
    const last = runs.at(-1);
    if (!isDark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
