import { decodeText } from './charsets.ts';

/** An encoded word (RFC 2047). Programs leave question marks and blanks as they are, and put words directly behind each other. */
const WORD = /=\?([^?\s*]{1,60})(?:\*[^?\s]{0,60})?\?([bq])\?((?:[^?]|\?(?!=)){0,4000})\?=/gi;

type Word = { start: number; end: number; charset: string; bytes: Buffer };

/**
 * The text with its encoded words decoded. Consecutive words of the same charset are decoded together, because many
 * programs split them inside a character.
 */
export function decodeWords(text: string): string {
  let shown = '';
  let end = 0;
  for (const run of runsOf(text)) {
    const between = text.slice(end, run.start);
    // Blanks between words only divide these.
    if (end === 0 || between.trim() !== '') shown += between;
    shown += decodeText(Buffer.concat(run.bytes), run.charset);
    end = run.end;
  }
  return shown + text.slice(end);
}

type Run = { start: number; end: number; charset: string; bytes: Buffer[] };

/** The encoded words of the text; words of the same charset with only blanks between them form a run. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const { start, end, charset, bytes } of text.matchAll(WORD).map(wordOf)) {
    const last = runs.at(-1);
    if (last?.charset === charset && text.slice(last.end, start).trim() === '') {
      last.bytes.push(bytes);
      last.end = end;
    } else {
      runs.push({ start, end, charset, bytes: [bytes] });
    }
  }
  return runs;
}

function wordOf(match: RegExpExecArray): Word {
  const [all, charset = '', encoding = '', content = ''] = match;
  const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(content, 'base64') : unquoted(content);
  return { start: match.index, end: match.index + all.length, charset: charset.toLowerCase(), bytes };
}

function unquoted(content: string): Buffer {
  const source = Buffer.from(content.replaceAll('_', ' '));
  const latin = source
    .toString('latin1')
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(latin, 'latin1');
}
