import { doors } from '../../src/api.ts';
import type { App } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { type Permission, permissions } from '../../src/http/permissions.ts';

/** One route of the server. */
export type Route = {
  method: string;
  /** With its parameters by name: /api/v1/accounts/:account_id/webhooks/:id */
  path: string;
  /** What it asks of its caller; undefined = it forgot to. */
  permission: Permission | undefined;
};

const APPLICATION = '/api/v1/accounts/:account_id';

/** Every route that the server has, read from its router. Nothing is opened for that. */
export function allRoutes(): Route[] {
  const config = loadConfig(undefined, {}, { data_dir: '/nonexistent' });
  return doors({ config } as App).stack.flatMap(({ methods, path, stack }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => ({
        method,
        path: String(path),
        permission: stack.map(permissionOf).find((permission) => permission !== undefined),
      })),
  );
}

/** Those below an account. */
export function accountRoutes(): Route[] {
  return allRoutes().filter(({ path }) => path.startsWith(APPLICATION));
}

/** Who may use the route, by the permissions table. */
export function rolesOf({ permission }: Route): readonly string[] {
  return permission === undefined ? [] : permissions[permission];
}

/** The names of the parameters in the path, each with the segment before it: `[['conversations', 'id']]`. */
export function parametersOf({ path }: Route): { segment: string; name: string }[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [{ segment: segments[index - 1] ?? '', name: segment.slice(1) }] : [],
  );
}

/** The path with its parameters filled in, in their order. */
export function fill({ path }: Route, values: (string | number)[]): string {
  const left = [...values];
  return path.replaceAll(/:\w+/g, () => String(left.shift()));
}

function permissionOf(middleware: unknown): Permission | undefined {
  return (middleware as { permission?: Permission }).permission;
}
