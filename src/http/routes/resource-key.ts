import type { MountedRoute } from './mount.ts';

type Mounted = Pick<MountedRoute, 'path' | 'entrance'>;

/**
 * Makes the function that gives the resource of a path: the path of its entrance with the parameter at its end left out, and the
 * segment that follows, in small letters. The path is that of a request, or a route's own with the names of its parameters.
 */
export function resourceKeys(routes: readonly Mounted[]): (path: string) => string {
  const entrances = [...new Set(routes.map(({ entrance }) => entrance.path))]
    // A parameter cannot name a resource.
    .filter((entrance) => !routes.some(({ path }) => path.startsWith(`${entrance}/:`)))
    .toSorted((a, b) => b.length - a.length);
  const ofOne = entrances.filter((entrance) => PARAMETER.test(entrance));
  const others = entrances.filter((entrance) => !PARAMETER.test(entrance));
  const first = new RegExp(`^(?:((?:${either(ofOne)})/)[^/]+|(${either(others)}))(?:/([^/]*)|$)`, 'i');

  return (path) => {
    const [, one, other, resource = ''] = first.exec(path) ?? [];
    return `${one ?? other ?? ''}/${resource}`.toLowerCase();
  };
}

/** The parameter at the end of /api/v1/accounts/:account_id */
const PARAMETER = /\/:\w+$/;

const either = (paths: readonly string[]) =>
  paths.map((path) => path.replace(PARAMETER, '').replaceAll(/[^\w/]/g, String.raw`\$&`)).join('|');
