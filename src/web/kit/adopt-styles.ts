/** Adds a stylesheet; a constructed one is allowed on pages that forbid inline styles. */
export function adoptStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
