import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { program } from '../src/cli/program.ts';
import { fileOf, GUIDES } from '../src/http/docs/guides.ts';
import { operationFinder } from '../src/http/docs/find-operation.ts';
import { sectionsOf } from '../src/http/docs/sections.ts';
import { openApi } from '../src/http/openapi/document.ts';
import { VERSION } from '../src/version.ts';
import { loadConfig } from '../src/config.ts';
import { allRoutes } from './support/openapi/routes.ts';
import { SWITCHES } from './support/runner/switches.ts';
import { importedPackages } from './support/sources/imported-packages.ts';

// Files move, settings get other names: the pages that name them must follow.

const ROOT = join(import.meta.dirname, '..');
const DECISIONS = globSync('src/decisions/*.md', { cwd: ROOT }).toSorted();
const PAGES = [
  'README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  ...GUIDES.map(fileOf),
  'src/README.md',
  '.github/DEBUGGING.md',
  '.github/RELEASING.md',
  ...DECISIONS,
  'test/README.md',
  'test/bench/README.md',
  'test/durability/README.md',
  'test/web/README.md',
];

/** Nobody reads more before the first try. */
const MOST_LINES_OF_README = 110;

const parley = program();
const findOperation = operationFinder(sectionsOf(openApi(allRoutes(), '', 'spec')));

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

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

  it('names only commands that there are, and options that they have', () => {
    const lines = [
      ...matchesOf(text, /`(parley [^`\n]+)`/g),
      ...matchesOf(text, /^(?:sudo )?(parley (?!unix)[^|#>\n]+)/gm),
    ];

    expect(lines.filter((line) => !isCommand(line.trim().split(/\s+/).slice(1)))).toEqual([]);
  });

  it('names only operations that there are', () => {
    // That one lists what Chatwoot has and is missing here; chatwoot-routes.once.test.ts compares it.
    if (page === 'test/README.md') return;
    const operations = matchesOf(text, /`((?:GET|POST|PATCH|PUT|DELETE) (?:\/|\.\.\.\/)[^`]+)`/g);

    expect(operations.filter((operation) => findOperation(operation) === null)).toEqual([]);
  });
});

describe('README.md', () => {
  it('is short: the rest is behind links', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES_OF_README);
  });

  it('leads to each guide', () => {
    const links = matchesOf(read('README.md'), /\]\(([^)#]+)\)/g);

    expect(GUIDES.map(fileOf).filter((guide) => !links.includes(guide))).toEqual([]);
  });
});

describe('config/commands.md', () => {
  it('has each command', () => {
    const table = matchesOf(read('config/commands.md'), /^\| `parley ([\w-]+)/gm);

    expect(parley.commands.map((command) => command.name()).filter((name) => !table.includes(name))).toEqual([]);
  });
});

describe('the decisions', () => {
  it('are all in their table, which src/README.md leads to', () => {
    const table = matchesOf(read('src/decisions/README.md'), /^\| \[[^\]]+\]\(([\w-]+\.md)\) \|/gm);
    const pages = DECISIONS.map((file) => basename(file)).filter((name) => name !== 'README.md');

    expect(table.toSorted()).toEqual(pages);
    expect(read('src/README.md')).toContain('(decisions/README.md)');
  });
});

describe('CHANGELOG.md', () => {
  const sections = matchesOf(read('CHANGELOG.md'), /^## (.+)$/gm);

  it('has the version of package.json as its newest', () => {
    const [newest] = sections.filter((title) => title !== 'Unreleased');

    expect(newest).toMatch(/^\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/);
    expect(newest?.split(' ')[0]).toBe(VERSION);
    expect(sections.lastIndexOf('Unreleased')).toBeLessThanOrEqual(0);
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

describe('the packages of src/README.md', () => {
  /** The packages that Parley must be built on; the first table may have more. */
  const BUILT_ON = [
    'typescript',
    'node',
    'koa',
    '@koa/router',
    'koa-body',
    '@mikro-orm/core',
    'yup',
    'node-cron',
    'got',
    'csv-parse',
    'csv-stringify',
    'nodemailer',
    'commander',
    'ink',
    'jest',
  ];
  /** They run the rest, and nothing imports them. */
  const RUNNERS = ['typescript', 'node', 'jest'];

  const [, section] = readFileSync(join(ROOT, 'src/README.md'), 'utf8').split(/^## Packages$|^## Words$/m);
  const [builtOn, others] = section!.split(/^All others/m).map(rowsIn);
  const named = (cell: string) => matchesOf(cell, /`([^`]+)`/g);
  const { dependencies, devDependencies, scripts } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies' | 'scripts', Record<string, string>>;

  it('are those of package.json, each once', () => {
    const inTables = [...builtOn!.flatMap(([name]) => named(name!)), ...others!.flatMap(([, name]) => named(name!))];

    expect(inTables.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
  });

  it('are imported by the running program, in the places that their rows name', async () => {
    const imported = await importedPackages('src/cli/main.ts', ROOT);

    const rows = builtOn!.flatMap(([names, , places]) => named(names!).map((name) => [name, named(places!)] as const));
    const missing = rows
      .filter(([name]) => !RUNNERS.includes(name))
      .flatMap(([name, places]) => places.map((place) => [name, place] as const))
      .filter(([name, place]) => !imported.get(name)?.some((file) => file.startsWith(place)));
    const names = rows.map(([name]) => name);
    expect(missing).toEqual([]);
    expect(BUILT_ON.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('are run by the scripts of package.json where nothing imports them', () => {
    const suites = globSync('test/**/*.test.ts', { cwd: ROOT });
    const sources = globSync('{src,bin,test}/**/*.{js,jsx,mjs,cjs}', { cwd: ROOT });

    expect(dependencies['node']).toMatch(/^26\./);
    expect(scripts['typecheck']).toContain('node_modules/typescript/bin/tsc');
    expect(sources).toEqual(['bin/parley.js']);
    expect(scripts['test']).toContain('test/support/runner/start.ts');
    expect(read('test/support/runner/start.ts')).toContain('node_modules/jest/bin/jest.js');
    expect(suites.filter((suite) => !readFileSync(join(ROOT, suite), 'utf8').includes("from '@jest/globals'"))).toEqual(
      [],
    );
  });
});

/** The cells of each row of the tables in the text, without their heads. */
function rowsIn(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.split('|').slice(1, -1));
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, match]) => match!);
}

/** Whether the environment can give a setting of this name; what it holds does not matter here. */
function isSetting(variable: string): boolean {
  let isForeign = false;
  try {
    loadConfig(undefined, { [variable]: 'anything' }, {}, () => (isForeign = true));
    return !isForeign;
  } catch (error) {
    return !(error as Error).message.startsWith('unknown setting');
  }
}

/** Whether the command line takes these words: commands, their options, and what these are about. */
function isCommand(words: string[]): boolean {
  let command: Command = parley;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next) command = next;
    else if (word.startsWith('--') && !hasOption(command, word)) return false;
  }
  return command !== parley || words.every((word) => word.startsWith('-') || word === word.toUpperCase());
}

function hasOption(command: Command, name: string): boolean {
  const options = [...command.options, ...parley.options].map(({ long }) => long);
  return name === '--help' || options.includes(name);
}
