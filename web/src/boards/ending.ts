/** How it stood in the end. */
import type { Outcome, Text } from "../protocol";
import { series } from "../words/say";

/** "15 to 14", the most first; "14 all" where all are level. */
export function finalScore({ scores }: Pick<Outcome, "scores">): Text {
  const [most = 0, ...others] = [...scores].sort((one, other) => other - one);
  return others.every((score) => score === most)
    ? { en: `${most} all`, fr: `${most} partout` }
    : series([most, ...others], { en: " to ", fr: " à " });
}
