/** Where the rules explain what happens at the table. */
import type { DiggersEvent, DiggersView } from "../../protocol";
import type { Sections } from "../contract";
import type { Tile } from "./mine";

export const sections: Sections<DiggersView, DiggersEvent, Tile> = {
  told: {
    sabotage_round_began: "first-part-sabotage",
    disabled: "first-part-sabotage",
    race_round_began: "second-part-the-race",
    revealed: "second-part-the-race",
    oxygen_lost: "second-part-the-race",
    got_out: "points",
    eliminated: "how-it-ends",
    ended: "how-it-ends",
    timed_out: "when-the-clock-runs-out-and-leaving",
    left: "when-the-clock-runs-out-and-leaving",
  },
  now: ({ phase }) => (phase === "race" ? "second-part-the-race" : "first-part-sabotage"),
};
