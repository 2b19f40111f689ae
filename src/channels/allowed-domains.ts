/** A host, with or without scheme and port, and `*.` for all below it. */
const SITE = /^(https?:\/\/)?(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:(\d{1,5}|\*))?$/i;

/** The sites that a setting names, with commas, semicolons, spaces or lines between them; some may be none (`isSite`). */
export function sitesIn(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((site) => site !== '')
    .map((site) => site.replace(/\/+$/, ''));
}

/** Whether it can stand in a Content-Security-Policy. */
export function isSite(text: string): boolean {
  return SITE.test(text);
}
