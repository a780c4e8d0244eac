/**
 * Merges what was learnt here and on other devices, for guests and accounts. Not in the first script.
 *
 * Lessons use what this browser keeps, so that they need no network. It also keeps what the server was last known to
 * have: differences from that were made here since, and are sent. What the server has is taken where nothing was done
 * here; what was learnt once, anywhere, stays learnt.
 */
import type { LessonProgress } from "../protocol";
import { json } from "../wire/api";
import { allKept, drop, keepPath, setLearnt } from "./progress";

const ROUTE = "/api/me/lessons";
const KNOWN = "tablee.lessons.known";
/** Most lessons in one message. */
const MOST = 100;
/** Milliseconds after a step: anyone who runs through a lesson sends but once. */
const QUIET = 1_000;

/** Tiles and links that say what was learnt look again. */
const tellNews = () => dispatchEvent(new Event("storage"));

type Known = Record<string, string>;
const nameOf = ({ game, lesson }: LessonProgress) => `${game}.${lesson}`;
const stateOf = ({ path, is_learnt }: LessonProgress) => `${path.join()} ${is_learnt}`;

function known(): Known {
  try {
    return JSON.parse(localStorage.getItem(KNOWN) ?? "{}") ?? {};
  } catch {
    // Then all is sent once more.
    return {};
  }
}

const isIn = (all: Known) => (one: LessonProgress) => all[nameOf(one)] === stateOf(one);

let running: Promise<void> | undefined;
let soon: ReturnType<typeof setTimeout> | undefined;
/** Grows when someone else is here: answers to who was before are not for them. */
let person = 0;

/** Send what was done here, and take what was done elsewhere; without a network, nothing changes. */
export function sync(): Promise<void> {
  running ??= exchange()
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** The same, when all is quiet. */
export function syncSoon(): void {
  clearTimeout(soon);
  soon = setTimeout(async () => {
    await running;
    await sync();
  }, QUIET);
}
addEventListener("online", syncSoon);

/** Someone else will be here: the server has what was sent, and only what was not stays. */
export function forget(): void {
  person += 1;
  drop(allKept().filter(isIn(known())));
  localStorage.removeItem(KNOWN);
  tellNews();
}

async function exchange(): Promise<void> {
  const asker = person;
  const wasKnown = isIn(known());
  const own = allKept()
    .filter((one) => !wasKnown(one))
    .slice(0, MOST);
  const all = await (own.length
    ? json<LessonProgress[]>("POST", ROUTE, { lessons: own })
    : json<LessonProgress[]>("GET", ROUTE));
  if (asker !== person) return;
  // Also lessons that the server does not have, so that they are not sent for ever.
  const now = { ...known(), ...Object.fromEntries(own.map((one) => [nameOf(one), stateOf(one)])) };
  const changed = new Set(
    allKept()
      .filter((one) => !isIn(now)(one))
      .map(nameOf),
  );
  for (const one of all) {
    if (!changed.has(nameOf(one))) keepPath(one.game, one.lesson, one.path);
    if (one.is_learnt) setLearnt(one.game, one.lesson);
    now[nameOf(one)] = stateOf(one);
  }
  localStorage.setItem(KNOWN, JSON.stringify(now));
  tellNews();
}
