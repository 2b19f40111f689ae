import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from './support/openapi/check-answer.ts';

const TESTS = import.meta.dirname;
const ACCOUNT = '/api/v1/accounts/{account_id}';

const readme = readFileSync(join(TESTS, 'README.md'), 'utf8');
const rows = [...readme.matchAll(/^\| `([A-Z]+) (\S+)` \| (?:\[[^\]]+\]\(([^)]+)\)|later: .+) \|$/gm)].map(
  ([, method = '', path = '', file]) => ({ route: `${method} ${path.replace('…', ACCOUNT)}`, file }),
);
const there = rows.flatMap(({ route, file }) => (file === undefined ? [] : [[route, file] as const]));
const later = rows.filter(({ file }) => file === undefined).map(({ route }) => route);

const documented = new Set(
  Object.entries(readDocument().paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => withoutNames(`${method.toUpperCase()} ${path}`)),
  ),
);

describe("the table of Chatwoot's routes in test/README.md", () => {
  it('names each route once', () => {
    const names = rows.map(({ route }) => withoutNames(route));

    expect(rows.length).toBeGreaterThan(80);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(there)('says rightly that there is %s', (route) => {
    expect(documented).toContain(withoutNames(route));
  });

  it.each(there)('names a test of %s', (route, file) => {
    const lastWord = route.split('/').findLast((segment) => !segment.startsWith('{')) ?? '';

    expect(existsSync(join(TESTS, file))).toBe(true);
    expect(readFileSync(join(TESTS, file), 'utf8')).toContain(lastWord);
  });

  it('says of nothing that is there that it comes later', () => {
    expect(later.filter((route) => documented.has(withoutNames(route)))).toEqual([]);
  });
});

/** The route whatever its parameters are called. */
function withoutNames(route: string): string {
  return route.replaceAll(/\{\w+\}/g, '{}');
}
