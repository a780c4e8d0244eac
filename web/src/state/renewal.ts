/** A page that is older or newer than the server it talks to. */
import { PROTOCOL } from "../protocol";

/**
 * Fetch the page anew where the server speaks another protocol than the page was built for. Once in a tab for each
 * protocol: a page that comes back as it was, from a cache or another server, goes on as well as it can.
 */
export function renewPage(protocol: number): void {
  const renewed = `tablee.renewed.${protocol}`;
  if (protocol === PROTOCOL || sessionStorage.getItem(renewed) !== null) return;
  sessionStorage.setItem(renewed, "yes");
  location.reload();
}
