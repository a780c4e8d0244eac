/** A username and a password, as somebody gives them. */

/** What is wrong with a field. */
export type Fault = "missing" | "unfit";
export interface Faults {
  username?: Fault;
  password?: Fault;
}

const USERNAME = /^[\p{L}\p{N}_.-]{3,32}$/u;
const SHORTEST_PASSWORD = 8;

/** What the server would not take for a new account; whoever has one must only have given something. */
export function faultsIn(isNew: boolean, username: string, password: string): Faults {
  const faults: Faults = {};
  if (username === "") faults.username = "missing";
  else if (isNew && !USERNAME.test(username)) faults.username = "unfit";
  if (password === "") faults.password = "missing";
  else if (isNew && password.length < SHORTEST_PASSWORD) faults.password = "unfit";
  return faults;
}
