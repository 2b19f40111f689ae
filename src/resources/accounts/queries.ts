import type { Tx } from '../../db/tx.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { found } from '../../errors.ts';

export type AccountRow = Awaited<ReturnType<typeof byId>>[number];

/** The account with this id, with all its settings. @throws AppError `not_found`, "Account not found" */
export async function readAccount(tx: Tx, id: number): Promise<AccountRow> {
  const [row] = await byId(tx, { id });
  return found(row, 'Account');
}

const byId = prepared((db, values: Placeholders<{ id: number }>) =>
  db
    .selectFrom('accounts')
    .where('id', '=', values.id)
    .select([
      'id',
      'name',
      'locale',
      'domain',
      'support_email as supportEmail',
      'status',
      'settings',
      'custom_attributes as customAttributes',
      'labels_changed_at as labelsChangedAt',
      'inboxes_changed_at as inboxesChangedAt',
      'teams_changed_at as teamsChangedAt',
      'created_at as createdAt',
    ]),
);
