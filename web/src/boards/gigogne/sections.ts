/** Where the rules explain what happens at the table. */
import type { GigogneEvent, GigogneSize, GigogneView } from "../../protocol";
import type { Sections } from "../contract";

export const sections: Sections<GigogneView, GigogneEvent, GigogneSize> = {
  told: {
    passed: "your-turn",
    ended: "how-to-win",
    timed_out: "when-the-clock-runs-out-and-leaving",
    left: "when-the-clock-runs-out-and-leaving",
  },
  now: (view) => (view.turn === 0 && view.options.fair_opening ? "options" : "your-turn"),
};
