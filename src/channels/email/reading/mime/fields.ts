import { decodeUnlabelled } from './charsets.ts';
import { decodeWords } from './encoded-words.ts';

/** The fields of a head. */
export type Fields = {
  /** In their order, with names in lower case; each on one line, and not decoded otherwise. */
  all: readonly { key: string; value: string }[];
  /** The first with this name; '' = there is none. */
  get: (name: string) => string;
};

/** Characters of a field whose encoded words are read: reading what only looks like them takes the square of the length. */
const MOST_DECODED = 20_000;

/** Reads the fields of a head: RFC 5322, and bytes that are no ASCII, as many programs write them. */
export function fieldsIn(head: Buffer): Fields {
  const all: { key: string; value: string }[] = [];
  for (const line of unfolded(head)) {
    const end = line.indexOf(':');
    if (end <= 0) continue;
    all.push({ key: line.slice(0, end).trim().toLowerCase(), value: line.slice(end + 1).trim() });
  }
  return { all, get: (name) => all.find(({ key }) => key === name)?.value ?? '' };
}

/** The decoded text of a field, such as a subject. */
export const textOfField = (value: string) =>
  value.length > MOST_DECODED ? decodeWords(value.slice(0, MOST_DECODED)) : decodeWords(value);

function unfolded(head: Buffer): string[] {
  // Read as a character per byte, so that characters split by folding are joined before decoding.
  const lines = head.toString('latin1').split(/\r?\n/);
  const fields: string[][] = [];
  for (const line of lines) {
    const isMore = line.startsWith(' ') || line.startsWith('\t');
    if (isMore) fields.at(-1)?.push(line);
    else if (line !== '') fields.push([line]);
  }
  return fields.map((parts) => decodeUnlabelled(Buffer.from(parts.join(''), 'latin1')));
}
