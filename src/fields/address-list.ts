/** A piece of a list: text in quotes or in angle brackets, in which separators do not count, a separator, or the rest. */
const PIECES = /"(?:[^"\\]|\\.)*"|<[^<>]*>|[;,\r\n]|[^"<;,\r\n]+|["<]/g;
const MAILTO = /^mailto:/i;

/**
 * The addresses of a list pasted from a mail program, separated by commas, semicolons, line breaks or blanks, with optional
 * names before addresses in angle brackets. Other text stays in the list, for the caller to refuse.
 */
export function addressesIn(list: string): string[] {
  return entriesOf(list).flatMap(addressesOf);
}

/** Outlook writes "Smith, Jane <jane@x.test>; ...": with semicolons and brackets, a comma belongs to the name. */
function entriesOf(list: string): string[] {
  const pieces: string[] = list.match(PIECES) ?? [];
  if (!pieces.includes(';')) return split(pieces, /^[;,\r\n]$/);
  return split(pieces, /^[;\r\n]$/).flatMap((entry) =>
    (entry.match(/<[^<>]*@/g)?.length ?? 0) === 1 && hasNameBefore(entry)
      ? [entry]
      : split(entry.match(PIECES) ?? [], /^,$/),
  );
}

/** Whether there is no address before the brackets. */
const hasNameBefore = (entry: string) =>
  !entry
    .slice(0, entry.indexOf('<'))
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .includes('@');

function split(pieces: readonly string[], separator: RegExp): string[] {
  const entries = [''];
  for (const piece of pieces) {
    if (separator.test(piece)) entries.push('');
    else entries[entries.length - 1] += piece;
  }
  return entries.map((entry) => entry.trim()).filter(Boolean);
}

function addressesOf(entry: string): string[] {
  const named = /^(?:"(?:[^"\\]|\\.)*"|[^"<>])*<([^<>]*)>$/.exec(entry)?.[1];
  if (named !== undefined) return [named.trim().replace(MAILTO, '')];
  const words = entry.split(/\s+/);
  const isList = words.length > 1 && words.every((word) => word.includes('@'));
  return (isList ? words : [entry]).map((word) => word.replace(MAILTO, ''));
}
