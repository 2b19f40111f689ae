/** The line of notification mails above which members answer: what stands below it is never part of an answer. */
export const ANSWER_ABOVE = '--- Answer above this line ---';

const NOTE = /^note:[ \t]*/i;
const QUOTED = /^\s*>/;
/** The line with which mail programs begin a quotation: "On Monday, Acme wrote:". */
const ATTRIBUTION = /:\s*$/;
/** A line of the head that Outlook puts above a quotation, or its line of hyphens or underscores. */
const HEAD =
  /^\s*(?:[-_]{5,}.*|\*?(?:from|sent|to|subject|von|gesendet|an|betreff|de|envoyé|à|objet|date|datum)\s?:\*?\s.*)$/i;

/** A member's answer without quotations, and whether it is a private note. */
export function memberText(given: string): { content: string; isPrivate: boolean } {
  const at = given.indexOf(ANSWER_ABOVE);
  const above = at === -1 ? given : given.slice(0, at);
  const lines = above.split('\n').filter((line) => !QUOTED.test(line));
  if (at !== -1) dropLeadIn(lines);
  const text = lines.join('\n').trim();
  return { content: text.replace(NOTE, '').trim(), isPrivate: NOTE.test(text) };
}

/** Removes what mail programs write between the answer and the mail that they quote. */
function dropLeadIn(lines: string[]): void {
  const dropBlank = () => {
    while (lines.length > 0 && (lines.at(-1) ?? '').trim() === '') lines.pop();
  };
  dropBlank();
  while (lines.length > 0 && HEAD.test(lines.at(-1) ?? '')) {
    lines.pop();
    dropBlank();
  }
  // It may be folded once.
  if (!ATTRIBUTION.test(lines.at(-1) ?? '')) return;
  const last = lines.pop() ?? '';
  if (!/^\s*\S+\s.*\d/.test(last) && /\d/.test(lines.at(-1) ?? '')) lines.pop();
}
