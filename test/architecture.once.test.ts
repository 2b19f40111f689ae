import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { permissions } from '../src/http/permissions.ts';
import { findCycle } from './support/sources/find-cycle.ts';
import { importsOf } from './support/sources/imports-of.ts';
import { allRoutes } from './support/openapi/routes.ts';

/** What lies in src/, in the order in which it may import: each only what stands after it, and a folder itself. */
const LAYERS = [
  'cli',
  'server',
  'api',
  'cable',
  'lmtp',
  'jobs',
  'resources',
  'http',
  'conversations',
  'channels',
  'events',
  'wire',
  'records',
  'presence',
  'filters',
  'oauth',
  'backup',
  'app',
  'storage',
  'bus',
  'queue',
  'outbound',
  'outbound-client',
  'answer-limits',
  'guarded-look-up',
  'look-up',
  'mail',
  'log',
  'pictures',
  'db',
  'fields',
  'entities',
  'config',
  'version',
  'templates',
  'web-assets',
  'assets',
  'dialect',
  'errors',
  'checks',
  'credential-name',
  'secrets',
  'addresses',
  'comma-list',
  'csv',
  'switches',
  'counts',
  'markdown',
  'time',
];

const MOST_FILES_IN_FOLDER = 25;
/** What has one file for each table, or for each change of them. */
const LISTS = /^src\/(entities|db\/migrations\/\w+)$/;

const ROOT = join(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');
/** Code for browsers, which has nothing in common with the rest but types and what is pure. */
const FOR_BROWSERS = /^web\//;
/** Runs in browsers and in the server alike: it imports nothing but itself. */
const EVERYWHERE = /^markdown\//;

const allFiles = globSync('**/*.{ts,tsx}', { cwd: SRC }).toSorted();
const files = allFiles.filter((file) => !FOR_BROWSERS.test(file));
const browserFiles = allFiles.filter((file) => FOR_BROWSERS.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));
const imports = new Map(files.map((file) => [file, importsOf(file, sources.get(file)!)]));

