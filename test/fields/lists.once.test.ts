import { expect, it } from '@jest/globals';
import type { AnyObjectSchema } from 'yup';
import { inputSchema } from '../../src/http/openapi/input-schema.ts';
import { allRoutes, type MountedRoute } from '../support/openapi/routes.ts';

type Shape = Record<string, unknown>;

/** Every schema of a body or query. */
function schemasOf({ body, query }: MountedRoute): AnyObjectSchema[] {
  return [body ?? [], query ?? []].flat().flatMap((given) => ('schemas' in given ? [...given.schemas] : [given]));
}

/** The places of lists without a limit. */
function unlimitedIn(shape: unknown, place: string): string[] {
  if (typeof shape !== 'object' || shape === null) return [];
  const { type, maxItems } = shape as Shape;
  const isList = type === 'array' || (Array.isArray(type) && type.includes('array'));
  const own = isList && maxItems === undefined ? [place] : [];
  return [...own, ...Object.entries(shape).flatMap(([name, below]) => unlimitedIn(below, `${place}.${name}`))];
}

it('every list in a body or a query has a limit', () => {
  const routes = allRoutes();

  const unlimited = routes.flatMap((route) =>
    schemasOf(route).flatMap((schema) => unlimitedIn(inputSchema(schema), `${route.method} ${route.path}`)),
  );

  expect(routes.length).toBeGreaterThan(300);
  expect([...new Set(unlimited)]).toEqual([]);
});
