/** A game that this client knows nothing of is data: what its view, its actions and its events consist of. */
export type Data = null | boolean | number | string | readonly Data[] | Fields;

export interface Fields {
  readonly [field: string]: Data;
}

/** What came over the wire, read as mere data. */
export function asFields(told: object): Fields {
  return told as Fields;
}

export function isList(value: Data | undefined): value is readonly Data[] {
  return Array.isArray(value);
}

export function isFields(value: Data): value is Fields {
  return typeof value === "object" && value !== null && !isList(value);
}

export function isEmpty(value: Data | undefined): boolean {
  return value === undefined || value === null || value === false || value === "" || (isList(value) && !value.length);
}
