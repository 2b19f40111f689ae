/** Characters that Slack takes in one message. */
const MOST_CHARACTERS = 39_000;

/** Text escaped for Slack, so that it contains no commands. */
export function forSlack(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.length <= MOST_CHARACTERS ? escaped : `${escaped.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
}

/** Slack's markup as plain text. */
export function fromSlack(text: string): string {
  return text
    .replaceAll(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_, target: string, label = '') => readable(target, label))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function readable(target: string, label: string): string {
  if (target.startsWith('!date^')) return label || target.slice(1);
  if (target.startsWith('#')) return named('#', label || target.slice(1));
  if (target.startsWith('@')) return named('@', label || target.slice(1));
  if (target.startsWith('!')) return named('@', label || target.slice(1).replace(/^subteam\^/, ''));
  if (target.startsWith('mailto:') || target.startsWith('tel:')) return label || target.replace(/^\w+:/, '');
  const isSame = label === '' || target === label || target === `http://${label}` || target === `https://${label}`;
  return isSame ? target : `${label} (${target})`;
}

/** Some names have their sign already. */
const named = (sign: string, name: string) => (name.startsWith(sign) ? name : sign + name);

/** How members mark what only the team is to see. */
const NOTE = /^\s*(note|private):\s*/i;

/** A text from Slack, and whether it is a private note. */
export function noteIn(text: string): { content: string; isPrivate: boolean } {
  return { content: text.replace(NOTE, ''), isPrivate: NOTE.test(text) };
}
