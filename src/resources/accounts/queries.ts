import type { Tx } from '../../db/tx.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { permittedIds } from '../platform_tokens/permissions.ts';
import { found } from '../../errors.ts';

export type AccountRow = Awaited<ReturnType<typeof byId>>[number];

/** The account with this id, with all its settings. @throws AppError `not_found`, "Account not found" */
export async function readAccount(tx: Tx, id: number): Promise<AccountRow> {
  const [row] = await byId(tx, { id });
  return found(row, 'Account');
}

const COLUMNS = [
  'id',
  'name',
  'locale',
  'domain',
  'support_email as supportEmail',
  'status',
  'settings',
  'limits',
  'features',
  'custom_attributes as customAttributes',
  'labels_changed_at as labelsChangedAt',
  'inboxes_changed_at as inboxesChangedAt',
  'teams_changed_at as teamsChangedAt',
  'created_at as createdAt',
] as const;

/** The accounts that the platform app may manage, by id; one page, or all with `page` null. */
export function listPermittedAccounts(tx: Tx, platformAppId: number, page: Rows | null): Promise<AccountRow[]> {
  const query = tx.db
    .selectFrom('accounts')
    .select(COLUMNS)
    .where('id', 'in', permittedIds(tx, platformAppId, 'Account'))
    .orderBy('id');
  return paged(query, page).execute();
}

const byId = remembered(
  (db, values: Placeholders<{ id: number }>) => db.selectFrom('accounts').where('id', '=', values.id).select(COLUMNS),
  (rows) => ({ accounts: rows.map(({ id }) => id) }),
);
