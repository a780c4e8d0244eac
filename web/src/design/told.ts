/** Events and actions as their data, for anyone who wrote their types. */
import { asFields, type Data } from "../boards/generic/data";
import { bare, written } from "./tree";

/** `attacked target: 0, card: 4♠`. */
export function asData(told: object): { type: string; fields: string } {
  const { type = "", ...rest } = asFields(told);
  const fields = Object.entries(rest).map(([name, value]) => `${name}: ${written(bare(value as Data))}`);
  return { type: String(type), fields: fields.join(", ") };
}
