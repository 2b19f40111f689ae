import { openTx } from '../../../src/db/tx.ts';
import { sql } from 'kysely';
import type { Place } from '../database.ts';
import { openPlace } from './rows.ts';

/** Makes the schema of the first version in an empty place, with `accounts` accounts, whose names are long. */
export async function givenOlderSchema(place: Place, accounts: number): Promise<void> {
  const orm = await openPlace(place);
  const [first] = orm.config.get('migrations').migrationsList as { name: string }[];
  await orm.migrator.up({ to: first!.name });
  const names = Array.from({ length: accounts }, (_, index) => `${index} ${'x'.repeat(240)}`);
  for (let start = 0; start < accounts; start += 500) {
    const values = names.slice(start, start + 500).map((name) => sql`(${name}, ${new Date()}, ${new Date()})`);
    await sql`insert into accounts (name, created_at, updated_at) values ${sql.join(values)}`.execute(openTx(orm).db);
  }
  await orm.close(true);
}
