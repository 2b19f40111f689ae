import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import { inTransaction } from '../../db/transaction.ts';
import { checkTotal } from '../../db/check-total.ts';
import { type CannedResponseRow, readCannedResponse } from './queries.ts';
import { refuseSecondCode } from './refuse-second-code.ts';

export type NewCannedResponse = { shortCode: string; content: string };

/** Adds a canned response. @throws AppError `invalid` when the account has one with this code, and as `checkTotal` */
export function createCannedResponse(
  tx: Tx,
  account: AccountRecord,
  input: NewCannedResponse,
  now: Date,
): Promise<CannedResponseRow> {
  return inTransaction(tx, async (tx) => {
    const { id } = await tx.db
      .insertInto('canned_responses')
      .values({
        account_id: account.id,
        short_code: input.shortCode,
        content: input.content,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSecondCode);
    await checkTotal(tx, 'canned_responses', { account_id: account.id });
    return readCannedResponse(tx, id);
  });
}
