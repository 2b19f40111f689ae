import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databaseKind, type Place } from '../database.ts';
import { type OwnPostgres, startOwnPostgres } from '../database/postgres.ts';
import { givenSmallDisk, type SmallDisk } from './small-disk.ts';

/** Places whose files and rows are all on one small disk; PostgreSQL's log of changes is elsewhere. */
export type SmallPlaces = {
  disk: SmallDisk;
  /** The server of the databases; null on SQLite. */
  postgres: OwnPostgres | null;
  /** One more place, without a schema. */
  newPlace(): Promise<Place>;
  remove(): Promise<void>;
};

/** Makes the disk, and on PostgreSQL a server whose databases are on it. @throws Error where this user may not mount */
export async function givenSmallPlaces(mebibytes: number): Promise<SmallPlaces> {
  const disk = givenSmallDisk(mebibytes);
  const postgres = databaseKind === 'postgresql' ? await startOwnPostgres() : null;
  if (postgres) await makeTablespace(postgres, disk);

  return {
    disk,
    postgres,
    async newPlace() {
      const name = `test_${randomBytes(6).toString('hex')}`;
      if (postgres) await onOwnServer(postgres, `create database ${name} tablespace small`);
      return {
        dataDir: join(disk.folder, name),
        databaseUrl: postgres ? `${postgres.url}/${name}` : '',
        remove: async () => {},
      };
    },
    async remove() {
      disk.free();
      await postgres?.stop();
      disk.remove();
    },
  };
}

async function makeTablespace(postgres: OwnPostgres, disk: SmallDisk): Promise<void> {
  const folder = join(disk.folder, 'tablespace');
  mkdirSync(folder);
  chownSync(folder, postgres.owner.uid, postgres.owner.gid);
  await onOwnServer(postgres, `create tablespace small location '${folder}'`);
}

/** Runs the statement in the database `postgres` of a server of the test's own, not in that of a place. */
export async function onOwnServer({ url }: { url: string }, sql: string): Promise<void> {
  const client = new pg.Client(`${url}/postgres`);
  client.on('error', () => {});
  await client.connect();
  await client.query(sql);
  await client.end();
}
