import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

const sections = read('README.md').split('\n## ');
/** The rows of a table, each with its tests by the words of their titles. */
const rowsOf = (title: string) =>
  (sections.find((section) => section.startsWith(`${title}\n`)) ?? '')
    .split('\n')
    .filter((line) => line.includes('.once.test.ts)'));

describe('the README of the tests in a browser', () => {
  it.each([
    ['Features', 40],
    ['The console', 15],
  ])('names tests that there are: %s', (title, fewest) => {
    const rows = rowsOf(title);
    const missing = rows.flatMap((row) => {
      const parts = row.split(/(?=\[[\w-]+\]\([\w./-]+\.once\.test\.ts\))/).slice(1);
      return parts.flatMap((part) => {
        const [, file = ''] = /\(([\w./-]+\.once\.test\.ts)\)/.exec(part) ?? [];
        const titles = [...part.matchAll(/"([^"]+)"/g)].map(([, words]) => words!);
        const source = read(file);
        return titles.length > 0 ? titles.filter((words) => !source.includes(words)) : [row];
      });
    });

    expect(missing).toEqual([]);
    expect(rows.length).toBeGreaterThan(fewest);
  });
});
