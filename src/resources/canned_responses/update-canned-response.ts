import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { found } from '../../errors.ts';
import { checkTotal } from '../../db/check-total.ts';
import type { NewCannedResponse } from './create-canned-response.ts';
import { type CannedResponseRow, findCannedResponse } from './queries.ts';
import { refuseSecondCode } from './refuse-second-code.ts';

/** The changes; undefined leaves a value as it is. */
export type CannedResponseChanges = { [K in keyof NewCannedResponse]: NewCannedResponse[K] | undefined };

/**
 * Changes a canned response.
 * @throws AppError `invalid` when another one has the code, and as `checkTotal`; `not_found` when it has been deleted
 */
export function updateCannedResponse(
  tx: Tx,
  response: CannedResponseRow,
  input: CannedResponseChanges,
  now: Date,
): Promise<CannedResponseRow> {
  return inTransaction(tx, async (tx) => {
    await tx.db
      .updateTable('canned_responses')
      .set({ short_code: input.shortCode, content: input.content, updated_at: now })
      .where('id', '=', response.id)
      .execute()
      .catch(refuseSecondCode);
    if (input.content !== undefined) await checkTotal(tx, 'canned_responses', { account_id: response.accountId });
    return found(await findCannedResponse(tx, response.accountId, response.id), 'Canned response');
  });
}
