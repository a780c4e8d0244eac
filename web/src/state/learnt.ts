/** What was learnt in this browser, or came here from another device. */
import { createSubscriber } from "svelte/reactivity";
import { preference } from "./preferences";

// Other tabs tell of what was written, and so does what comes from the server.
const subscribe = createSubscriber((update) => {
  addEventListener("storage", update);
  return () => removeEventListener("storage", update);
});

export function isLearnt(game: string, lesson: string): boolean {
  subscribe();
  return preference(`learnt.${game}.${lesson}`, false);
}

/** What keeps it on every device; not in the first script. Without a network, nothing. */
export const withSyncing = (act: (syncing: typeof import("../learn/syncing")) => unknown): unknown =>
  import("../learn/syncing").then(act, () => undefined);
