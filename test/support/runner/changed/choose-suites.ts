import { availableParallelism } from 'node:os';
import { distancesFrom } from './distances.ts';
import { type Durations, secondsOf } from './durations.ts';
import type { Graph } from './graph.ts';
import { ALWAYS } from './texts.ts';

/** What runs for a change. */
export type Choice = {
  suites: string[];
  /** Those that it may touch as well, the nearest first. */
  left: string[];
  /** Whether they run on PostgreSQL, too, and the changed file that is why. */
  onPostgres: string | undefined;
  /** How long they will take. */
  seconds: number;
  secondsOfLeft: number;
};

/** What a run may take. */
const LIMIT = 60;
/** What a run takes besides its suites: Jest, the tables, and the program in each worker. */
const START = 10;
const START_POSTGRES = 6;
/** As many as Jest has workers. */
const AT_ONCE = Math.min(3, availableParallelism());

/** Chooses the suites that are nearest to changed files, as many as run in a minute; with `all`, all that they may touch. */
export function chooseSuites(changed: string[], graph: Graph, durations: Durations, all = false): Choice {
  const onPostgres = changed.find((file) => isOfDatabase(file, graph));
  const cost = (suite: string): number => secondsIn(suite, onPostgres !== undefined, durations);
  const start = START + (onPostgres === undefined ? 0 : START_POSTGRES);

  const suites = ALWAYS.filter((suite) => graph.suites.has(suite));
  const left: string[] = [];
  for (const suite of inOrder(changed, graph, cost)) {
    if (suites.includes(suite)) continue;
    const isChanged = changed.includes(suite);
    (all || isChanged || start + secondsTogether([...suites, suite], cost) <= LIMIT ? suites : left).push(suite);
  }
  return {
    suites,
    left,
    onPostgres,
    seconds: start + secondsTogether(suites, cost),
    secondsOfLeft: secondsTogether(left, cost),
  };
}

/**
 * Changed suites first, then the nearest of each changed file, then all by how near they are to how many of them. A suite
 * that takes long counts less, because several others run in its time.
 */
function inOrder(changed: string[], graph: Graph, cost: (suite: string) => number): Set<string> {
  const distances = changed.map((file) => distancesFrom(file, graph));
  const weights = new Map<string, number>();
  for (const [suite, distance] of distances.flatMap((ofFile) => [...ofFile])) {
    weights.set(suite, (weights.get(suite) ?? 0) + 2 ** -distance / Math.sqrt(cost(suite)));
  }
  const byWeight = [...weights.keys()].toSorted((a, b) => weights.get(b)! - weights.get(a)!);
  const nearest = distances.flatMap((ofFile) => {
    const least = Math.min(...ofFile.values());
    return byWeight.find((suite) => ofFile.get(suite) === least) ?? [];
  });
  return new Set([...byWeight.filter((suite) => changed.includes(suite)), ...nearest, ...byWeight]);
}

/** Of what is changed, SQL and what decides about SQL may do something else on the other database. */
function isOfDatabase(file: string, graph: Graph): boolean {
  if (/^src\/(db|entities|filters|records)\//.test(file)) return file.endsWith('.ts');
  const source = graph.sources.get(file) ?? '';
  if (file.startsWith('src/')) return /\bfrom 'kysely'/.test(source);
  return file.endsWith('.test.ts') && /postgres/i.test(source) && !file.endsWith('.once.test.ts');
}

function secondsIn(suite: string, onPostgres: boolean, durations: Durations): number {
  if (suite.endsWith('.once.test.ts')) return secondsOf(suite, 'once', durations);
  return secondsOf(suite, 'sqlite', durations) + (onPostgres ? secondsOf(suite, 'postgresql', durations) : 0);
}

function secondsTogether(suites: string[], cost: (suite: string) => number): number {
  const each = suites.map(cost);
  return Math.max(0, ...each, each.reduce((sum, seconds) => sum + seconds, 0) / AT_ONCE);
}
