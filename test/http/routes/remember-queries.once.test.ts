import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkQuery } from '../../../src/http/routes/input.ts';
import { wholeQuery } from '../../../src/http/routes/page.ts';
import { rememberQueries } from '../../../src/http/routes/remember-queries.ts';
import { onlyIf } from '../../support/only.ts';
import { allRoutes } from '../../support/openapi/routes.ts';
import { isOn } from '../../support/runner/switches.ts';

const VALUES = [
  '',
  '0',
  '1',
  '2',
  'all',
  'open',
  'a,b',
  'true',
  '-1',
  '2026-11-22',
  '1790000000',
  'x'.repeat(300),
  '%F0%9F%98%80',
  '%zz',
];

/** Query strings of the fields, also in the spellings of lists and objects, and of one that is unknown. */
function queriesOf(names: string[]) {
  const spellings = [...names, 'unknown'].flatMap((name) => [name, `${name}[]`, `${name}[x]`]);
  const pair = fc.tuple(fc.constantFrom(...spellings), fc.constantFrom(...VALUES));
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
}

/** What `read` returns, or the error that it throws. */
function outcome(read: (query: string) => object, query: string) {
  try {
    return { result: read(query) };
  } catch (error) {
    return { error };
  }
}

describe('a remembered query', () => {
  const schemas = allRoutes().flatMap((route) => {
    const schema = wholeQuery(route);
    return schema ? [[`${route.method} ${route.path}`, schema] as const] : [];
  });

  it.each(schemas)('is what is read without the memory: %s', (_, schema) => {
    const plain = (query: string) => checkQuery(schema, query);
    const remembering = rememberQueries(plain);

    fc.assert(
      fc.property(queriesOf(Object.keys(schema.fields)), (query) => {
        const expected = outcome(plain, query);

        expect(outcome(remembering, query)).toEqual(expected);
        expect(outcome(remembering, query)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('cannot be changed by a request', () => {
    const remembering = rememberQueries((query) => ({ labels: [query] }));

    const { labels } = remembering('a');

    expect(() => labels.push('b')).toThrow(TypeError);
    expect(remembering('a')).toEqual({ labels: ['a'] });
  });

  onlyIf(isOn('REMEMBERED_QUERIES'), it)('is read once, unless it is long, or many others came since', () => {
    const read: string[] = [];
    const remembering = rememberQueries((query) => ({ at: read.push(query) }));
    const long = 'q='.padEnd(300, 'x');

    for (const query of ['a', 'a', long, long]) remembering(query);
    for (let number = 0; number < 1000; number += 1) remembering(String(number));
    remembering('a');

    expect(read.filter((query) => query === 'a')).toHaveLength(2);
    expect(read.filter((query) => query === long)).toHaveLength(2);
  });
});
