/** A page that no longer fits its server is loaded again; once in a tab for each reason, so that it never loops. */
import { PROTOCOL } from "../protocol";

/** Whether a part of the page could not be fetched: after an upgrade of the server, or without a network. */
export const page = new (class {
  isIncomplete = $state(false);
})();

/** Load the page again where the server speaks another protocol than it was built for. */
export function followProtocol(protocol: number): void {
  if (protocol !== PROTOCOL) reloadFor(protocol);
}

/** Import a part of the page. Where it is gone, this never settles: the page says so, and is loaded again. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    page.isIncomplete = true;
    // By the name of this build: after the next upgrade it may be needed again.
    const reload = () => reloadFor(import.meta.url);
    if (navigator.onLine) reload();
    else window.addEventListener("online", reload, { once: true });
    return new Promise(() => undefined);
  }
}

function reloadFor(reason: string | number): void {
  const reloaded = `tablee.renewed.${reason}`;
  if (sessionStorage.getItem(reloaded) !== null) return;
  sessionStorage.setItem(reloaded, "yes");
  location.reload();
}
