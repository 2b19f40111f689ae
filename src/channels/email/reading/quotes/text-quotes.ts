import { type AboutMail, findQuote, type Quote } from './find-quote.ts';
import { lineOf } from './text-line.ts';

/** A text, its `own` part without the quotation, and whether the answer is written between the quoted lines. */
export type OwnText = { full: string; own: string; isBetween: boolean };

/** Lines that are looked at. A text with more is left whole: they are no letter. */
const MOST_LINES = 20_000;

/** The plain text without what only repeats the mail that it answers. */
export function withoutQuote(given: string, about: AboutMail): OwnText {
  const lines = given.split('\n').map((line) => line.trimEnd());
  const full = trimmed(lines);
  if (lines.length > MOST_LINES) return { full, own: full, isBetween: false };
  const quote: Quote = findQuote(
    lines.map((line) => lineOf(line)),
    about,
  );
  if (quote.lines === null) return { full, own: full, isBetween: quote.isBetween };
  const above = trimmed(lines.slice(0, quote.lines.start));
  const below = trimmed(lines.slice(quote.lines.end));
  return { full, own: below === '' ? above : `${above}\n\n${below}`, isBetween: false };
}

/** Without blank lines around it. */
const trimmed = (lines: readonly string[]) => lines.join('\n').trim();
