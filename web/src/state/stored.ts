/** What the browser keeps for us. In a frame of another site it may keep nothing: then it is as on a first visit. */

export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is forgotten with the page.
  }
}
