import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORBIDDEN, forbiddenIn } from './support/sources/forbidden-words.ts';

const ROOT = join(import.meta.dirname, '..');
const TEXTS = '{src,test,bin,config,templates}/**/*.{ts,tsx,js,yaml,md,html,txt,css,service}';

const files = globSync([TEXTS, 'README.md', 'CHANGELOG.md', '.github/**/*.{md,yml}'], { cwd: ROOT })
  .filter((file) => file !== 'test/support/sources/forbidden-words.ts')
  .toSorted();

describe('the code, its comments and the documentation', () => {
  const found = Map.groupBy(files.flatMap(forbiddenInFile), ({ pattern }) => pattern);

  it.each(FORBIDDEN)('leave out $pattern: $reason', ({ pattern }) => {
    expect(found.get(pattern)?.map(({ at }) => at) ?? []).toEqual([]);
  });
});

describe('a docstring', () => {
  it('stands directly above its code', () => {
    expect(files.filter((file) => /\.[jt]sx?$/.test(file)).flatMap(strayDocstrings)).toEqual([]);
  });
});

const DOCSTRING = /^[^\S\n]*\/\*\*(?:(?!\*\/)[^])*\*\/[^\S\n]*\n?/gm;
/** Comments for the linter, which may stand between a docstring and its code. */
const FOR_LINTER = /^(?:\s*\/\/.*\n)*\s*\/\/ oxlint-.*\n/;
/** An empty line or the end of the file, a closing bracket, another comment, or an import. */
const NO_CODE = /^\s*(?:$|\n|[})\]]|\/[/*]|import\b)/;

/** Docstrings of the file that no code follows, except one at its beginning: "src/app.ts:12". */
function strayDocstrings(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(DOCSTRING)]
    .filter(({ index }) => index > 0)
    .filter(({ index, 0: docstring }) => NO_CODE.test(text.slice(index + docstring.length).replace(FOR_LINTER, '')))
    .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`);
}

/** What is forbidden in the file, each with its line: "src/app.ts:12 the whole line". */
function forbiddenInFile(file: string): { pattern: RegExp; at: string }[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    forbiddenIn(line).map(({ pattern }) => ({ pattern, at: `${file}:${index + 1} ${line.trim()}` })),
  );
}
