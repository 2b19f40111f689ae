import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { DashboardFrame } from '../../entities/dashboard-app.ts';
import { type DashboardAppRow, readDashboardApp } from './queries.ts';

export type NewDashboardApp = { title: string; content: DashboardFrame[] };

/** Adds an app to the account's dashboard; the user is its creator. */
export function createDashboardApp(
  tx: Tx,
  account: AccountRecord,
  input: NewDashboardApp & { userId: number },
  now: Date,
): Promise<DashboardAppRow> {
  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('dashboard_apps')
      .values({
        account_id: account.id,
        user_id: input.userId,
        title: input.title,
        content: json(input.content),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readDashboardApp(tx, id);
  });
}
