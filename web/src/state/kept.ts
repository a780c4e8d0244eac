/** Small preferences of this browser. */

export function kept(name: string, usual: boolean): boolean {
  const value = localStorage.getItem(`tablee.${name}`);
  return value === null ? usual : value === "yes";
}

export function keep(name: string, value: boolean): void {
  localStorage.setItem(`tablee.${name}`, value ? "yes" : "no");
}
