import type { MountedRoute } from '../routes/mount.ts';
import { EXCEPTIONS } from './name-exceptions.ts';
import { SECTIONS } from './tags.ts';

/** A parameter, and the segment before it. */
const PARAMETER = /([^/]*)\/:(\w+)/g;

type Named = Pick<MountedRoute, 'method' | 'path'>;

/** The default verb of a method, unless the path has a verb. */
const VERBS: Record<string, string> = { GET: 'get', POST: 'create', PATCH: 'update', DELETE: 'delete' };
/** Verbs at the beginning of a last segment. */
const ACTIONS = new Set(
  (
    'add analyze clone create destroy download execute export filter import mute process register reorder reset ' +
    'rotate search send set snooze sync toggle translate unmute update'
  ).split(' '),
);
/** Resources that are named without their parent. */
const ALONE = new Set(['messages', 'articles', 'categories', 'hooks', 'deliveries']);
/** Segments that are left out of the names of operations below them. */
const GROUPS = new Set(['integrations', 'bulk_actions', 'profile', 'actions', 'portals']);
/** Singular words with the ending of a plural. */
const NO_LIST = /(metrics|settings)$/;
/** Path prefixes, each with its word in names. */
const BEGINNINGS: readonly (readonly [path: RegExp, owner: string])[] = [
  [/^\/platform\/api\/v1/, 'platform'],
  [/^\/public\/api\/v1\/inboxes\/:inbox_identifier(\/contacts\/:contact_identifier(?=\/))?/, 'public'],
  [/^\/api\/v1\/widget/, 'widget'],
  [/^\/hc\/:portal_slug(\/:locale)?/, 'hc'],
  [/^\/api\/v[12]\/accounts\/:account_id(?=\/)/, ''],
  [/^\/(public\/)?api\/v[12](?=\/)/, ''],
];

/**
 * The operation's unique name, from its method and path, with a verb first: "create_message", "list_contact_notes",
 * "toggle_conversation_status".
 */
export function operationIdOf({ method, path }: Named): string {
  const exception = EXCEPTIONS[`${method} ${path}`];
  if (exception !== undefined) return exception;
  const [owner, segments] = withoutBeginning(path);
  const nouns = segments.filter((segment) => !isParameter(segment)).map((segment) => segment.replaceAll('.', '_'));
  const last = nouns.at(-1) ?? '';
  const above = aboveIn(nouns);
  const isOne = isParameter(segments.at(-1) ?? '');
  const [first = '', ...rest] = last.split('_');
  if (!isOne && ACTIONS.has(first)) {
    const verb = first === 'destroy' ? 'delete' : first;
    // "search_contacts", but "clone_automation_rule".
    const isOfAll = rest.length === 0 && !isParameter(segments.at(-2) ?? '');
    return joined(verb, owner, ...(isOfAll ? [...above.slice(0, -1), nouns.at(-2) ?? ''] : above), ...rest);
  }
  const isList = method === 'GET' && !isOne && singularOf(last) !== last && !NO_LIST.test(last);
  const verb = isList ? 'list' : (VERBS[method] ?? '');
  return joined(verb, owner, ...above, isOne || method === 'POST' ? singularOf(last) : last);
}

/** The word for the beginning of the path, and the segments after it. */
function withoutBeginning(path: string): [owner: string, segments: string[]] {
  const [pattern, owner] = BEGINNINGS.find(([beginning]) => beginning.test(path)) ?? [/^/, ''];
  return [owner, path.replace(pattern, '').split('/').filter(Boolean)];
}

/** The parents of the last noun in the singular, starting at the last noun of `ALONE`. */
function aboveIn(nouns: readonly string[]): string[] {
  const start = Math.max(
    0,
    nouns.findLastIndex((noun) => ALONE.has(noun)),
  );
  return nouns
    .slice(start, -1)
    .filter((noun) => !GROUPS.has(noun))
    .map(singularOf);
}

const isParameter = (segment: string) => segment.startsWith(':');

const joined = (...words: readonly string[]) => words.filter(Boolean).join('_');

/** "policy" for "policies"; other words stay. */
function singularOf(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(x|ss|sh|ch)es$/, '$1')
    .replace(/(?<![su])s$/, '');
}

/**
 * The parameters of the path in order, each with its name in the document. An `id` is named after its resource,
 * "contact_id" after `contacts`, so that the same id has the same name in every path.
 */
export function pathParametersOf(path: string): { name: string; shown: string }[] {
  return [...path.matchAll(PARAMETER)].map(([, above = '', name = '']) => ({
    name,
    shown: name === 'id' ? `${singularOf(above)}_id` : name,
  }));
}

/** The path as the document has it: /webhooks/{webhook_id} for /webhooks/:id. */
export function templateOf(path: string): string {
  const names = pathParametersOf(path).map(({ shown }) => shown);
  return path.replaceAll(/:\w+/g, () => `{${names.shift()}}`);
}

/** The prefix of the names of the operation's schemas: "CreateWebhook". */
export function titleOf(route: Named): string {
  return operationIdOf(route).replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The section of the document that the operation belongs to, from its permission: "agent bot". */
export function tagOf({ permission }: Pick<MountedRoute, 'permission'>): string {
  return phrase(permission.replace(/:.*/, ''));
}

/** The sections with these tags, sorted by name, each with its description. */
export function describedTags(tags: readonly string[]): { name: string; description: string }[] {
  const descriptions = new Map(Object.entries(SECTIONS).map(([subject, words]) => [phrase(subject), words]));
  return [...new Set(tags)].toSorted().map((name) => ({ name, description: descriptions.get(name) ?? '' }));
}

function phrase(segment: string): string {
  return segment.replaceAll('_', ' ');
}
