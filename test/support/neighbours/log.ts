import { Writable } from 'node:stream';

/** A log to give to an app, and its lines as objects. */
export function givenLog() {
  const texts: string[] = [];
  const stream = new Writable({ write: (chunk, _, done) => (texts.push(String(chunk)), done()) });
  return {
    stream,
    lines: (): Record<string, unknown>[] =>
      texts
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text)),
  };
}
