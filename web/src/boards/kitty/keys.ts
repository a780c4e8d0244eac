/** Whether a key was meant for the table: not for a dialog over it, a field, or the browser; and pressed, not held. */
export function isForTable(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
  const isInField = event.target instanceof Element && event.target.matches("input, select, textarea");
  return !isInField && document.querySelector("dialog[open]") === null;
}
