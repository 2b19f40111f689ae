import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** The migrated databases that tests get copies of: one on PostgreSQL, and a SQLite file. */
export const POSTGRES_TEMPLATE = 'parley_template';
export const sqliteTemplate = () => join(tmpdir(), 'template.db');

/** Which database this run of a test file is for; each file runs once on each. */
export let databaseKind: 'sqlite' | 'postgresql' = 'sqlite';

/**
 * A place for one app: a data directory, and on PostgreSQL a database; on SQLite, `databaseUrl` is empty. `remove`
 * deletes both.
 */
export type Place = { dataDir: string; databaseUrl: string; remove(): Promise<void> };

/** A migrated place without rows. */
export function givenPlace(): Promise<Place> {
  return givenDatabase(POSTGRES_TEMPLATE);
}

/** A place whose database has no schema, as before the first start. */
export function givenUnmigratedPlace(): Promise<Place> {
  return givenDatabase('template1');
}

/** A place without a schema, whose PostgreSQL database has the encoding SQL_ASCII. */
export function givenAsciiPlace(): Promise<Place> {
  return givenDatabase("template0 encoding 'SQL_ASCII' locale 'C'");
}

async function givenDatabase(template: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const database = databaseKind === 'postgresql' ? await createDatabase(template) : null;
  if (databaseKind === 'sqlite' && template === POSTGRES_TEMPLATE) {
    copyFileSync(sqliteTemplate(), join(dataDir, 'parley.db'));
  }
  return {
    dataDir,
    databaseUrl: database?.url ?? '',
    async remove() {
      rmSync(dataDir, { recursive: true, force: true });
      await database?.drop();
    },
  };
}

async function createDatabase(template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying files takes half as long as writing all pages to the log.
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  return {
    url: `${process.env['PARLEY_TEST_SERVER']}/${name}`,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

/**
 * The same database by way of the server's Unix socket, which takes half the work of TCP. Other servers, and those that
 * stand between, are reached as before.
 */
export function bySocket(databaseUrl: string): string {
  const { PARLEY_TEST_SERVER: server = '', PARLEY_TEST_SOCKETS: folder = '' } = process.env;
  return folder && databaseUrl.startsWith(`${server}/`) ? `${databaseUrl}?host=${folder}` : databaseUrl;
}

/** Runs the statement on the PostgreSQL server of the run, in its database `postgres`. */
export async function onServer(sql: string): Promise<void> {
  const client = new pg.Client(`${process.env['PARLEY_TEST_SERVER']}/postgres`);
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Sets `databaseKind` for the suite that runs next; `kind` is the name of its Jest project. */
export function useDatabase(kind: string | undefined): void {
  databaseKind = kind === 'postgresql' ? 'postgresql' : 'sqlite';
}
