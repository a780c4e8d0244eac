/** The people at one screen: each has a colour that nobody else has. */
import type { Colour, LocalPlayerGiven } from "../protocol";

export const COLOUR_ORDER: readonly Colour[] = ["vermilion", "blue", "green", "amber", "rose", "sky"];

/** Resizes the list of people: those present stay, new ones get the first free colour and no name. */
export function peopleAt(count: number, present: readonly LocalPlayerGiven[]): LocalPlayerGiven[] {
  const people = present.slice(0, count);
  while (people.length < count) {
    const free = COLOUR_ORDER.find((colour) => people.every((person) => person.colour !== colour));
    people.push({ name: "", colour: free ?? "vermilion" });
  }
  return people;
}

/** Gives one person a colour; its previous owner gets theirs. */
export function withColour(people: readonly LocalPlayerGiven[], seat: number, colour: Colour): LocalPlayerGiven[] {
  const before = people[seat]?.colour;
  return people.map((person, index) => {
    if (index === seat) return { ...person, colour };
    return person.colour === colour && before ? { ...person, colour: before } : person;
  });
}
