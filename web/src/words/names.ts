import { language } from "./language.svelte";

const ANIMALS = {
  en: ["Otter", "Heron", "Squirrel", "Marten", "Swift", "Hare", "Lynx", "Wren", "Newt", "Finch", "Stoat", "Robin"],
  fr: [
    "Loutre",
    "Héron",
    "Écureuil",
    "Martre",
    "Martinet",
    "Lièvre",
    "Lynx",
    "Roitelet",
    "Triton",
    "Pinson",
    "Hermine",
    "Merle",
  ],
};

/** A made-up nickname. */
export function madeUpName(): string {
  const [first = 0, second = 0] = crypto.getRandomValues(new Uint32Array(2));
  const animals = ANIMALS[language.now];
  return `${animals[first % animals.length]} ${10 + (second % 90)}`;
}
