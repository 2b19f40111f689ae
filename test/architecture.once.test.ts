import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { permissions } from '../src/http/permissions.ts';
import { allRoutes } from './support/openapi/routes.ts';

/** What lies in src/, in the order in which it may import: each only what stands after it, and a folder itself. */
const LAYERS = [
  'cli',
  'server',
  'api',
  'jobs',
  'resources',
  'http',
  'conversations',
  'channels',
  'events',
  'wire',
  'records',
  'filters',
  'app',
  'storage',
  'bus',
  'queue',
  'outbound',
  'mail',
  'log',
  'pictures',
  'db',
  'fields',
  'entities',
  'config',
  'version',
  'templates',
  'assets',
  'errors',
  'secrets',
  'addresses',
  'comma-list',
  'time',
];

const SRC = join(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd: SRC }).toSorted();
const sources = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

describe('src/', () => {
  it('has nothing without a place in the order of imports', () => {
    const unplaced = files.filter((file) => !LAYERS.includes(layerOf(file)));

    expect(unplaced).toEqual([]);
  });

  it('imports only what exists', () => {
    const missing = edges().filter(([, to]) => !sources.has(to));

    expect(missing).toEqual([]);
  });

  it('imports only rightwards', () => {
    const backwards = edges().filter(([from, to]) => LAYERS.indexOf(layerOf(from)) > LAYERS.indexOf(layerOf(to)));

    expect(backwards).toEqual([]);
  });

  it('has no cycle between files', () => {
    const cycle = findCycle(imports);

    expect(cycle).toEqual([]);
  });

  it('has no cycle between resources', () => {
    const between = edges().flatMap(([from, to]) => {
      const [one, other] = [resourceOf(from), resourceOf(to)];
      return one && other && one !== other ? [[one, other] as const] : [];
    });

    const cycle = findCycle(
      Map.groupBy(between, ([from]) => from)
        .entries()
        .map(([from, pairs]) => [from, pairs.map(([, to]) => to)] as const),
    );

    expect(cycle).toEqual([]);
  });

  it('lets nothing of a resource but its routes know of HTTP', () => {
    const knowing = edges().filter(
      ([from, to]) => resourceOf(from) && layerOf(to) === 'http' && !/\/(\w+-)?routes\.ts$/.test(from),
    );

    expect(knowing).toEqual([]);
  });

  it('has no barrels and no default exports', () => {
    const barrels = files.filter((file) => /(^|\/)(index|utils)\.ts$/.test(file));
    const defaults = files.filter((file) => /^export default/m.test(sources.get(file)!));

    expect([...barrels, ...defaults]).toEqual([]);
  });
});

describe('entities', () => {
  const entityFiles = files.filter((file) => layerOf(file) === 'entities');
  const classes = entityFiles.flatMap((file) =>
    [...sources.get(file)!.matchAll(/^export class (\w+)/gm)].map(([, name]) => name!),
  );

  it('import only the entities that they belong to', () => {
    const others = entityFiles
      .filter((file) => file !== 'entities/all.ts')
      .flatMap((file) => {
        const source = sources.get(file)!;
        const owners = [...source.matchAll(/\b(?:manyToOne|oneToOne)\((\w+)\)/g)].map(([, name]) => name);
        const imported = [...source.matchAll(/^import(?: type)? \{([^}]*)\}/gm)].flatMap(
          ([, names]) => names!.match(/\w+/g) ?? [],
        );
        return imported.filter((name) => classes.includes(name) && !owners.includes(name)).map((name) => [file, name]);
      });

    expect(others).toEqual([]);
  });

  it('know only the side of a relation that has the column', () => {
    const inverse = entityFiles.filter((file) => /\b(oneToMany|manyToMany)\(|mappedBy/.test(sources.get(file)!));

    expect(inverse).toEqual([]);
  });

  it('are all listed', () => {
    const listed = sources.get('entities/all.ts')!;

    expect(classes.filter((name) => !listed.includes(`  ${name}Schema,`))).toEqual([]);
  });
});

describe('permissions', () => {
  it('are asked for by every route', () => {
    const open = allRoutes().filter(({ permission }) => permission === undefined || !(permission in permissions));

    expect(open).toEqual([]);
  });

  it('are each asked for by some route', () => {
    const asked = new Set(allRoutes().map(({ permission }) => permission));

    expect(Object.keys(permissions).filter((row) => !asked.has(row as keyof typeof permissions))).toEqual([]);
  });

  it('are asked for once for each path and method', () => {
    const paths = allRoutes().map(({ method, path }) => `${method} ${path}`);

    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });
});

/** The files that this one imports, types and lazy ones too. */
function importsOf(file: string): string[] {
  const found = sources.get(file)!.matchAll(/(?:\bfrom|^import|\bimport\()\s*'(\.[^']+)'/gm);
  return [...found].map(([, path]) => posix.join(dirname(file), path!));
}

function edges(): [string, string][] {
  return [...imports].flatMap(([from, all]) => all.map((to): [string, string] => [from, to]));
}

/** "resources" for resources/messages/routes.ts, "app" for app.ts. */
function layerOf(file: string): string {
  return file.split('/')[0]!.replace(/\.ts$/, '');
}

function resourceOf(file: string): string | undefined {
  const [room, resource] = file.split('/');
  return room === 'resources' ? resource : undefined;
}

/** The nodes of a cycle, in order, the first one again at the end; empty when there is none. */
function findCycle(graph: Iterable<readonly [string, readonly string[]]>): string[] {
  const next = new Map(graph);
  const finished = new Set<string>();

  function follow(node: string, path: string[]): string[] {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (finished.has(node)) return [];
    for (const target of next.get(node) ?? []) {
      const cycle = follow(target, [...path, node]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(node);
    return [];
  }

  return [...next.keys()].map((node) => follow(node, [])).find((cycle) => cycle.length > 0) ?? [];
}
