import { describe, expect, it } from '@jest/globals';
import { DIALECTS } from '../../src/dialect.ts';
import { EXCEPTIONS } from '../../src/http/openapi/name-exceptions.ts';
import { allRoutes } from '../support/openapi/routes.ts';

describe('the names that no rule makes', () => {
  it('are those of operations that exist', () => {
    const routes = new Set(DIALECTS.flatMap(allRoutes).map(({ method, path }) => `${method} ${path}`));

    expect(Object.keys(EXCEPTIONS).filter((operation) => !routes.has(operation))).toEqual([]);
  });
});
