import { openTx } from '../../../src/db/tx.ts';
import { join } from 'node:path';
import type { Db } from '../../../src/db/database.ts';
import { type DatabaseSettings, openOrm, type Orm, type OrmOptions } from '../../../src/db/orm.ts';
import type { Place } from '../database.ts';
import { EMPTY_INSTALLATION } from './empty-installation.ts';

/** Reads or changes the rows in `place` without the program. */
export async function withRows<T>(place: Place, work: (rows: Db) => Promise<T>): Promise<T> {
  const orm = await openPlace(place);
  try {
    return await work(openTx(orm).db);
  } finally {
    await orm.close(true);
  }
}

/** Opens the database of `place`, whatever its schema, for the caller to close. */
export function openPlace(place: Place, options?: OrmOptions): Promise<Orm> {
  return openOrm(settingsOf(place), EMPTY_INSTALLATION, options);
}

/** The settings of a database in `place`. */
export function settingsOf(place: Place, poolSize = 1): DatabaseSettings {
  return place.databaseUrl ? { url: place.databaseUrl, poolSize } : { file: join(place.dataDir, 'parley.db') };
}
