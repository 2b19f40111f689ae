import { posix } from 'node:path';
import type { Graph } from './graph.ts';
import { nearnessByPlace } from './mirrored.ts';
import { isReader } from './texts.ts';
import { wordsOfPath } from './words.ts';

/** Beyond this distance, a suite has nothing to do with the change. */
const FARTHEST = 9;

/** How far the suites are from a changed file, for those that the change may touch: 0 is the suite itself. */
export function distancesFrom(file: string, graph: Graph): Map<string, number> {
  const distances = new Map<string, number>();
  const found = (suite: string, distance: number) => {
    if (distance <= FARTHEST && distance < (distances.get(suite) ?? Infinity)) distances.set(suite, distance);
  };

  for (const suite of graph.suites) {
    if (suite === file) found(suite, 0);
    else if (isReader(suite, file) || namesFile(graph.sources.get(suite)!, file)) found(suite, 1);
    else if (isBeside(suite, file)) found(suite, 2);
  }
  for (const [other, distance] of importersByDistance(file, graph)) {
    if (graph.suites.has(other)) found(other, distance);
    if (other.startsWith('test/') || (other !== file && graph.isHub(other))) continue;
    for (const suite of graph.suites) found(suite, distance + (nearnessByPlace(other, suite) ?? Infinity));
    for (const word of wordsOfPath(other)) {
      const named = graph.suitesNamed(word);
      for (const suite of named) found(suite, distance + amongMany(named.length));
    }
  }
  return distances;
}

/** The file and all that load it, directly or through others which are no hubs. An importer among many is further away. */
function importersByDistance(file: string, graph: Graph): Map<string, number> {
  const reached = new Map<string, number>();
  const open = new Map([[file, 0]]);
  while (open.size > 0) {
    const [next, distance] = open.entries().reduce((a, b) => (b[1] < a[1] ? b : a));
    open.delete(next);
    reached.set(next, distance);
    if (next !== file && graph.isHub(next)) continue;
    const importers = graph.importersOf(next);
    const step = distance + amongMany(importers.length);
    for (const importer of importers) {
      if (reached.has(importer) || step > FARTHEST) continue;
      open.set(importer, Math.min(step, open.get(importer) ?? Infinity));
    }
  }
  return reached;
}

/** What is one of many says less. */
const amongMany = (number: number): number => 1 + Math.log2(number);

/** Whether the suite has the path of a file that is no source, or its name where no other file has it. */
function namesFile(suite: string, file: string): boolean {
  if (/\.tsx?$/.test(file)) return false;
  const name = posix.basename(file);
  return suite.includes(file) || (!/^(README\.md|page\.\w+|package\.json)$/.test(name) && suite.includes(name));
}

/** Whether a file that is no source lies in the folder of the suite, or below it. */
function isBeside(suite: string, file: string): boolean {
  const folder = posix.dirname(suite);
  return folder !== 'test' && !/\.tsx?$/.test(file) && file.startsWith(`${folder}/`);
}
