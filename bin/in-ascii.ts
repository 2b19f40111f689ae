/**
 * The script with escapes for all letters that are not ASCII, which V8 keeps in half the memory. esbuild leaves them in
 * regular expressions.
 */
export function inAscii(script: string): string {
  return script.replaceAll(/[^\0-\x7F]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
