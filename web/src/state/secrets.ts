/** What this browser alone knows of a room, by its code: the secrets that the server keeps only as hashes. */
const KEPT = "tablee.rooms";
/** Older ones are forgotten: their rooms have long closed. */
const MOST = 20;

interface KeptOfRoom {
  /** What opens the seats that are held. */
  invitation?: string;
  /** The access code, for the person who set it. */
  access?: string;
}

type All = Record<string, KeptOfRoom>;

function all(): All {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}") as All;
  } catch {
    return {};
  }
}

function write(rooms: All): void {
  localStorage.setItem(KEPT, JSON.stringify(rooms));
}

export function keptOf(code: string): KeptOfRoom {
  return all()[code] ?? {};
}

export function keep(code: string, known: KeptOfRoom): void {
  const { [code]: before, ...others } = all();
  write(Object.fromEntries([...Object.entries(others), [code, { ...before, ...known }]].slice(-MOST)));
}

/** The room has closed. */
export function forget(code: string): void {
  const { [code]: gone, ...others } = all();
  if (gone) write(others);
}
