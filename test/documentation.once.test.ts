import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadConfig } from '../src/config.ts';
import { SWITCHES } from './support/runner/switches.ts';

// Files move, settings get other names: the pages that name them must follow.

const ROOT = join(import.meta.dirname, '..');
const PAGES = [
  'README.md',
  'config/README.md',
  'config/channels.md',
  'src/README.md',
  'test/README.md',
  'test/bench/README.md',
  'test/web/README.md',
];

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');

  it('has no link that leads nowhere', () => {
    const links = matchesOf(text, /\]\((?!https?:)([^)#]+)\)/g);

    expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  it('names only files that are there', () => {
    const files = matchesOf(text, /`([\w-]+\/[\w./-]+\.(?:ts|sh|yaml|service))`/g);
    const places = [ROOT, join(ROOT, 'src'), join(ROOT, dirname(page))];

    expect(files.filter((file) => !places.some((place) => existsSync(join(place, file))))).toEqual([]);
  });

  it('names only settings that there are', () => {
    const variables = matchesOf(text, /\b(PARLEY_(?!TEST_)[A-Z_]+[A-Z])\b/g).filter((name) => !name.endsWith('_FILE'));
    const defaults = readFileSync(join(ROOT, 'config/default.yaml'), 'utf8');
    const sections = matchesOf(defaults, /^(\w+):$/gm).join('|');
    const keys = matchesOf(text, new RegExp(`\`((?:${sections})\\.(?!ts|yaml)\\w+(?:\\.\\w+)?)\``, 'g'));
    const names = [...variables, ...keys.map((key) => `PARLEY_${key.replaceAll('.', '_').toUpperCase()}`)];

    expect(names.filter((name) => !isSetting(name))).toEqual([]);
  });
});

describe('the switches of mechanisms', () => {
  it('are those of the program, all of them in test/README.md', () => {
    const inFiles = (files: string[]) =>
      new Set(files.flatMap((file) => matchesOf(readFileSync(join(ROOT, file), 'utf8'), /PARLEY_TEST_NO_(\w+)/g)));
    const program = inFiles(globSync('{src,bin}/**/*.ts', { cwd: ROOT }));

    expect([...program].toSorted()).toEqual(SWITCHES);
    expect([...inFiles(['test/README.md'])].toSorted()).toEqual(SWITCHES);
  });
});

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match]) => match!);
}

/** Whether the environment can give a setting of this name; what it holds does not matter here. */
function isSetting(variable: string): boolean {
  try {
    loadConfig(undefined, { [variable]: 'anything' }, {});
    return true;
  } catch (error) {
    return !(error as Error).message.startsWith('unknown setting');
  }
}
