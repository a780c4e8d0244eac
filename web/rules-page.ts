/** A page of docs/rules as HTML. */
import { marked } from "marked";

/** A position with its drawing, and what is said of it: written by `tablee rules GAME --write`. */
const POSITION = /^```position (\S+)\n((?:(?!```).*\n)*?)```\n((?:\n(?:- [→✗] .*\n(?: {2}.*\n)*)+)?)/gm;
const HEADING = /<h([23])>(.*?)<\/h\1>/g;

/**
 * Positions become `<div data-position="…"><div>the drawing in text</div></div>`, and a heading has the name of its
 * section, `data-section`, which is that of the English page: the headings of all pages have the same order.
 */
export async function rulesPage(source: string, english: string): Promise<string> {
  const names = (await sectionsOf(english)).values();
  const text = source.replace(
    POSITION,
    (_, id, drawing, claims) =>
      `<div data-position="${id}"><div>\n\n\`\`\`\n${drawing}\`\`\`\n${claims}\n</div></div>\n`,
  );
  const html = (await marked.parse(text)).replace(HEADING, (_, level, title) => {
    const { value: name = "" } = names.next();
    return `<h${level} data-section="${name}" tabindex="-1">${title}</h${level}>`;
  });
  // A drawing that is wider than a phone can be scrolled, by keyboard too.
  return html.replaceAll("<pre>", '<pre tabindex="0">');
}

/** The names of the sections of a page, as code hosts make addresses of headings. */
export async function sectionsOf(page: string): Promise<string[]> {
  return Array.from((await marked.parse(page)).matchAll(HEADING), ([, , title = ""]) =>
    title
      .replace(/<[^>]+>|&[^;]+;/g, "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, "")
      .replaceAll(" ", "-"),
  );
}
