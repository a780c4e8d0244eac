/** Milliseconds after which no frame is waited for: a page that nobody sees is not painted. */
const LONGEST = 250;

/** Do something as soon as the page, as it is now, has been painted. */
export function afterPaint(then: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) then();
    isDone = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LONGEST);
}
