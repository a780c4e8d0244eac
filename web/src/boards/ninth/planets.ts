/** What the nine planets look like: colours of their cards and bodies, their signs, and when their powers work. */
import type { NinthPlanet } from "../../protocol";

export const PLANETS = [
  "mercury",
  "venus",
  "earth",
  "mars",
  "jupiter",
  "saturn",
  "uranus",
  "neptune",
  "ninth",
] as const satisfies readonly NinthPlanet[];

export type When = "taken" | "placed" | "always" | "scoring";

export interface Face {
  /** The card's gradient from top to foot, and the halo behind the planet. */
  card: readonly [top: string, foot: string, halo: string];
  /** In a box of 100. */
  radius: number;
  /** The body from its light to its dark side. */
  body: readonly [light: string, middle: string, dark: string];
  /** The astronomical sign, as strokes on a grid of 24. */
  sign: string;
  when: When;
}

export const FACES: Record<NinthPlanet, Face> = {
  mercury: {
    card: ["#666a7c", "#23242f", "#e6dacb"],
    radius: 24,
    body: ["#e9dccb", "#b49f8c", "#6a584e"],
    sign: "M16 11a4 4 0 1 1-8 0a4 4 0 1 1 8 0M12 15v7M9 19h6M8 3c0 2.6 1.8 4 4 4s4-1.4 4-4",
    when: "scoring",
  },
  venus: {
    card: ["#a3592f", "#3e1b2c", "#ffd58a"],
    radius: 31,
    body: ["#fff0c2", "#f3be6e", "#c26f35"],
    sign: "M17 8.5a5 5 0 1 1-10 0a5 5 0 1 1 10 0M12 13.5V22M8.5 18h7",
    when: "taken",
  },
  earth: {
    card: ["#1f7a58", "#07263a", "#7fd0f7"],
    radius: 30,
    body: ["#7fd0f7", "#2c86cf", "#0d3f80"],
    sign: "M20 12a8 8 0 1 1-16 0a8 8 0 1 1 16 0M12 4v16M4 12h16",
    when: "placed",
  },
  mars: {
    card: ["#93352a", "#35101d", "#ff9a6c"],
    radius: 27,
    body: ["#ffb084", "#de6438", "#8e2d18"],
    sign: "M15.5 14a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0M14 10l6-6M15 4h5v5",
    when: "placed",
  },
  jupiter: {
    card: ["#8a6240", "#33212a", "#ffddb0"],
    radius: 37,
    body: ["#fff1d8", "#e6c196", "#a7754a"],
    sign: "M5 6c3-4 8-2 7 3-.6 3.4-4 6-7 7h14M16 4v17",
    when: "taken",
  },
  saturn: {
    card: ["#6f4a80", "#241634", "#ffe09a"],
    radius: 25,
    body: ["#ffebb0", "#e7be68", "#a4752f"],
    sign: "M9 3v14M6 6h7M9 11c2-3 7-3 7 1 0 3-3 4-2.5 7 .2 1.5 1.5 2 3 1",
    when: "placed",
  },
  uranus: {
    card: ["#1e7f86", "#0c2946", "#c9fffa"],
    radius: 28,
    body: ["#f0fffc", "#a5e4e2", "#4c9fb0"],
    sign: "M15 17.5a3 3 0 1 1-6 0a3 3 0 1 1 6 0M12 14.5V4M12 9H7M12 9h5M6 4c1.5 1.5 1.5 8.5 0 10M18 4c-1.5 1.5-1.5 8.5 0 10",
    when: "always",
  },
  neptune: {
    card: ["#3550c4", "#11184f", "#a9cbff"],
    radius: 29,
    body: ["#a9cbff", "#4573ee", "#1b2fa3"],
    sign: "M12 4v18M8.5 18h7M5 4v4c0 4 3 6 7 6s7-2 7-6V4M3.5 5.5 5 4l1.5 1.5M10.5 5.5 12 4l1.5 1.5M17.5 5.5 19 4l1.5 1.5",
    when: "taken",
  },
  ninth: {
    card: ["#3b2070", "#08060f", "#f2c14e"],
    radius: 26.6,
    body: ["#2b1e52", "#120b2b", "#05030d"],
    sign: "M5 5v14M10 5l9 14M19 5l-9 14",
    when: "always",
  },
};
