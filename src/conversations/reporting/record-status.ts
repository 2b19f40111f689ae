import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { recordForReports } from './record-event.ts';

/** Writes that the conversation was resolved, or opened, for reports; other statuses are not counted. */
export async function recordStatus(tx: Tx, after: ConversationRecord, now: Date): Promise<void> {
  const userId = after.assignee?.id ?? null;
  if (after.status === 'resolved') {
    await recordForReports(tx, after, { name: 'conversation_resolved', userId, start: after.createdAt }, now);
  }
  if (after.status === 'open') {
    const [resolved] = await lastResolved(tx, { conversationId: after.id });
    const start = resolved?.endedAt ?? now;
    await recordForReports(tx, after, { name: 'conversation_opened', userId, start }, now);
  }
}

const lastResolved = prepared((db, values: Placeholders<{ conversationId: number }>) =>
  db
    .selectFrom('reporting_events')
    .select('event_end_time as endedAt')
    .where('conversation_id', '=', values.conversationId)
    .where('name', '=', 'conversation_resolved')
    .orderBy('id', 'desc')
    .limit(1),
);
