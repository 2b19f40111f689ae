import type { MountedRoute } from '../routes/mount.ts';

/** Segments that lead to something and are nothing themselves. */
const PREFIXES = new Set(['api', 'v1', 'platform', 'public']);
/** A name that no other operation has: "get_conversations_id_messages". */
export function operationIdOf({ method, path }: Pick<MountedRoute, 'method' | 'path'>): string {
  const words = path.match(/[\w.]+/g)?.filter((word) => !PREFIXES.has(word)) ?? [];
  const within = words.length > 2 && words[0] === 'accounts' ? words.slice(2) : words;
  return [method.toLowerCase(), ...within].join('_').replaceAll('.', '_');
}

/** What names of its schemas begin with: "PostWebhooks". */
export function titleOf(route: Pick<MountedRoute, 'method' | 'path'>): string {
  return operationIdOf(route).replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** The part of the API that the operation belongs to, which is what its permission is about: "agent bot". */
export function tagOf({ permission }: Pick<MountedRoute, 'permission'>): string {
  return phrase(permission.replace(/:.*/, ''));
}

function phrase(segment: string): string {
  return segment.replaceAll('_', ' ');
}
