import { setImmediate } from 'node:timers/promises';

/** Characters of a part: about as many bytes. */
const PART = 2 ** 20;

/** The texts in parts of about a megabyte. Between two parts, others get their turn. */
export async function* inParts(texts: Iterable<string>): AsyncGenerator<string[]> {
  let part: string[] = [];
  let length = 0;
  for (const text of texts) {
    part.push(text);
    length += text.length;
    if (length < PART) continue;
    yield part;
    await setImmediate();
    part = [];
    length = 0;
  }
  if (part.length > 0) yield part;
}
