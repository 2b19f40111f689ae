/** The line above a quotation, as mail programs write it in many languages; it may be broken into two. */
const ABOVE = [
  /^On .{5,300} wrote:$/s,
  /^Am .{5,300} schrieb.{0,200}:$/s,
  /^Le .{5,300} a écrit\s?:$/s,
  /^El .{5,300} escribió:$/s,
  /^Em .{5,300} escreveu:$/s,
  /^Il .{5,300} ha scritto:$/s,
  /^Op .{5,300} schreef.{0,200}:$/s,
  /^\d{4}[年/-]\d{1,2}[月/-]\d{1,2}.{0,300}[:：]$/s,
  // In any other language.
  /^.{0,300}<[^<>\s@]{1,64}@[^<>\s@]{1,255}>.{0,60}[:：]$/s,
];
/** Lines that it is broken into, at most, and the characters of all of them. */
const MOST_ABOVE = 3;
const LONGEST_ABOVE = 1000;
/** From such a line on there is only what is answered. */
const BEGINNINGS = [
  /^-{2,}\s*(Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Mensagem original|元のメッセージ)\s*-{2,}$/i,
];
/** The head of a mail, as Outlook puts it above: its first line, and one of the next. */
const HEAD = /^\*?(From|Von|De|Da|Van|差出人)\*?\s?[:：]/;
const HEAD_NEXT = /^\*?(Sent|Date|Gesendet|Datum|Envoyé|Enviado( el| em)?|Fecha|Data|Verzonden|送信日時)\*?\s?[:：]/;
const RULE = /^_{10,}$/;
/** How the subjects of forwarded mails begin: what follows is what the mail is about. */
const FORWARDED = /^(fwd?|wg|tr|rv|enc|i|vs)\s?:/i;

export const isForwarded = (subject: string) => FORWARDED.test(subject.trim());

/**
 * The text without the mail that it answers. Where the answer stands between lines of the quotation, all of it is kept, as
 * when nothing else would be left.
 */
export function withoutQuote(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const end = beginningOfRest(lines) ?? beginningOfQuote(lines);
  const own = (end === null ? lines : lines.slice(0, end)).join('\n').trim();
  return own === '' ? text : own;
}

/** The first line of what Outlook and others put below an answer without a sign before its lines; null = there is none. */
function beginningOfRest(lines: readonly string[]): number | null {
  const at = lines.findIndex((line, index) => {
    if (BEGINNINGS.some((pattern) => pattern.test(line.trim()))) return true;
    return HEAD.test(line) && lines.slice(index + 1, index + 4).some((next) => HEAD_NEXT.test(next));
  });
  if (at < 0) return null;
  const above = lines.findLastIndex((line, index) => index < at && line !== '');
  return above >= 0 && RULE.test(lines[above] ?? '') ? above : at;
}

/** The first line of the quotation at the end, with the line that says whose it is; null = nothing is quoted there. */
function beginningOfQuote(lines: readonly string[]): number | null {
  const isQuoted = (line: string) => line.startsWith('>');
  const last = lines.findLastIndex((line) => line !== '');
  const signature = lines.findLastIndex((line) => line === '--');
  const end = signature > 0 && !lines.slice(signature).some(isQuoted) ? signature - 1 : last;
  const first = lines.findLastIndex((line, index) => index <= end && line !== '' && !isQuoted(line)) + 1;
  if (!lines.slice(first, end + 1).some(isQuoted)) return null;
  // Something is answered between the lines.
  if (lines.slice(0, first).some(isQuoted)) return null;
  const own = lines.findLastIndex((line, index) => index < first && line !== '');
  for (const pattern of ABOVE) {
    for (let from = own; from >= 0 && from > own - MOST_ABOVE && lines[from] !== ''; from -= 1) {
      const above = lines.slice(from, own + 1).join(' ');
      if (above.length > LONGEST_ABOVE) break;
      if (pattern.test(above.trim())) return from;
    }
  }
  return first;
}
