/** Where the rules explain what happens at the table. */
import type { NinthEvent, NinthView } from "../../protocol";
import type { Sections } from "../contract";
import type { Choice } from "./words";

export const sections: Sections<NinthView, NinthEvent, Choice> = {
  told: {
    covered: "the-nine-powers",
    closed: "the-nine-powers",
    looked_at_pile: "the-nine-powers",
    arranged: "the-nine-powers",
    removed: "the-nine-powers",
    extra_turn_won: "the-nine-powers",
    swapped: "the-nine-powers",
    claimed: "lines",
    ended: "how-it-ends",
    timed_out: "when-the-clock-runs-out-and-leaving",
    left: "when-the-clock-runs-out-and-leaving",
  },
  now: ({ phase }) =>
    phase === "claim" ? "lines" : phase === "take" || phase === "place" ? "your-turn" : "the-nine-powers",
};
