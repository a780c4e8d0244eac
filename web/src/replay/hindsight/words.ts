/** Words of the analysis of a finished game. */
import type { Considered, Luck, Mark, Proof, Result, Text } from "../../protocol";
import { count, de, pair, phrase, plain } from "../../words/say";
import { type Found, spreadOf } from "./moments";

export const ANALYSE: Text = { en: "Analyse this game", fr: "Analyser cette partie" };
export const ANALYSE_WHY: Text = {
  en: "See how your chance to win changed, and the moments that mattered.",
  fr: "Voyez évoluer vos chances de gagner, et les moments qui ont compté.",
};
export const TAKES: Text = { en: "It takes about 20 seconds.", fr: "Il faut environ 20 secondes." };
export const TAKES_LONG: Text = {
  en: "This server is slow: it takes some minutes.",
  fr: "Ce serveur est lent : comptez quelques minutes.",
};
export const IN_LINE: Text = {
  en: "Others go first, it starts soon.",
  fr: "D’autres passent avant, ça commence bientôt.",
};
export const RUNNING: Text = { en: "From the end backwards", fr: "De la fin vers le début" };
/** "12 of 40". */
export const PROGRESS = (done: number, total: number): Text => ({
  en: `${done} of ${total}`,
  fr: `${done} sur ${total}`,
});
export const FAILED: Text = { en: "Could not be judged", fr: "Impossible à juger" };
export const TRY_AGAIN: Text = { en: "Try again", fr: "Réessayer" };
export const ESTIMATE: Text = { en: "An estimate.", fr: "C’est une estimation." };
export const EXACT: Text = { en: "Exact", fr: "Exact" };
export const PROVEN: Text = {
  en: "Proven, with both playing their best. Counted in squares placed after this one.",
  fr: "Prouvé, si chacun joue au mieux. Compté en carrés posés après celui-ci.",
};
export const WHAT_YOU_KNEW: Text = { en: "Judged on what you knew.", fr: "Jugé sur ce que vous saviez." };
export const WHAT_THEY_KNEW: Text = {
  en: "Judged on what each player knew.",
  fr: "Jugé sur ce que chacun savait.",
};

// Moments
export const MOMENTS = (moments: number): Text =>
  count(moments, {
    en: ["moment to learn from", "moments to learn from"],
    fr: ["moment à revoir", "moments à revoir"],
  });
/** Of decisions that only a proof could tell from others. */
export const TOO_DEEP = (decisions: number): Text =>
  count(decisions, {
    en: ["decision too deep to see", "decisions too deep to see"],
    fr: ["décision trop profonde pour être vue", "décisions trop profondes pour être vues"],
  });
export const NO_MOMENTS: Text = {
  en: "No moments: you played this one well.",
  fr: "Aucun moment à revoir : vous avez bien joué.",
};
export const NO_MOMENTS_OF_ALL: Text = {
  en: "No moments: this one was played well.",
  fr: "Aucun moment à revoir : c’était bien joué.",
};
export const WHOSE: Text = { en: "Whose moments", fr: "Moments de qui" };
export const YOURS: Text = { en: "Yours", fr: "Les vôtres" };
export const ALL: Text = { en: "All", fr: "Tous" };
export const TURN = (turn: number): Text => ({ en: `Turn ${turn}`, fr: `Tour ${turn}` });
const MARKED: Record<Mark, Text> = {
  "?": { en: "Much was lost", fr: "Beaucoup de perdu" },
  "?!": { en: "A little was lost", fr: "Un peu de perdu" },
  "!": { en: "The only one that holds, and hard to find", fr: "Le seul qui tienne, et difficile à voir" },
};
const RESULT: Record<Result, Text> = {
  win: { en: "a win", fr: "une victoire" },
  draw: { en: "a draw", fr: "un match nul" },
  loss: { en: "a loss", fr: "une défaite" },
  open: { en: "open", fr: "indécis" },
};
/** Only what is proven is called a mistake. */
export function markWords(mark: Mark, proof: Proof | null, best: Proof | null): Text {
  if (mark === "!" || !proof || !best) return MARKED[mark];
  const [from, to] = [RESULT[best.result], RESULT[proof.result]];
  return { en: `A mistake: from ${from.en} to ${to.en}`, fr: `Une erreur : d’${from.fr} à ${to.fr}` };
}
/** "−35". */
export const LOST = (points: number): Text => plain(`−${Math.round(points)}`);

