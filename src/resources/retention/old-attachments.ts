import { sql } from 'kysely';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { isFile } from '../../records/message.ts';
import type { RetentionRule } from './rules.ts';

/** Rows that are looked at in one statement. */
const LOOKED_AT = 500;

/** A file that is older than its account keeps files. */
export type OldAttachment = { id: number; accountId: number; messageId: number; fileSize: number };

/**
 * Goes through the attachments of the installation from the oldest on, and gives those that are old by these rules, some
 * at a time. A message that is still to be sent keeps its files, and so does one whose conversation is removed as a whole
 * by the same rules.
 */
export async function* oldAttachments(tx: Tx, rules: readonly RetentionRule[]): AsyncGenerator<OldAttachment[]> {
  const ruleOf = new Map(rules.map((rule) => [rule.accountId, rule]));
  const newest = Math.max(...rules.map(({ keptSince }) => keptSince.attachments?.getTime() ?? 0));
  let after = 0;
  for (;;) {
    const rows = await nextAttachments(tx, { after, most: LOOKED_AT });
    const last = rows.at(-1);
    // Row keys are in the order of time.
    if (!last || !rows.some(({ createdAt }) => createdAt.getTime() < newest)) return;
    after = last.id;
    const old = rows.filter((row) => isOld(row, ruleOf.get(row.accountId)));
    yield old.map(({ id, accountId, messageId, fileSize }) => ({ id, accountId, messageId, fileSize }));
  }
}

type Row = Awaited<ReturnType<typeof nextAttachments>>[number];

function isOld(row: Row, rule: RetentionRule | undefined): boolean {
  const { attachments: since = null, conversations = null } = rule?.keptSince ?? {};
  if (since === null || row.createdAt >= since || !isFile(row) || row.isQueued) return false;
  const goesWithConversation =
    row.status === 'resolved' && conversations !== null && row.lastActivityAt < conversations;
  return !goesWithConversation;
}

const nextAttachments = prepared((db, values: Placeholders<{ after: number; most: number }>) =>
  db
    .selectFrom('attachments as x')
    .innerJoin('conversations as c', 'c.id', 'x.conversation_id')
    .leftJoin('sendings as s', (join) => join.onRef('s.message_id', '=', 'x.message_id').on('s.status', '=', 'queued'))
    .select([
      'x.id',
      'x.account_id as accountId',
      'x.message_id as messageId',
      'x.file_type as fileType',
      'x.file_size as fileSize',
      'x.created_at as createdAt',
      'c.status',
      'c.last_activity_at as lastActivityAt',
      sql<boolean>`s.id is not null`.as('isQueued'),
    ])
    .where('x.id', '>', values.after)
    .orderBy('x.id')
    .limit(values.most),
);
