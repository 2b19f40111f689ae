/** Has this tab remember a text from page to page, where the browser keeps anything; empty = none. */
export function remember(name: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(name, text);
    else sessionStorage.removeItem(name);
  } catch {
    // Then it is not remembered.
  }
}

/** Empty = nothing. */
export function recall(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}