// The curve
export const AS_TABLE: Text = { en: "The curve as a table", fr: "La courbe en tableau" };
export const PLAYER: Text = { en: "Player", fr: "Joueur" };
export const CHANCE: Text = { en: "Chance to win, of 100", fr: "Chances de gagner, sur 100" };
export const TURN_TITLE: Text = { en: "Turn", fr: "Tour" };
export const RESULT_SHORT: Record<Exclude<Result, "open">, Text> = {
  win: { en: "win", fr: "gain" },
  draw: { en: "draw", fr: "nul" },
  loss: { en: "loss", fr: "perte" },
};
/** "35 ± 2". */
export const CHANCE_OF = (points: number, spread: number): Text =>
  plain(spread ? `${Math.round(points)} ± ${spread}` : String(Math.round(points)));

// The answer
export const BEFORE_AFTER = (name: string | null): Text =>
  name === null
    ? { en: "your chance to win, before and after", fr: "vos chances de gagner, avant et après" }
    : { en: `${name}’s chance to win, before and after`, fr: `chances de gagner pour ${name}, avant et après` };
export const OF_100: Text = { en: "of 100", fr: "sur 100" };
export const COULD_HAVE = (name: string | null): Text =>
  name === null
    ? { en: "What you could have done", fr: "Ce que vous pouviez faire" }
    : { en: `What ${name} could have done`, fr: `Ce que ${name} pouvait faire` };
export const THINK_FIRST: Text = {
  en: "Find something better on the board first.",
  fr: "Cherchez d’abord mieux sur le plateau.",
};
export const THINK_WHY: Text = {
  en: "Look at the board: why did this hold, and nothing else?",
  fr: "Regardez le plateau : pourquoi rien d’autre ne tenait ?",
};
export const SHOW_ME: Text = { en: "Show me", fr: "Montrer" };
export const PLAY_OUT: Text = { en: "Play it out", fr: "Jouer la suite" };
export const SHOW_WIN: Text = { en: "Show the win", fr: "Voir le gain" };
export const WATCH_IT: Text = { en: "Watch it", fr: "Voir la suite" };
export const MIGHT_GO: Text = {
  en: "How it might go on. What was hidden or is drawn later is guessed.",
  fr: "Une suite possible. Ce qui était caché ou se pioche plus tard est deviné.",
};
export const MIGHT_GO_EXACT: Text = { en: "With both playing their best.", fr: "Si chacun joue au mieux." };
export const ONCE_MORE: Text = { en: "Once more", fr: "Encore une fois" };

// Trying again
export const TRY_HERE: Text = { en: "Try again here", fr: "Réessayer ici" };
export const TRY_BETTER = (name: string | null): Text =>
  name === null
    ? { en: "Your turn again: find something better.", fr: "À vous de nouveau : trouvez mieux." }
    : { en: `${name}’s turn again: find something better.`, fr: `Encore le tour ${de(name)} : trouvez mieux.` };
export const TRY_HOLDING = (name: string | null): Text =>
  name === null
    ? { en: "Your turn again: find what holds.", fr: "À vous de nouveau : trouvez ce qui tient." }
    : { en: `${name}’s turn again: find what holds.`, fr: `Encore le tour ${de(name)} : trouvez ce qui tient.` };
