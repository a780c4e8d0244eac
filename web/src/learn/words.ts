/** Words of the lessons' own frame; what a lesson says comes with it. */
import type { Text } from "../protocol";

export const LEARN = (game: string): Text => ({ en: `Learn ${game}`, fr: `Apprendre ${game}` });
export const STEP_OF = (number: number, count: number): Text => ({
  en: `Step ${number} of ${count}`,
  fr: `Étape ${number} sur ${count}`,
});
export const SKIP: Text = { en: "Skip", fr: "Passer" };
export const STEP_BACK: Text = { en: "Previous step", fr: "Étape précédente" };
export const SHOW_ME: Text = { en: "Show me", fr: "Montrer" };
export const YOU_KNOW = (game: string): Text => ({ en: `You know ${game}`, fr: `Vous connaissez ${game}` });
export const LEARNT = (title: string): Text => ({
  en: `You’ve finished “${title}”. The rest comes by playing.`,
  fr: `Vous avez terminé « ${title} ». Le reste vient en jouant.`,
});
export const FIRST_GAME: Text = { en: "Play your first game", fr: "Jouer ma première partie" };
export const NEXT_LESSON = (title: string): Text => ({ en: `Next: ${title}`, fr: `Suite : ${title}` });
export const ONCE_MORE: Text = { en: "Start again", fr: "Recommencer" };
export const ANOTHER: Text = { en: "This lesson doesn’t exist", fr: "Cette leçon n’existe pas" };
export const YOU_PLAY: Text = { en: "You", fr: "Vous" };
export const TIME_TO_LEARN: Text = {
  en: "There’s time to learn: 3 min",
  fr: "Le temps d’apprendre : 3 min",
};
export const LEARN_FIRST: Text = { en: "Learn it in 3 min", fr: "L’apprendre en 3 min" };
export const STEPS: Text = { en: "Steps", fr: "Étapes" };
export const LESSON: Text = { en: "Lesson", fr: "Leçon" };
