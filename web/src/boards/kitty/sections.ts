/** Where the rules explain what happens at the table. */
import type { KittyEvent, KittyView } from "../../protocol";
import type { Sections } from "../contract";
import type { Choice } from "./cards";

export const sections: Sections<KittyView, KittyEvent, Choice> = {
  told: {
    placed: "what-a-heart-is-worth",
    magic_used: "the-three-kinds-of-magic",
    heart_removed: "the-three-kinds-of-magic",
    tile_whitened: "the-three-kinds-of-magic",
    shield_raised: "the-three-kinds-of-magic",
    ended: "how-it-ends",
    timed_out: "when-the-clock-runs-out-and-leaving",
    left: "when-the-clock-runs-out-and-leaving",
  },
  now: (_, choice) => (choice === "wind" || choice === "recycle" ? "the-three-kinds-of-magic" : "your-turn"),
};
