import type { MountedRoute } from '../routes/mount.ts';

/** Path segments that are not in names; `platform` is, because the Application API has resources of the same names. */
const PREFIXES = new Set(['api', 'v1', 'v2', 'public']);
/** The operation's unique name, from its method and path: "get_conversations_id_messages". */
export function operationIdOf({ method, path }: Pick<MountedRoute, 'method' | 'path'>): string {
  const segments = path.match(/[\w.]+/g) ?? [];
  const resources = segments.filter((segment) => !PREFIXES.has(segment));
  const words = [resources, segments].find((some) => some.length > 0) ?? ['start'];
  const within = words.length > 2 && words[0] === 'accounts' ? words.slice(2) : words;
  // Signing up is in both versions.
  const version = within === words && path.startsWith('/api/v2/') ? ['v2'] : [];
  return [method.toLowerCase(), ...version, ...within].join('_').replaceAll('.', '_');
}

/** The prefix of the names of the operation's schemas: "PostWebhooks". */
export function titleOf(route: Pick<MountedRoute, 'method' | 'path'>): string {
  return operationIdOf(route).replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The section of the document that the operation belongs to, from its permission: "agent bot". */
export function tagOf({ permission }: Pick<MountedRoute, 'permission'>): string {
  return phrase(permission.replace(/:.*/, ''));
}

function phrase(segment: string): string {
  return segment.replaceAll('_', ' ');
}
