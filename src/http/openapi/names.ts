import type { Route } from './read-routes.ts';

// What operations are called. Paths say it well enough: GET /conversations/:id/attachments lists the attachments of a
// conversation.

const VERBS: Record<string, [ofOne: string, ofMany: string]> = {
  GET: ['Show', 'List'],
  POST: ['Add', 'Create'],
  PATCH: ['Change', 'Change'],
  DELETE: ['Delete', 'Remove'],
};
/** Segments that lead to something and are nothing themselves. */
const PREFIXES = new Set(['api', 'v1', 'platform', 'public']);
/** Words that say what is done by themselves. */
const ACTIONS =
  /^(toggle|mute|unmute|unread|update|destroy|set|sync|reset|retry|translate|search|filter|import|export|merge|sign|validate|execute)(_|$)/;
/** Segments that say it badly. */
const SAID: Record<string, string> = {
  unread: 'Mark as unread',
  meta: 'Count',
  livez: 'Show whether the process answers',
  readyz: 'Show whether the server can work',
  'openapi.json': 'Show this document',
  docs: 'Show this document as a page',
};

/** What those do that the method tells apart, whole. */
const SAID_BY_METHOD: Record<string, string> = {
  'POST password': 'Ask for a mail with a link to choose a password',
  'PATCH password': 'Choose a password',
  'GET edit': 'Show the page for choosing a password',
  'POST edit': 'Choose a password on that page',
};

type Step = { name: string; hasId: boolean };

/** What the operation does, in a few words. */
export function summaryOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const steps = stepsOf(path);
  const last = steps.at(-1);
  if (!last) return `${method} ${path}`;
  const owner = steps.at(-2);
  const words = phrase(last.name);
  const said = SAID_BY_METHOD[`${method} ${last.name}`];
  if (said !== undefined) return said;
  if (last.name in SAID) return sentence(SAID[last.name], owner && objectOf(owner));
  if (ACTIONS.test(last.name)) {
    return sentence(words, owner && (words.includes(' ') ? ofOwner(owner) : objectOf(owner)));
  }
  const [ofOne, ofMany] = VERBS[method] ?? [method, method];
  const isMany = !last.hasId && isPlural(last.name);
  if (method === 'POST' && isMany) return sentence(ofMany, `a ${singular(words)}`, owner && ofOwner(owner));
  const verb = last.hasId || !isMany ? ofOne : ofMany;
  return sentence(verb, last.hasId ? `a ${singular(words)}` : words, owner && ofOwner(owner));
}

/** A name that no other operation has: "get_conversations_id_messages". */
export function operationIdOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path.match(/[\w.]+/g)?.filter((word) => !PREFIXES.has(word)) ?? [];
  const within = words.length > 2 && words[0] === 'accounts' ? words.slice(2) : words;
  return [method.toLowerCase(), ...within].join('_').replaceAll('.', '_');
}

/** The part of the API that the operation belongs to, which is what its permission is about: "agent bot". */
export function tagOf({ permission }: Pick<Route, 'permission'>): string {
  return phrase(permission?.replace(/:.*/, '') ?? 'other');
}

/** The parts of the path after what all have in common, and whether an id follows each. */
function stepsOf(path: string): Step[] {
  const segments = path.split('/').filter((segment) => segment !== '' && !PREFIXES.has(segment));
  const steps = segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [] : [{ name: segment, hasId: segments[index + 1]?.startsWith(':') ?? false }],
  );
  return steps.length > 1 && steps[0]?.name === 'accounts' ? steps.slice(1) : steps;
}

function objectOf({ name, hasId }: Step): string {
  return hasId ? `a ${singular(phrase(name))}` : phrase(name);
}

function ofOwner(owner: Step): string {
  return `of ${owner.hasId ? '' : 'the '}${objectOf(owner)}`;
}

function sentence(...words: (string | undefined)[]): string {
  const text = words
    .filter(Boolean)
    .join(' ')
    .replace(/\ba (?=[aeio])/g, 'an ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function phrase(segment: string): string {
  return segment.replaceAll('_', ' ');
}

function isPlural(segment: string): boolean {
  return segment.endsWith('s') && !segment.endsWith('status');
}

function singular(words: string): string {
  if (words.endsWith('inboxes')) return words.slice(0, -2);
  return words.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}
