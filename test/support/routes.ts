import { doors } from '../../src/api.ts';
import type { App } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { type Layer, readRoutes, type Route } from '../../src/http/openapi/read-routes.ts';

export { type Route, rolesOf } from '../../src/http/openapi/read-routes.ts';

const APPLICATION = '/api/v1/accounts/:account_id';

/** What the server's router has. Nothing is opened for that. */
export function allLayers(): readonly Layer[] {
  const config = loadConfig(undefined, {}, { data_dir: '/nonexistent' });
  return doors({ config, installation: { publicUrl: '' } } as App).stack;
}

/** Every route that the server has, read from its router. */
export function allRoutes(): Route[] {
  return readRoutes(allLayers());
}

/** Those below an account. */
export function accountRoutes(): Route[] {
  return allRoutes().filter(({ path }) => path.startsWith(APPLICATION));
}

/** The names of the parameters in the path, each with the segment before it: `[['conversations', 'id']]`. */
export function parametersOf({ path }: Pick<Route, 'path'>): { segment: string; name: string }[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [{ segment: segments[index - 1] ?? '', name: segment.slice(1) }] : [],
  );
}

/** The path with its parameters filled in, in their order. */
export function fill({ path }: Pick<Route, 'path'>, values: (string | number)[]): string {
  const left = [...values];
  return path.replaceAll(/:\w+/g, () => String(left.shift()));
}
