import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Package = { gypfile?: boolean; optionalDependencies?: Record<string, string> };
const lockfile = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8');
const { packages } = JSON.parse(lockfile) as { packages: Record<string, Package> };

// "npm install" may undo both, without a word; then "npm ci" fails elsewhere.
describe('package-lock.json', () => {
  it('keeps npm from compiling SQLite, for which most machines have no compiler: the package brings it compiled', () => {
    expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
  });

  it('has an entry for every platform of a package, also for those that this machine is not', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );

    expect(missing).toEqual([]);
  });
});
