/** Where the rules explain what happens at the table. */
import type { NoeEvent, NoeView } from "../../protocol";
import type { Sections } from "../contract";
import type { Choice } from "./words";

export const sections: Sections<NoeView, NoeEvent, Choice> = {
  told: {
    attacked: "an-attack",
    reinforcement_revealed: "an-attack",
    attack_held: "an-attack",
    life_lost: "an-attack",
    life_cards_laid: "new-life-cards",
    eliminated: "an-attack",
    charged: "your-turn",
    reinforced: "your-turn",
    shield_discarded: "your-turn",
    shield_laid: "your-turn",
    reshuffled: "when-the-pile-runs-out",
    ended: "how-it-ends",
    timed_out: "when-the-clock-runs-out-and-leaving",
    left: "when-the-clock-runs-out-and-leaving",
  },
  now: () => "your-turn",
};
