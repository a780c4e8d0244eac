/** A finished game is asked for, and its board, while the screen that shows it is still on its way. */
import { loadClient } from "../boards";
import type { RecordPage } from "../protocol";
import { api } from "../wire/api";

/** Steps that are asked for at first: few, so that something is soon to be seen. */
export const FIRST_STEPS = 20;

let asked: { id: string; viewer: string | null; page: Promise<RecordPage> } | null = null;

export function askAhead(id: string): void {
  const viewer = new URLSearchParams(location.search).get("as");
  const page = api.steps(id, viewer, 0, FIRST_STEPS);
  // A refusal is shown by the page that takes the answer.
  page.then(({ record }) => loadClient(record.game)).catch(() => undefined);
  asked = { id, viewer, page };
}

/** What was asked for, once; null where that was something else. */
export function takeAsked(id: string, viewer: string | null): Promise<RecordPage> | null {
  const page = asked?.id === id && asked.viewer === viewer ? asked.page : null;
  asked = null;
  return page;
}
