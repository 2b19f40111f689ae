import { textOfHtml } from './mail-html.ts';
import type { OwnText } from './quotes/text-quotes.ts';

/** HTML without its quotation; `isCut`: a quotation was removed; `lines`: the remaining lines. */
export type OwnPage = { own: string; isCut: boolean; isBetween: boolean; lines: readonly string[] };

/** Lines of HTML that are looked for in the text. */
const MOST_LINES = 5000;

/**
 * The words of the mail without its quotation. They come from the plain text, unless that lacks words of the HTML: text that
 * says nothing, or has lost the marks of its quotation.
 */
export async function contentOf(text: OwnText | null, html: OwnPage | null): Promise<string> {
  if (text === null) return html === null ? '' : pageText(html.own);
  if (html === null) return text.own;
  const isTextCut = text.own !== text.full;
  if (html.isBetween && isTextCut) return text.full;
  const isLessCut = html.isCut && !isTextCut && !text.isBetween;
  if (!isLessCut && hasAll(text.own, html.lines)) return text.own;
  if (!isLessCut && isTextCut && hasAll(text.full, html.lines)) return text.full;
  return pageText(html.own);
}

/** The text of HTML, with blanks and blank lines as people see them. */
const pageText = async (html: string) =>
  (await textOfHtml(html))
    .replaceAll('\u00A0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n');

/** Whether the text has these lines, in their order. Only letters and numbers count: signs and line breaks are written in many ways. */
function hasAll(text: string, lines: readonly string[]): boolean {
  const all = lettersOf(text);
  let at = 0;
  for (const line of lines.slice(0, MOST_LINES)) {
    const letters = lettersOf(line);
    const found = all.indexOf(letters, at);
    if (found < 0) return false;
    at = found + letters.length;
  }
  return true;
}

const lettersOf = (text: string) =>
  text
    .replaceAll(/\[?<?(?:https?:|mailto:|cid:)[^\s<>[\]]{1,2000}>?\]?/gi, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