export const BACK_TO_REPLAY: Text = { en: "Back to the replay", fr: "Retour à la partie" };
const FOUND: Record<Exclude<Found, "same">, Text> = {
  best: { en: "That’s the best there is", fr: "C’est le meilleur choix" },
  better: { en: "Better than then", fr: "Mieux qu’alors" },
  more: { en: "Better than then, and there’s more", fr: "Mieux qu’alors, et il y a mieux encore" },
  even: { en: "As good as then", fr: "Aussi bien qu’alors" },
  worse: { en: "Worse than then", fr: "Moins bien qu’alors" },
  unknown: { en: "That can’t be told", fr: "Impossible à dire" },
};
/** "Better than then: 33 ± 2 of 100". */
export function FOUND_OUT(found: Found, { chance, proof }: Considered, name: string | null): Text {
  const said = found === "same" ? DONE_THEN(name) : FOUND[found];
  if (proof) return pair(said, VERDICT(proof));
  return chance ? pair(said, phrase`${CHANCE_OF(chance.points, spreadOf(chance))} ${OF_100}`) : said;
}
const DONE_THEN = (name: string | null): Text =>
  name === null
    ? { en: "That’s what you did", fr: "C’est ce que vous aviez fait" }
    : { en: `That’s what ${name} did`, fr: `C’est le choix ${de(name)}` };
export const BEST: Text = { en: "best", fr: "le meilleur" };
export const DONE = (name: string | null): Text =>
  name === null ? { en: "what you did", fr: "votre choix" } : { en: `what ${name} did`, fr: `le choix ${de(name)}` };
export const HARDLY_SEEN: Text = { en: "hardly looked at", fr: "à peine regardé" };
/** "wins in 6", counted in what is placed after it. */
export function VERDICT({ result, within }: Proof): Text {
  if (result === "draw") return RESULT_SHORT.draw;
  if (result === "open") return { en: `not decided within ${within}`, fr: `pas tranché en ${within}` };
  if (result === "win")
    return within === 0
      ? { en: "wins at once", fr: "gagne tout de suite" }
      : { en: `wins in ${within}`, fr: `gagne en ${within}` };
  return { en: `loses in ${within}`, fr: `perd en ${within}` };
}

/** For the little room on a board. */
export const VERDICT_SHORT = (proof: Proof): Text =>
  proof.result === "open" ? { en: "not decided", fr: "pas tranché" } : VERDICT(proof);
export const EVERY_CELL: Text = { en: "What each cell comes to", fr: "Ce que vaut chaque case" };
export const EVERY_CELL_WHY: Text = {
  en: "On the board, for this and every other position.",
  fr: "Sur le plateau, pour cette position et les autres.",
};

// Luck
export const LUCK_AND_SKILL = (name: string | null): Text =>
  name === null
    ? { en: "Luck and skill", fr: "Chance et habileté" }
    : { en: `Luck and skill: ${name}`, fr: `Chance et habileté : ${name}` };
export const WAY_TO_RESULT: Text = {
  en: "From the start to the result, in points of 100.",
  fr: "Du début au résultat, en points sur 100.",
};
export const CHOICES_OF = (name: string | null): Text =>
  name === null ? { en: "Your choices", fr: "Vos choix" } : { en: `${name}’s choices`, fr: `Choix ${de(name)}` };
const LUCKS: Record<Luck, Text> = {
  lucky: { en: "lucky", fr: "bonne" },
  even: { en: "even", fr: "égale" },
  unlucky: { en: "unlucky", fr: "mauvaise" },
};
export const LUCK_OF = (luck: Luck): Text => pair({ en: "Luck", fr: "Chance" }, LUCKS[luck]);
export const TOGETHER: Text = { en: "Together", fr: "En tout" };
/** "50 → 0". */
export const FROM_TO = (start: number, end: number): Text => plain(`${start} → ${end}`);
/** "−41", "+3". */
export const POINTS = (points: number): Text => plain(points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
export const LITTLE: Text = {
  en: "Luck is draws, dice, and what nobody could see. An estimate: one game says little.",
  fr: "La chance : pioches, dés, et ce que nul ne pouvait voir. Une estimation : une seule partie dit peu de chose.",
};
