import { aboveQuote } from './above-quotes.ts';
import { isForwardHeading, isOriginalHeading, kindOfSubject, type SubjectKind } from './forwards.ts';
import { headAt, type InnerHead } from './heads.ts';
import { pointsBelow } from './points-below.ts';
import { isBlankLine, type TextLine } from './text-line.ts';

/** Facts about a mail beside its text. */
export type AboutMail = {
  subject: SubjectKind;
  /** Whether the mail refers to an earlier mail. */
  isAnswer: boolean;
};

/** The quotation in a text: the lines from `start` to `end`, without the latter; null = nothing can be left out. */
export type Quote = { lines: { start: number; end: number } | null; isBetween: boolean };

const NONE: Quote = { lines: null, isBetween: false };
/** The answer is written between the quoted lines, so that the quotation must stay. */
const BETWEEN: Quote = { lines: null, isBetween: true };

/** `answers`: whether the mail names an earlier mail as answered. */
export function aboutMail(subject: string, answers: boolean): AboutMail {
  const kind = kindOfSubject(subject);
  return { subject: kind, isAnswer: answers || kind === 'answer' };
}

/**
 * Finds the lines that only repeat the answered mail. In doubt it finds none: words that somebody has written are never left
 * out. So a forwarded mail stays, and so does a quotation with answers between its lines or below it, or without anything above it.
 */
export function findQuote(lines: readonly TextLine[], about: AboutMail): Quote {
  if (about.subject === 'forward') return NONE;
  const rest = beginningOfRest(lines, about);
  const quoted = quotedLines(lines.slice(0, rest ?? lines.length), about);
  if (quoted?.isBetween === true) return BETWEEN;
  const start = quoted?.lines?.start ?? rest;
  if (start === null) return NONE;
  const first = firstOf(lines, start);
  const isForward = lines.slice(0, first + 1).some((_, index) => isForwardHeading(lines, index));
  if (isForward || lines.slice(0, start).every(isBlankLine)) return NONE;
  const end = rest === null ? quoted?.lines?.end : lines.length;
  return { lines: { start, end: end ?? lines.length }, isBetween: false };
}

const firstOf = (lines: readonly TextLine[], start: number) =>
  Math.max(
    start,
    lines.findIndex((line, index) => index >= start && !isBlankLine(line)),
  );

/** The first line of what Outlook and others put below an answer without a sign before its lines; null = there is none. */
function beginningOfRest(lines: readonly TextLine[], about: AboutMail): number | null {
  for (const [at, line] of lines.entries()) {
    const begins = line.beginsRest === true || isOriginalHeading(line);
    const head = line.depth === 0 ? headNear(lines, at, begins) : null;
    if (!begins && head === null) continue;
    if (!isAnswered(head, about) || isPointedTo(lines, at)) return null;
    return withRule(lines, at);
  }
  return null;
}

/** The head at the line, or just below one that begins the rest. */
function headNear(lines: readonly TextLine[], at: number, begins: boolean): InnerHead | null {
  if (!begins) return headAt(lines, at);
  for (let next = at; next < lines.length && next < at + 4; next += 1) {
    const head = headAt(lines, next);
    if (head !== null) return head;
  }
  return null;
}

/** Whether what is below is what the mail answers: Outlook puts the same head above what it forwards. */
const isAnswered = (head: InnerHead | null, { subject, isAnswer }: AboutMail) =>
  subject === 'answer or forward' ? head?.isFinnish === true : isAnswer;

const isPointedTo = (lines: readonly TextLine[], end: number) =>
  pointsBelow(
    lines
      .slice(0, end)
      .map(({ text }) => text)
      .join('\n'),
  );

/** With the line across that is above it. */
function withRule(lines: readonly TextLine[], at: number): number {
  const above = lines.findLastIndex((line, index) => index < at && !isBlankLine(line));
  return lines[above]?.isRule === true ? above : at;
}

/** The lines with signs of a quotation, and the line above them; null = there are none. */
function quotedLines(lines: readonly TextLine[], about: AboutMail): Quote | null {
  const isQuoted = (line: TextLine) => line.depth > 0;
  const first = lines.findIndex(isQuoted);
  if (first < 0) return null;
  const end = lines.findLastIndex(isQuoted) + 1;
  const isOwn = (line: TextLine) => !isQuoted(line) && !isBlankLine(line);
  if (lines.slice(first, end).some(isOwn)) return BETWEEN;
  const below = lines.slice(end).find(isOwn);
  if (below !== undefined && below.text !== '--') return BETWEEN;
  const start = beginningAbove(lines, first, end);
  if (start === null && !about.isAnswer) return null;
  // A mark around the whole quotation does not tell whether something has been written into it.
  const isMarkedAsWhole = lines.slice(first, end).some((line) => line.isMarkedAsWhole === true);
  if (isMarkedAsWhole && isPointedTo(lines, start ?? first)) return BETWEEN;
  return { lines: { start: start ?? first, end }, isBetween: false };
}

/** Where the line above begins, which may have the sign of the quotation itself; null = there is none. */
function beginningAbove(lines: readonly TextLine[], first: number, end: number): number | null {
  const above = lines.findLastIndex((line, index) => index < first && !isBlankLine(line));
  const start = above < 0 ? null : aboveQuote(lines, above);
  if (start !== null) return start;
  const inside = lines.findIndex((line, index) => index >= first && index < end && !isBlankLine(line));
  const isInside = [0, 1, 2].some((more) => inside + more < end && aboveQuote(lines, inside + more) === inside);
  return inside >= 0 && isInside ? first : null;
}
