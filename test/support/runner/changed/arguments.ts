import { changedFiles } from './changed-files.ts';
import { type Choice, chooseSuites } from './choose-suites.ts';
import { readDurations } from './durations.ts';
import { readGraph } from './graph.ts';

const ASKED = /^--changed(?:=(.*))?$/;

/** Whether only suites that a change can touch are to run. */
export const asksForChanged = (args: readonly string[]): boolean => args.some((arg) => ASKED.test(arg));

/**
 * Jest's arguments for the suites that a change can touch, and lines that say which these are; no arguments where nothing
 * has changed. Others than `--changed` and `--all` are handed on.
 *
 * @throws an Error that says why Git does not know the change.
 */
export function changedArguments(root: string, args: readonly string[]): { args?: string[]; lines: string[] } {
  const asked = args.find((arg) => ASKED.test(arg))!;
  const all = args.includes('--all');
  const others = args.filter((arg) => !ASKED.test(arg) && arg !== '--all');

  const { files, since } = changedFiles(root, ASKED.exec(asked)![1]);
  if (files.length === 0) return { lines: [`Nothing has changed since ${since}.`] };
  const graph = readGraph(root);
  const choice = chooseSuites(files, graph, readDurations(root), all);
  const lines = [
    `${choice.suites.length} of ${graph.suites.size} suites for ${count(files.length, 'changed file')} since ${since}, in about ${time(choice.seconds)}: ${foldersOf(choice.suites)}.`,
    ...aboutDatabases(choice),
    ...aboutLeft(choice, `npm test -- ${[asked, '--all', ...others].join(' ')}`),
  ];
  const projects = ['sqlite', 'once', ...(choice.onPostgres === undefined ? [] : ['postgresql'])];
  const chooses = others.some((arg) => /^--(selectProjects|ignoreProjects)\b/.test(arg));
  return {
    args: [...choice.suites, '--runTestsByPath', ...(chooses ? [] : ['--selectProjects', ...projects]), ...others],
    lines,
  };
}

function aboutDatabases({ onPostgres }: Choice): string[] {
  return onPostgres === undefined
    ? ['On SQLite, since no changed file has to do with SQL.']
    : [`On SQLite and PostgreSQL, because of ${onPostgres}.`];
}

function aboutLeft({ left, secondsOfLeft }: Choice, command: string): string[] {
  if (left.length === 0) return [];
  return [
    `Left out: ${count(left.length, 'suite')} further away, about ${time(secondsOfLeft)}. With these: ${command}`,
  ];
}

/** "cli 2, web/host 3": how many suites of each folder there are, the most first. */
function foldersOf(suites: string[]): string {
  const folders = Map.groupBy(
    suites,
    (suite) => suite.split('/').slice(1, -1).slice(0, 2).join('/') || 'the whole repository',
  );
  const named = [...folders].toSorted((a, b) => b[1].length - a[1].length);
  const shown = named.slice(0, MOST_FOLDERS).map(([folder, inside]) => `${folder} ${inside.length}`);
  const rest = named.slice(MOST_FOLDERS).reduce((sum, [, inside]) => sum + inside.length, 0);
  return [...shown, ...(rest > 0 ? [`others ${rest}`] : [])].join(', ');
}

const MOST_FOLDERS = 8;
const MINUTE = 60;

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
const time = (seconds: number): string =>
  seconds < 1.5 * MINUTE ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / MINUTE)} minutes`;
