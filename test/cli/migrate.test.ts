import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { postgresMigrations } from '../../src/db/migrations/postgresql/all.ts';
import { sqliteMigrations } from '../../src/db/migrations/sqlite/all.ts';
import { databaseKind, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { runParley } from '../support/parley.ts';
import { withRows } from '../support/database/rows.ts';

const names = (databaseKind === 'sqlite' ? sqliteMigrations : postgresMigrations).map(({ name }) => name);

let place: Place;
beforeAll(async () => {
  place = await givenUnmigratedPlace();
});
afterAll(() => place.remove());

const migrate = async (...args: string[]) =>
  JSON.parse((await runParley(['migrate', '--json', ...args], place)).stdout) as unknown;

describe('parley migrate', () => {
  it('says what it would do, does it, and then has nothing to do', async () => {
    const lacking = await migrate('--status');
    const planned = await migrate('--dry-run');
    const applied = await migrate();
    const again = await migrate();
    const complete = await migrate('--status');

    expect(lacking).toEqual({ applied: [], pending: names });
    expect(planned).toEqual({ applied: [], pending: names });
    expect(applied).toEqual({ applied: names, pending: [] });
    expect(again).toEqual({ applied: [], pending: [] });
    expect(complete).toEqual({ applied: names, pending: [] });
  });

  it('says the same for people', async () => {
    const status = await runParley(['migrate', '--status'], place);
    const again = await runParley(['migrate'], place);

    expect(status.stdout).toBe(names.map((name) => `applied  ${name}\n`).join(''));
    expect(again.stdout).toBe('Nothing to do: the schema is up to date.\n');
  });

  it('ignores environment variables of its libraries', async () => {
    const env = {
      MIKRO_ORM_CLIENT_URL: 'postgres://nowhere.invalid/none',
      MIKRO_ORM_DB_NAME: 'other',
      MIKRO_ORM_DEBUG: '1',
    };

    const { code, stdout } = await runParley(['migrate', '--json'], place, env);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ pending: [] });
  });

  it.each([
    ['migrate'],
    ['migrate', '--status'],
    ['serve', '--port', '0'],
    ['create-account', '--name', 'Acme', '--email', 'ada@example.com'],
    ['platform-token', 'list'],
  ])('refuses to touch the database of a newer version: %s %s', async (...args) => {
    await withRows(place, async (rows) => {
      await sql`delete from migrations where name = '999912312359-later'`.execute(rows);
      await sql`insert into migrations (name, executed_at) values ('999912312359-later', ${new Date()})`.execute(rows);
    });

    const { code, stdout, stderr } = await runParley(args, place);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('written by a newer Parley (it has 999912312359-later)');
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
