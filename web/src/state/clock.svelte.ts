/** The time, as the screen shows it: read four times a second while it is shown. */
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const ticking = setInterval(update, 250);
  return () => clearInterval(ticking);
});

/** Milliseconds now, kept current where it is read in a component. */
export function now(): number {
  subscribe();
  return Date.now();
}

export interface Clock {
  /** Whole seconds left. */
  seconds: number;
  /** What is left, from 1 to 0. */
  left: number;
  isUrgent: boolean;
}

const URGENT = 10;

/** What is left until a deadline of the server's clock. */
export function clockOf(deadline: number | null, total: number | null, time: number): Clock | null {
  if (deadline === null) return null;
  const rest = Math.max(0, deadline - time) / 1000;
  return { seconds: Math.ceil(rest), left: total ? Math.min(1, rest / total) : 1, isUrgent: rest < URGENT };
}

/** Minutes and seconds. */
export function figures(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
