import { piecesOf } from '../split-text.ts';

const TOKENS = /<[^>]*>|&\w+;|[^<&]/gs;
const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** The text that the HTML of `toTelegram` shows. */
export function textInHtml(html: string): string {
  return html.replaceAll(TOKENS, (token) => (token.startsWith('<') ? '' : (SIGNS[token] ?? token)));
}

/**
 * The HTML of `toTelegram` in pieces with at most `most` visible characters, cut where `splitText` cuts the text. Tags open
 * at a cut are closed, and opened again in the next piece.
 */
export function splitHtml(html: string, most: number): string[] {
  const pieces = piecesOf(textInHtml(html), most);
  const written: string[] = [];
  const open: string[] = [];
  let piece: string | null = null;
  let at = 0;
  for (const [token] of html.matchAll(TOKENS)) {
    if (token.startsWith('<')) {
      if (token.startsWith('</')) open.pop();
      else open.push(token);
      if (piece !== null) piece += token;
      continue;
    }
    const { from, until } = pieces[written.length] ?? { from: Infinity, until: Infinity };
    if (at === from) piece = open.join('');
    if (piece !== null) piece += token;
    at += (SIGNS[token] ?? token).length;
    if (piece === null || at < until) continue;
    written.push(piece + open.toReversed().map(closing).join(''));
    piece = null;
  }
  return written;
}

const closing = (tag: string) => `</${/\w+/.exec(tag)?.[0] ?? ''}>`;
