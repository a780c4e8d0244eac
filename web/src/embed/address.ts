/** What the address of a frame says: `/embed/rooms/K7QXPA`, `/embed/records/ID?t=17.2&lang=fr&theme=dark`. */

export interface Embedded {
  kind: "rooms" | "records";
  /** The code or id of the room, the id of the record. */
  id: string;
  /** The position of a record that is shown first. */
  at: string | null;
  /** Where it is on its own page. */
  page: string;
}

export function placed(path: string, query: string): Embedded | null {
  const [, , kind, id, more] = path.split("/");
  if ((kind !== "rooms" && kind !== "records") || !id || more) return null;
  const at = new URLSearchParams(query).get("t");
  const page = kind === "rooms" ? `/r/${id}?watch` : `/records/${id}${at ? `?t=${encodeURIComponent(at)}` : ""}`;
  return { kind, id: decodeURIComponent(id), at, page };
}
