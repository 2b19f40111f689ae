import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

const [, features = ''] = read('README.md').split('\n## Features\n');
const rows = features
  .split('\n## ')[0]!
  .split('\n')
  .filter((line) => line.includes('.once.test.ts)'));

describe('the README of the tests in a browser', () => {
  it('names tests that there are', () => {
    const missing = rows.flatMap((row) => {
      const [, file = ''] = /\(([\w./-]+\.once\.test\.ts)\)/.exec(row) ?? [];
      const titles = [...row.matchAll(/"([^"]+)"/g)].map(([, title]) => title!);
      const source = read(file);
      return titles.length > 0 ? titles.filter((title) => !source.includes(title)) : [row];
    });

    expect(missing).toEqual([]);
    expect(rows.length).toBeGreaterThan(40);
  });
});
