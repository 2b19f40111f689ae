import type { Tx } from '../../../db/tx.ts';

/** The number of the conversation that the account's message is in; null = the account has no such message. */
export async function conversationOfMessage(tx: Tx, accountId: number, messageId: number): Promise<number | null> {
  const row = await tx.db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select('c.display_id as displayId')
    .where('m.id', '=', messageId)
    .where('c.account_id', '=', accountId)
    .executeTakeFirst();
  return row?.displayId ?? null;
}
