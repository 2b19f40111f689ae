import { join } from 'node:path';
import { type Db, db, openOrm } from '../../src/db/orm.ts';
import { openVault } from '../../src/db/vault.ts';
import type { Place } from './database.ts';

/** Looks at the rows in `place`, or changes them, behind the program's back. */
export async function withRows<T>(place: Place, work: (rows: Db) => Promise<T>): Promise<T> {
  const settings = place.databaseUrl
    ? { url: place.databaseUrl, poolSize: 1 }
    : { file: join(place.dataDir, 'parley.db') };
  const orm = await openOrm(settings, {
    publicUrl: '',
    vault: openVault(''),
    allowedNetworks: [],
    limits: { inboxes: 0, agents: 0, messagesPerMinute: 0 },
  });
  try {
    return await work(db(orm.em.fork()));
  } finally {
    await orm.close(true);
  }
}
