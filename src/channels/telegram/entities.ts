import type { Attributes } from '../../entities/columns.ts';
import { textAt } from '../receiving/json-parts.ts';
import { code, codeBlock, deleted, emphasis, link, quotation, strong } from './marks.ts';

/** More than Telegram puts into one text. */
const MOST = 200;

/** A part of a text with a format; places are counted in UTF-16 units, as in strings here. */
type Span = { from: number; until: number; entity: Attributes };

const MARKS: Record<string, (inside: string, entity: Attributes) => string> = {
  bold: strong,
  italic: emphasis,
  strikethrough: deleted,
  text_link: (inside, entity) => link(inside, textAt(entity, 'url')),
  code,
  pre: (inside, entity) => codeBlock(inside, textAt(entity, 'language')),
  blockquote: quotation,
  expandable_blockquote: quotation,
};
/** They stand in lines of their own. */
const BLOCKS = ['pre', 'blockquote', 'expandable_blockquote'];
/** Formats without other formats inside. */
const PLAIN = ['code', 'pre'];

/** The text as Markdown with these entities. Formats that Markdown lacks, such as spoilers, become plain text. */
export function withEntities(text: string, entities: readonly Attributes[]): string {
  const spans = entities.slice(0, MOST).flatMap((entity) => spanOf(text, entity));
  return write(
    text,
    { from: 0, until: text.length },
    // Outer spans before inner spans.
    spans.toSorted((one, other) => one.from - other.from || other.until - one.until),
  );
}

function spanOf(text: string, entity: Attributes): Span[] {
  const { offset, length } = entity;
  if (!MARKS[textAt(entity, 'type')] || typeof offset !== 'number' || typeof length !== 'number') return [];
  const span = { from: offset, until: offset + length, entity };
  return offset >= 0 && length > 0 && span.until <= text.length ? [span] : [];
}

function write(text: string, { from, until }: { from: number; until: number }, spans: readonly Span[]): string {
  let written = '';
  let at = from;
  for (const [index, span] of spans.entries()) {
    // Nested in the previous span, or overlapping with it.
    if (span.from < at) continue;
    const type = textAt(span.entity, 'type');
    const isBlock = BLOCKS.includes(type);
    written += text.slice(at, span.from);
    if (isBlock && written !== '' && !written.endsWith('\n')) written += '\n';
    const within = PLAIN.includes(type) ? [] : spans.slice(index + 1).filter((other) => other.until <= span.until);
    written += MARKS[type]?.(write(text, span, within), span.entity) ?? '';
    at = span.until;
    if (isBlock && at < until && text[at] !== '\n') written += '\n';
  }
  return written + text.slice(at, until);
}
