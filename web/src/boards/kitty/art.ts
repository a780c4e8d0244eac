/** Shapes and inks of the hearts and of the signs that go with their colours. */
import type { KittyColour, KittyMagic } from "../../protocol";
import type { Hue } from "./cards";

/** A heart round the origin, 100 wide. */
export const HEART =
  "M0 42C-38 14-50-4-50-22c0-15 11-25 25-25 11 0 20 6 25 16 5-10 14-16 25-16 14 0 25 10 25 25C50-4 38 14 0 42Z";
export const HEART_FILL: Record<Hue, string> = { red: "#d9405c", yellow: "#e2a60f", green: "#2f9e63" };
export const HEART_INK: Record<Hue, string> = { red: "#ffffff", yellow: "#2e2000", green: "#ffffff" };
export const SIGN_INK: Record<Hue, string> = { red: "#8a1c33", yellow: "#6e4e00", green: "#155a36" };
/** A tile's colour as it shows through a piece. */
export const PALE: Record<KittyColour, string> = {
  white: "#ffffff",
  red: "#fbd9de",
  yellow: "#fcf0ca",
  green: "#d3efdf",
};

/** The ring, points and shield of a heart: of the side from which the table is drawn, and of the other. */
export const OURS = "#2e7d4f";
export const THEIRS = "#c62828";

/** Points that Recycle would change, and points that are none. */
export const VIOLET = "#5d4f93";
export const GREY = "#6b6258";

/** Strokes on a grid of 24. */
export const MAGIC_STROKES: Record<KittyMagic, string> = {
  wind: "M2.5 8.5h9.2a2.7 2.7 0 1 0-2.5-3.7M2.5 12.3h15.8a2.9 2.9 0 1 0-2.6-4.2M2.5 16h11a2.6 2.6 0 1 1-2.4 3.6",
  recycle:
    "M9.3 6.4l1.3-2.2a1.7 1.7 0 0 1 2.9 0l3.4 5.9M13.1 9.3l3.9 1 1-3.9M18.9 13.4l1.4 2.4a1.7 1.7 0 0 1-1.5 2.6h-6.6M15 15.4l-2.8 3 2.8 2.9M8.2 18.4H5.3a1.7 1.7 0 0 1-1.5-2.6l3.6-6.1M3.5 10.9l3.9-1.2 1.1 4",
  shield: "M12 2.8c2.3 1.8 4.9 2.6 7.6 2.8v6.2c0 4.6-3.1 7.5-7.6 9.4-4.5-1.9-7.6-4.8-7.6-9.4V5.6c2.7-.2 5.3-1 7.6-2.8z",
};
