/** A person or a team that a note can name. */
export type Named = { kind: 'user' | 'team'; id: number; name: string };

/** Of links, which Markdown would end there. */
const BRACKETS = /[[\]]/g;
/** A mention begins a word, and its name ends with one. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_@/.\[])`;
const AFTER = String.raw`(?![\p{L}\p{N}_])`;

/** The note with its mentions as links, which the server reads; the longest name that fits counts. */
export function withMentions(text: string, all: readonly Named[]): string {
  if (!text.includes('@') || all.length === 0) return text;
  const byName = new Map(all.toReversed().map((one) => [one.name.toLowerCase(), one]));
  const names = [...byName.keys()].filter(Boolean).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(`${BEFORE}@(${names.map(escaped).join('|')})${AFTER}`, 'giu');
  return text.replaceAll(pattern, (typed: string, name: string) => {
    const found = byName.get(name.toLowerCase());
    return found ? linkTo(found) : typed;
  });
}

const escaped = (name: string) => name.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

function linkTo({ kind, id, name }: Named): string {
  return `[@${name.replaceAll(BRACKETS, '')}](mention://${kind}/${id}/${encodeURIComponent(name)})`;
}
