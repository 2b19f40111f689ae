import { allRoutes as routesOf } from '../../../src/api.ts';
import type { App } from '../../../src/app.ts';
import type { Dialect } from '../../../src/dialect.ts';
import { loadConfig } from '../../../src/config.ts';
import type { MountedRoute } from '../../../src/http/routes/mount.ts';
import { TESTED_DIALECT } from './dialect.ts';

export type { MountedRoute } from '../../../src/http/routes/mount.ts';
export { rolesOf } from '../../../src/http/permissions.ts';

/** The paths of an account, in both versions and for the console. */
export const OF_ACCOUNT = /^\/(?:api\/v[12]|app)\/accounts\/:account_id/;
const known = new Map<Dialect, readonly MountedRoute[]>();

/** Every route of the server in a dialect; it is not started for this. */
export function allRoutes(dialect = TESTED_DIALECT): readonly MountedRoute[] {
  const config = loadConfig(undefined, {}, { data_dir: '/nonexistent', 'api.dialect': dialect });
  const routes = known.get(dialect) ?? routesOf({ config, installation: { publicUrl: '', dialect } } as App);
  known.set(dialect, routes);
  return routes;
}

/** The routes below an account. */
export function accountRoutes(): MountedRoute[] {
  return allRoutes().filter(({ path }) => OF_ACCOUNT.test(path));
}

/** The names of the parameters in the path, each with the segment before it: `[['conversations', 'id']]`. */
export function parametersOf({ path }: Pick<MountedRoute, 'path'>): { segment: string; name: string }[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [{ segment: segments[index - 1] ?? '', name: segment.slice(1) }] : [],
  );
}

/** The path with its parameters filled in, in their order. */
export function fill({ path }: Pick<MountedRoute, 'path'>, values: (string | number)[]): string {
  const left = [...values];
  return path.replaceAll(/:\w+/g, () => String(left.shift()));
}
