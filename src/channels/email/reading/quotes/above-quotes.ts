import { lineAt, type TextLine } from './text-line.ts';

/** The line above a quotation, as mail programs write it in many languages. */
const WHOLE = [
  /^On .{5,300} wrote:$/,
  /^Am .{5,300} schrieb.{0,200}:$/,
  /^Le .{5,300} a écrit\s?:$/,
  /^El .{5,300} escribió:$/,
  /^Em .{5,300} escreveu:$/,
  /^Il .{5,300} ha scritto:$/,
  /^Op .{5,300} schreef.{0,200}:$/,
  /^\d{4}[年/-]\d{1,2}[月/-]\d{1,2}.{0,300}[:：]$/,
  /^-{2,}\s?On .{5,300} wrote\s?-{2,}$/,
];
/** An address in brackets, and a colon at the end: in any language. */
const ADDRESSED = /^.{0,300}[<(]\s?[^<>()\s@]{1,64}@[^<>()\s@]{1,255}[>)].{0,60}[:：]$/;
/** A date, and that somebody wrote. */
const DATED =
  /^(?=.{0,300}\d).{0,300}(wrote|schrieb|écrit|escribió|escreveu|scritto|schreef|geschreven|napisał|pisze|skrev|kirjoitti|写道|寫道|написал|пишет|yazdı|كتب|작성|napsal|írta|scris|έγραψε|כתב|viết).{0,200}[:：]$/;
/** Most lines that the heading may be broken into, and most characters of all of them. */
const MOST_LINES = 3;
const LONGEST = 1000;

/**
 * The first line of the heading above a quotation that ends with line `last`; null = `last` does not end such a heading. All
 * lines of a heading have the same depth.
 */
export function aboveQuote(lines: readonly TextLine[], last: number): number | null {
  let found: number | null = null;
  let all = '';
  for (let from = last; from >= 0 && from > last - MOST_LINES; from -= 1) {
    const { text, depth } = lineAt(lines, from);
    if (text === '' || depth !== lineAt(lines, last).depth) break;
    all = all === '' ? text : `${text} ${all}`;
    if (all.length > LONGEST) break;
    if (WHOLE.some((pattern) => pattern.test(all)) || DATED.test(all)) return from;
    if (!ADDRESSED.test(all)) continue;
    // Without a date, it may have begun further up.
    if (/\d/.test(all)) return from;
    found ??= from;
  }
  return found;
}
