import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORBIDDEN, forbiddenIn } from './support/forbidden-words.ts';

const ROOT = join(import.meta.dirname, '..');
const TEXTS = '{src,test,bin,config,templates}/**/*.{ts,js,yaml,md,html,txt,css,service}';

const files = globSync([TEXTS, 'README.md'], { cwd: ROOT })
  .filter((file) => file !== 'test/support/forbidden-words.ts')
  .toSorted();

describe('the code, its comments and the documentation', () => {
  const found = Map.groupBy(files.flatMap(forbiddenInFile), ({ pattern }) => pattern);

  it.each(FORBIDDEN)('leave out $pattern: $reason', ({ pattern }) => {
    expect(found.get(pattern)?.map(({ at }) => at) ?? []).toEqual([]);
  });
});

/** What is forbidden in the file, each with its line: "src/app.ts:12 the whole line". */
function forbiddenInFile(file: string): { pattern: RegExp; at: string }[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    forbiddenIn(line).map(({ pattern }) => ({ pattern, at: `${file}:${index + 1} ${line.trim()}` })),
  );
}
