import type { Tx } from '../../db/tx.ts';
import { blobIdsIn } from '../../conversations/actions/actions.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { claimBlobs } from '../../storage/claim-blobs.ts';
import { found } from '../../errors.ts';
import { checkTotal } from '../../db/check-total.ts';
import type { Member } from '../../records/user.ts';
import type { NewMacro } from './create-macro.ts';
import { lockMacro, type MacroRow, readMacro } from './queries.ts';

/** The changes; undefined leaves a value as it is. */
export type MacroChanges = { [K in keyof NewMacro]: NewMacro[K] | undefined };

/**
 * Changes a macro that the user sees.
 * @throws AppError `not_found` when it has been deleted; `invalid` as `claimBlobs` and `checkTotal`
 */
export function updateMacro(
  tx: Tx,
  editor: Member,
  id: number,
  { name, visibility, actions, signedIds = [] }: MacroChanges,
  now: Date,
): Promise<MacroRow> {
  return inTransaction(tx, async (tx) => {
    found(await lockMacro(tx, editor, id), 'Macro');
    if (actions) {
      await claimBlobs(tx, editor.accountId, { macroId: id }, { blobIds: blobIdsIn(actions), signedIds }, now);
    }
    await tx.db
      .updateTable('macros')
      .set({ name, visibility, actions: actions && json(actions), updated_by_id: editor.userId, updated_at: now })
      .where('id', '=', id)
      .execute();
    if (actions) await checkTotal(tx, 'macros', { account_id: editor.accountId });
    return readMacro(tx, id);
  });
}
