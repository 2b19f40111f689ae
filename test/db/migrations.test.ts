import { openTx } from '../../src/db/tx.ts';
import { Migration } from '@mikro-orm/migrations';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type App, openApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { migrate, migrationState } from '../../src/db/migrate.ts';
import { UnsupportedDatabaseError } from '../../src/db/supported-database.ts';
import type { NamedMigration } from '../../src/db/migrations/named-migration.ts';
import { entities } from '../../src/entities/all.ts';
import { openPlace } from '../support/database/rows.ts';
import { databaseKind, givenPlace, type Place } from '../support/database.ts';
import { onlyOn } from '../support/only.ts';

let place: Place;
let app: App;
let backups: string;
beforeEach(async () => {
  place = await givenPlace();
  backups = join(place.dataDir, 'backups');
  app = await openApp(
    loadConfig(
      undefined,
      {},
      { data_dir: place.dataDir, 'database.url': place.databaseUrl || undefined, 'log.level': 'error' },
    ),
  );
  await migrate(app.orm, backups, new Date());
});
afterEach(async () => {
  await app.close();
  await place.remove();
});

const rows = () => app.tx().db;
const applied = async () => (await migrationState(app.orm)).applied;

describe('the migrations', () => {
  it('make exactly the tables that the entities describe', async () => {
    const orm = await openPlace(place, { entities: [...entities] });

    const { up } = await orm.schema.getUpdateSchemaMigrationSQL({ wrap: false });
    await orm.close(true);

    expect(up).toBe('');
  });

  it('are applied once', async () => {
    const before = await applied();

    const again = await migrate(app.orm, backups, new Date());

    expect(again).toEqual([]);
    expect(before).not.toEqual([]);
    expect(await migrationState(app.orm)).toEqual({ applied: before, pending: [], unknown: [] });
  });

  it('need no copy of an empty database', () => {
    expect(existsSync(backups)).toBe(false);
  });
});

describe('a pending migration', () => {
  it('is applied, after a copy of a SQLite database was made', async () => {
    await givenAccount('Before');
    givenMigration(app, '99991231-rename', "update accounts set name = 'After'");

    const names = await migrate(app.orm, backups, new Date('2030-01-02T03:04:05.678Z'));

    expect(names).toEqual(['99991231-rename']);
    expect(await applied()).toContain('99991231-rename');
    expect(await accountNames(app)).toEqual(['After']);
    if (databaseKind === 'postgresql') return expect(existsSync(backups)).toBe(false);
    expect(readdirSync(backups)).toEqual(['before-migration-2030-01-02T03-04-05-678Z.db']);
    expect(await namesInCopy('before-migration-2030-01-02T03-04-05-678Z.db')).toEqual(['Before']);
  });

  it('leaves nothing behind when it fails', async () => {
    await givenAccount('Before');
    givenMigration(app, '99991231-broken', "update accounts set name = 'After'", 'select * from nowhere');

    await expect(migrate(app.orm, backups, new Date())).rejects.toThrow();

    expect(await accountNames(app)).toEqual(['Before']);
    expect((await migrationState(app.orm)).pending).toEqual(['99991231-broken']);
  });

  // A SQLite file is for one process.
  onlyOn('postgresql', it)('is applied once when several processes start together', async () => {
    await givenAccount('n');
    const others = await Promise.all([openApp(app.config), openApp(app.config)]);
    const all = [app, ...others];
    for (const one of all) givenMigration(one, '99991231-longer', "update accounts set name = name || 'o'");

    const results = await Promise.all(all.map((one) => migrate(one.orm, backups, new Date())));
    await Promise.all(others.map((one) => one.close()));

    expect(results.flat()).toEqual(['99991231-longer']);
    expect(await accountNames(app)).toEqual(['no']);
  });

  onlyOn('postgresql', it)('may take longer than PostgreSQL lets transactions be idle', async () => {
    const limited = `${place.databaseUrl}?options=${encodeURIComponent('-c idle_in_transaction_session_timeout=1s')}`;
    const other = await openApp({ ...app.config, database: { ...app.config.database, url: limited } });
    givenMigration(other, '99991231-slow', 'select pg_sleep(2)');

    const names = await migrate(other.orm, backups, new Date()).finally(() => other.close());

    expect(names).toEqual(['99991231-slow']);
  });
});

describe('a database of a newer version', () => {
  it('is refused and not touched', async () => {
    await rows()
      .insertInto('migrations' as never)
      .values({ name: '99991231-from-the-future', executed_at: new Date() } as never)
      .execute();
    givenMigration(app, '99991230-known', "update accounts set name = 'After'");
    await givenAccount('Before');

    const migrating = migrate(app.orm, backups, new Date());

    await expect(migrating).rejects.toThrow(UnsupportedDatabaseError);
    await expect(migrating).rejects.toThrow('99991231-from-the-future');
    expect(await accountNames(app)).toEqual(['Before']);
    expect((await migrationState(app.orm)).pending).toEqual(['99991230-known']);
  });
});

/** Adds a migration to those that the program of `app` knows. */
function givenMigration({ orm }: App, name: string, ...statements: string[]): void {
  class Given extends Migration {
    override up(): void {
      for (const statement of statements) this.addSql(statement);
    }
  }
  const settings = orm.config.get('migrations');
  settings.migrationsList = [...(settings.migrationsList as NamedMigration[]), { name, class: Given }];
}

async function givenAccount(name: string): Promise<void> {
  const now = new Date();
  await rows()
    .insertInto('accounts')
    .values({ name, settings: '{}' as never, custom_attributes: '{}' as never, created_at: now, updated_at: now })
    .execute();
}

async function accountNames({ orm }: Pick<App, 'orm'>): Promise<string[]> {
  return (await openTx(orm).db.selectFrom('accounts').select('name').execute()).map(({ name }) => name);
}

async function namesInCopy(file: string): Promise<string[]> {
  const { openOrm } = await import('../../src/db/orm.ts');
  const orm = await openOrm({ file: join(backups, file) }, app.installation);
  const names = await accountNames({ orm });
  await orm.close(true);
  return names;
}