describe('src/', () => {
  it('has a place for every file in the order of imports', () => {
    const unplaced = files.filter((file) => !LAYERS.includes(layerOf(file)));

    expect(unplaced).toEqual([]);
  });

  it('imports only what exists', () => {
    const missing = edges().filter(([, to]) => !sources.has(to));

    expect(missing).toEqual([]);
  });

  it('imports only in that order', () => {
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

  it('lets only the routes of a resource import from HTTP', () => {
    const knowing = edges().filter(
      ([from, to]) => resourceOf(from) && layerOf(to) === 'http' && !/\/(\w+-)?routes\.ts$/.test(from),
    );

    expect(knowing).toEqual([]);
  });

  it('has one file of routes for each resource and API, which api.ts mounts', () => {
    const mounted = imports.get('api.ts')!.filter((file) => resourceOf(file) && file.endsWith('routes.ts'));

    const others = mounted.filter(
      (file) => !/^resources\/\w+\/((public|platform|page|start|mail|app|file)-)?routes\.ts$/.test(file),
    );
    const repeated = mounted.filter((file, index) => mounted.indexOf(file) !== index);

    expect([...others, ...repeated]).toEqual([]);
  });

  it('loads the client for other services with the first request to one', () => {
    const eager = files.filter((file) =>
      /^import (?!type\b)[^;]*? from '(got|(\.{1,2}\/)+outbound-client\.ts)';/m.test(sources.get(file)!),
    );

    expect(eager).toEqual(['outbound-client.ts']);
  });

  it('unpacks no answer of another server', () => {
    const clients = files.filter((file) => /from 'got'|import\('got'\)/.test(sources.get(file)!));
    const unlimited = clients.filter((file) =>
      /got\b[\s.]*(\(|extend|post|get)/.test(sources.get(file)!.replaceAll(/import.*\n/g, '')),
    );

    expect(unlimited.filter((file) => !sources.get(file)!.includes('...UNPACKED'))).toEqual([]);
  });

  it('has no barrels and no default exports', () => {
    const barrels = files.filter((file) => /(^|\/)(index|utils)\.ts$/.test(file));
    const defaults = files.filter((file) => /^export default/m.test(sources.get(file)!));

    expect([...barrels, ...defaults]).toEqual([]);
  });
});

describe('src/web/', () => {
  it('imports nothing but types from the rest, and what runs everywhere', () => {
    const values = browserFiles.flatMap((file) => {
      const statements = readFileSync(join(SRC, file), 'utf8').matchAll(
        /^(import|export)(?! type\b)[^;]*?\bfrom\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm,
      );
      return [...statements]
        .map(([, , path, lazy]) => posix.join(dirname(file), (path ?? lazy)!))
        .filter((path) => !FOR_BROWSERS.test(path) && !EVERYWHERE.test(path))
        .map((path) => `${file}: ${path}`);
    });

    expect(values).toEqual([]);
  });

  it('imports nothing from the rest, nor packages, through what runs everywhere', () => {
    const outside = files
      .filter((file) => EVERYWHERE.test(file))
      .filter((file) => /\bfrom '(?!\.\/)/.test(sources.get(file)!));

    expect(outside).toEqual([]);
  });

  it('is imported by nothing of the rest', () => {
    const importing = edges().filter(([, to]) => FOR_BROWSERS.test(to));

    expect(importing).toEqual([]);
  });

  it('keeps the script of customers apart from the app in the frame', () => {
    const sources = browserFiles.map((file) => [file, readFileSync(join(SRC, file), 'utf8')] as const);

    const mixed = sources.filter(
      ([file, source]) =>
        (file.startsWith('web/sdk/') && /from '((\.\.\/)+widget\/|preact|@preact)/.test(source)) ||
        (file.startsWith('web/widget/') && /from '(\.\.\/)+sdk/.test(source)),
    );

    expect(mixed.map(([file]) => file)).toEqual([]);
  });

  it('has no barrels and no default exports', () => {
    const barrels = browserFiles.filter((file) => /(^|\/)(index|utils)\.tsx?$/.test(file));
    const defaults = browserFiles.filter(
      (file) => !file.endsWith('.d.ts') && /^export default/m.test(readFileSync(join(SRC, file), 'utf8')),
    );

    expect([...barrels, ...defaults]).toEqual([]);
  });
});

describe('a folder', () => {
  it(`has at most ${MOST_FILES_IN_FOLDER} files directly in it`, () => {
    const folders = Map.groupBy(globSync('{src,test}/**/*.*', { cwd: ROOT }), dirname);

    const large = [...folders].filter(
      ([folder, inside]) => !LISTS.test(folder) && inside.length > MOST_FILES_IN_FOLDER,
    );

    expect(large.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
  });
});

describe('entities', () => {
  const entityFiles = files.filter((file) => layerOf(file) === 'entities');
  const entityNames = entityFiles.flatMap((file) =>
    [...sources.get(file)!.matchAll(/^export const (\w+) = defineEntity\(/gm)].map(([, name]) => name!),
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
        return imported
          .filter((name) => entityNames.includes(name) && !owners.includes(name))
          .map((name) => [file, name]);
      });

    expect(others).toEqual([]);
  });

  it('know only the side of a relation that has the column', () => {
    const inverse = entityFiles.filter((file) => /\b(oneToMany|manyToMany)\(|mappedBy/.test(sources.get(file)!));

    expect(inverse).toEqual([]);
  });

  it('are all listed', () => {
    const listed = sources.get('entities/all.ts')!.matchAll(/^  (\w+),$/gm);

    expect([...listed].map(([, name]) => name!).toSorted()).toEqual(entityNames.toSorted());
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

function edges(): [string, string][] {
  return [...imports].flatMap(([from, all]) => all.map((to): [string, string] => [from, to]));
}

/** "resources" for resources/messages/routes.ts, "app" for app.ts. */
function layerOf(file: string): string {
  return file.split('/')[0]!.replace(/\.ts$/, '');
}

function resourceOf(file: string): string | undefined {
  const [layer, resource] = file.split('/');
  return layer === 'resources' ? resource : undefined;
}
