import type { Tx } from '../../db/tx.ts';
import { withRowLock } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { mergedAttributes } from '../../fields/merged-attributes.ts';
import type { AccountFeatures } from '../../entities/account.ts';
import { tell } from '../../events/tell.ts';
import { noteInSlack } from '../hooks/slack/slack-hook.ts';
import { type NewPlatformAccount, platformColumns } from './create-platform-account.ts';
import { type AccountRow, readAccount } from './queries.ts';

/** The changes; undefined leaves a value as it is. Features are switched one by one; limits and attributes replace all. */
export type PlatformAccountChanges = { [K in keyof NewPlatformAccount]: NewPlatformAccount[K] | undefined };

/** @throws AppError `not_found` when the account has been deleted; `invalid` for too many features */
export function updatePlatformAccount(
  tx: Tx,
  accountId: number,
  input: PlatformAccountChanges,
  now: Date,
): Promise<AccountRow> {
  return inTransaction(tx, async (tx) => {
    const account = tx.db.selectFrom('accounts').select('features').where('id', '=', accountId);
    const { features: known } = found(await withRowLock(tx, account).executeTakeFirst(), 'Account');
    const features = input.features && (mergedAttributes('features', known, input.features) as AccountFeatures);
    await tx.db
      .updateTable('accounts')
      .set({ ...platformColumns({ ...input, features }), updated_at: now })
      .where('id', '=', accountId)
      .execute();
    if (input.status !== undefined) {
      await noteInSlack(tx, accountId);
      await tell(tx, { is: 'access ended', accountId });
    }
    return readAccount(tx, accountId);
  });
}
