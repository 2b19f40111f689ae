import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { FILE_TYPES } from '../../entities/attachment.ts';
import { type Amounts, nothing, type PrunedAccount } from './amounts.ts';
import { oldAttachments } from './old-attachments.ts';
import { oldContacts } from './old-contacts.ts';
import type { RetentionRule } from './rules.ts';

/** The amounts that `prune` would remove by these rules now. Reads aside, and changes nothing. */
export async function preview(tx: Tx, rules: readonly RetentionRule[], now: Date): Promise<PrunedAccount[]> {
  const { aside } = tx;
  const amounts = new Map<number, Amounts>();
  for (const rule of rules) {
    const conversations = await conversationsOf(aside, rule);
    const contacts = { count: 0, bytes: 0 };
    for await (const old of oldContacts(aside, rule, now)) {
      contacts.count += old.length;
      contacts.bytes += old.reduce((bytes, contact) => bytes + contact.bytes, 0);
    }
    amounts.set(rule.accountId, { ...nothing(), conversations, contacts });
  }
  for await (const old of oldAttachments(aside, rules)) {
    for (const { accountId, fileSize } of old) {
      const { attachments: sum } = amounts.get(accountId) ?? nothing();
      sum.count += 1;
      sum.bytes += fileSize;
    }
  }
  return rules.map(({ accountId, accountName }) => ({
    accountId,
    accountName,
    ...(amounts.get(accountId) ?? nothing()),
  }));
}

async function conversationsOf(tx: Tx, { accountId, keptSince }: RetentionRule): Promise<Amounts['conversations']> {
  const { conversations: before } = keptSince;
  if (before === null) return nothing().conversations;
  const old = tx.db
    .selectFrom('conversations as c')
    .where('c.account_id', '=', accountId)
    .where('c.status', '=', 'resolved')
    .where('c.last_activity_at', '<', before);
  const count = sql<string>`count(*)`.as('count');
  const conversations = await old.select(count).executeTakeFirstOrThrow();
  const messages = await old
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .select(count)
    .executeTakeFirstOrThrow();
  const files = await old
    .innerJoin('attachments as x', 'x.conversation_id', 'c.id')
    .where('x.file_type', 'in', FILE_TYPES)
    .select(sql<string | null>`sum(x.file_size)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return { count: Number(conversations.count), messages: Number(messages.count), bytes: Number(files.bytes ?? 0) };
}
