/**
 * The script with escapes for all characters outside of ASCII, because V8 keeps text of ASCII alone in half the memory.
 * esbuild leaves such characters in regular expressions.
 */
export function inAscii(script: string): string {
  return script.replaceAll(/[^\0-\x7F]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
