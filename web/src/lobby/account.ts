/** A username and a password, as typed. */

/** What is wrong with a field. */
export type Fault = "missing" | "unfit";
export interface Faults {
  username?: Fault;
  password?: Fault;
}

const USERNAME = /^[\p{L}\p{N}_.-]{3,32}$/u;
const SHORTEST_PASSWORD = 8;

/** What the server would refuse for a new account; signing in only needs both fields filled. */
export function faultsIn(isNew: boolean, username: string, password: string): Faults {
  const faults: Faults = {};
  if (username === "") faults.username = "missing";
  else if (isNew && !USERNAME.test(username)) faults.username = "unfit";
  const fault = faultInPassword(isNew, password);
  if (fault) faults.password = fault;
  return faults;
}

/** What the server would not take for a new password; for a present one, only that there is none. */
export function faultInPassword(isNew: boolean, password: string): Fault | undefined {
  if (password === "") return "missing";
  return isNew && password.length < SHORTEST_PASSWORD ? "unfit" : undefined;
}
