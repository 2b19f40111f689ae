import type { Tx } from '../../db/tx.ts';
import { blobIdsIn } from '../../conversations/actions/actions.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import { claimBlobs } from '../../storage/claim-blobs.ts';
import type { Action, MacroVisibility } from '../../entities/macro.ts';
import { checkTotal } from '../../db/check-total.ts';
import type { Member } from '../../records/user.ts';
import { type MacroRow, readMacro } from './queries.ts';

/** `signedIds` as in `RequestedActions`. */
export type NewMacro = {
  name: string;
  visibility: MacroVisibility;
  actions: Action[];
  signedIds: readonly number[];
};

/** Creates a macro of the user. @throws AppError `invalid` as `claimBlobs` and `checkTotal` */
export function createMacro(tx: Tx, author: Member, input: NewMacro, now: Date): Promise<MacroRow> {
  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('macros')
      .values({
        account_id: author.accountId,
        name: input.name,
        visibility: input.visibility,
        created_by_id: author.userId,
        updated_by_id: author.userId,
        actions: json(input.actions),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimBlobs(
      tx,
      author.accountId,
      { macroId: id },
      { blobIds: blobIdsIn(input.actions), signedIds: input.signedIds },
      now,
    );
    await checkTotal(tx, 'macros', { account_id: author.accountId });
    return readMacro(tx, id);
  });
}
