/** The signs of what can be said: strokes on a 24 grid. */
import type { EmoteName } from "../protocol";

const FACE = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z";

export const SIGNS: Record<EmoteName, string> = {
  well_played:
    "M7.5 11v9h-3v-9zM7.5 11l4-7.5a2 2 0 0 1 2 2v4h5a1.8 1.8 0 0 1 1.8 2.1L19.1 18.5a1.8 1.8 0 0 1-1.8 1.5H7.5",
  thinking: `${FACE}M8.5 10h.01M15 9h.01M9 16c2-.2 4-.8 6-2`,
  ouch: `${FACE}M7.5 8.2 10 9.8M16.5 8.2 14 9.8M8.5 16.5c2-2.6 5-2.6 7 0`,
  thanks: "M12 20C6 15.5 3.5 12.5 3.5 9A4.3 4.3 0 0 1 12 7.5 4.3 4.3 0 0 1 20.5 9c0 3.5-2.5 6.5-8.5 11z",
  lucky:
    "M12 11C7 11 6 8 7.5 6.5S12 6 12 11c0-5 3-6 4.5-4.5S17 11 12 11c5 0 6 3 4.5 4.5S12 16 12 11c0 5-3 6-4.5 4.5S7 11 12 11zM12 11c0 4 1 7 3 10",
  again: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4.2h4.2",
};
