import type { Tx } from '../db/tx.ts';
import { takeAdvisoryLock } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { ConversationStatus } from '../entities/conversation.ts';

/** What a conversation is counted under; assignee null = none. */
export type Counted = { accountId: number; inboxId: number; status: ConversationStatus; assigneeId: number | null };

/**
 * Adds `by` conversations (one, or a negative number) to their count, in the transaction that adds, moves or removes
 * them. Takes the account's lock for counting conversations, which comes after all other locks.
 */
export async function countConversation(tx: Tx, counted: Counted, by: number): Promise<void> {
  // Two transactions that move conversations in opposite directions would wait for each other's rows.
  await takeAdvisoryLock(tx, 'conversation counts', counted.accountId);
  await add(tx, { ...counted, assigneeId: counted.assigneeId ?? 0, by });
}

const add = prepared(
  (
    db,
    values: Placeholders<{
      accountId: number;
      inboxId: number;
      status: ConversationStatus;
      assigneeId: number;
      by: number;
    }>,
  ) =>
    db
      .insertInto('conversation_counts')
      .values({
        account_id: values.accountId,
        inbox_id: values.inboxId,
        status: values.status,
        assignee_id: values.assigneeId,
        count: values.by,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'status', 'inbox_id', 'assignee_id'])
          .doUpdateSet((eb) => ({ count: eb('conversation_counts.count', '+', eb.ref('excluded.count')) })),
      ),
);
