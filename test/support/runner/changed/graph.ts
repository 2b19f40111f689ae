import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadedBy } from '../../sources/imports-of.ts';
import { wordsOfPath } from './words.ts';

/** The sources of a repository, and which of them load each other. */
export type Graph = {
  /** Text by path. */
  sources: Map<string, string>;
  suites: ReadonlySet<string>;
  /** The suites with that word in their names, or in the names of their folders. */
  suitesNamed: (word: string) => string[];
  /** The files that load this one. */
  importersOf: (file: string) => string[];
  /** Whether the file is loaded by so many, or loads so many, that it says little of what a change can touch. */
  isHub: (file: string) => boolean;
};

/** From this many importers on, a file is used everywhere. */
const MANY_IMPORTERS = 60;
/** From this many imports on, a file puts together what others do: api.ts, the timetable, the list of commands. */
const MANY_IMPORTS = 30;

/** Reads all sources below `root`. */
export function readGraph(root: string): Graph {
  const files = globSync('{src,bin,test}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] }).toSorted();
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const imports = new Map(files.map((file) => [file, new Set(loadedBy(file, sources.get(file)!))]));

  const importers = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const [file, loaded] of imports) for (const other of loaded) importers.get(other)?.push(file);

  const suites = files.filter((file) => file.endsWith('.test.ts'));
  const byWord = new Map<string, string[]>();
  for (const suite of suites) {
    for (const word of wordsOfPath(suite)) byWord.set(word, [...(byWord.get(word) ?? []), suite]);
  }

  const importersOf = (file: string) => importers.get(file) ?? [];
  return {
    sources,
    suites: new Set(suites),
    suitesNamed: (word) => byWord.get(word) ?? [],
    importersOf,
    isHub: (file) =>
      importersOf(file).length >= MANY_IMPORTERS || (!isTest(file) && (imports.get(file)?.size ?? 0) >= MANY_IMPORTS),
  };
}

const isTest = (file: string): boolean => file.startsWith('test/');
