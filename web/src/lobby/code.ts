/** A room's code, as people type and paste it. */

const LENGTH = 6;

/** The code in what was typed or pasted: a code in any case, with blanks or dashes, or a whole link to a room. */
export function codeIn(text: string): string {
  const inLink = /\/r\/([a-z0-9]+)/i.exec(text)?.[1];
  return (inLink ?? text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, LENGTH);
}

export function isWhole(code: string): boolean {
  return code.length === LENGTH;
}

/** The code as six cells; empty ones are "". */
export function cellsOf(code: string): string[] {
  return Array.from({ length: LENGTH }, (_, index) => code[index] ?? "");
}
