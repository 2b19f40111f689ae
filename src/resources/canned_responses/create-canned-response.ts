import type { AccountRecord } from '../../records/account.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type CannedResponseRow, readCannedResponse } from './queries.ts';
import { refuseSecondCode } from './refuse-second-code.ts';

export type NewCannedResponse = { shortCode: string; content: string };

/** Adds a canned response. @throws AppError `invalid` when the account has one with this code */
export function createCannedResponse(
  em: EntityManager,
  account: AccountRecord,
  input: NewCannedResponse,
  now: Date,
): Promise<CannedResponseRow> {
  return inTransaction(em, async (em) => {
    const { id } = await db(em)
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
    return readCannedResponse(em, id);
  });
}
