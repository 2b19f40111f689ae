import { openTx } from '../../src/db/tx.ts';
import { mkdirSync } from 'node:fs';
import { applyMigrations } from '../../src/db/migrate.ts';
import type { Orm } from '../../src/db/orm.ts';
import { createAccount } from '../../src/resources/accounts/create-account.ts';
import { readAccount } from '../../src/resources/accounts/queries.ts';
import { readRows } from '../../src/resources/contacts/import/csv-file.ts';
import { importContacts } from '../../src/resources/contacts/import/import-contacts.ts';
import { checkHeader } from '../../src/resources/contacts/import/import-file.ts';
import type { Place } from './database.ts';
import { openPlace } from './database/rows.ts';

/** Creates an account as `parley create-account` does, but in this process; returns its id and the administrator's token. */
export function givenAccountIn(place: Place, email = 'ada@example.com'): Promise<{ id: number; token: string }> {
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
  return within(place, async (orm) => {
    await applyMigrations(orm);
    const user = { name: 'Ada', email, isProved: true, passwordHash: null };
    const { account, accessToken } = await createAccount(openTx(orm), { name: 'Acme', locale: 'en', user }, new Date());
    return { id: account.id, token: accessToken };
  });
}

/**
 * Imports the CSV file as `parley import-contacts` does, but in this process.
 * @throws Error when a row is rejected
 */
export async function givenContactsIn(place: Place, accountId: number, file: string): Promise<void> {
  const header = await checkHeader(file);
  const { failed } = await within(place, async (orm) =>
    importContacts(openTx(orm), await readAccount(openTx(orm), accountId), readRows(file, header), {
      header,
      labels: [],
      keep: true,
      now: () => new Date(),
      onRejected: async () => {},
      onProgress: () => {},
    }),
  );
  if (failed > 0) throw new Error(`${file}: ${failed} contacts were rejected`);
}

async function within<T>(place: Place, work: (orm: Orm) => Promise<T>): Promise<T> {
  const orm = await openPlace(place);
  try {
    return await work(orm);
  } finally {
    await orm.close(true);
  }
}
