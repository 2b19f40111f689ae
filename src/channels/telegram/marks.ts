import { linkTo } from '../../markdown/link-to.ts';

// Telegram's formats as Markdown. The text inside of a mark is Markdown already.

/** Two kinds of marks beside each other would be read as one: `__` stands around what begins or ends with a star. */
export const strong = (inside: string) =>
  lines(inside, (line) => (/^\*|\*$/.test(line) ? `__${line}__` : `**${line}**`));

export const emphasis = (inside: string) => lines(inside, (line) => (line.includes('*') ? `_${line}_` : `*${line}*`));

export const deleted = (inside: string) => lines(inside, (line) => `~~${line}~~`);

/** Text as inline code. Text that begins or ends with a backtick stays unchanged, because it cannot be enclosed in backticks. */
export function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  return text === '' || /^`|`$/.test(text) ? text : ticks + text + ticks;
}

export function codeBlock(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(longestRun(text) + 1, 3));
  return [fence + language.replaceAll(/[\s`]/g, ''), text.replace(/\n$/, ''), fence].join('\n');
}

export const quotation = (inside: string) => `> ${inside.trim().replaceAll('\n', '\n> ')}`;

/** A link, or the address beside the label where Markdown cannot have it there. */
export function link(label: string, address: string): string {
  const href = linkTo(address.trim().replaceAll(/[\s()<>]/g, percentEncoded));
  if (label === '' || [href, address, address.replace(/^mailto:/, '')].includes(label)) return label || address;
  return href === null || /[[\]\n]/.test(label) ? `${label} (${href ?? address})` : `[${label}](${href})`;
}

const percentEncoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** A mark ends with its line, and has no blanks at its ends. */
const lines = (text: string, mark: (line: string) => string) => text.replaceAll(/\S(?:.*\S)?/g, mark);

const longestRun = (text: string) => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
