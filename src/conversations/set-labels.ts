import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { json } from '../db/dialect.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { inTransaction } from '../db/transaction.ts';
import { continueChain } from '../events/continue-chain.ts';
import { change } from '../wire/payloads.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { recordConversationUpdated } from '../events/record-conversation.ts';
import { noteActivity } from './messages/note-activity.ts';

/** Gives the conversation these labels and no others, each once and trimmed; `actor` null = the system. */
export function setLabels(
  em: EntityManager,
  conversation: ConversationRecord,
  input: { labels: string[]; actor: Actor | null },
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(em, async (em) => {
    const locked = await lockConversation(em, conversation.id);
    const labels = [...new Set(input.labels.map((label) => label.trim()))];
    const added = labels.filter((label) => !locked.labels.includes(label));
    const removed = locked.labels.filter((label) => !labels.includes(label));
    if (added.length === 0 && removed.length === 0) return locked;
    const before = await continueChain(em, locked, input.actor, now);
    await db(em)
      .updateTable('conversations')
      .set({ labels: json(labels), updated_at: now })
      .where('id', '=', before.id)
      .execute();

    let after: ConversationRecord = { ...before, labels, updatedAt: now };
    for (const activity of activities(input.actor, added, removed)) {
      after = await noteActivity(em, after, activity, now);
    }
    await recordConversationUpdated(em, after, [change('label_list', before.labels, labels)], now);
    return after;
  });
}

function activities(actor: Actor | null, added: string[], removed: string[]): string[] {
  const who = actor?.name ?? 'The system';
  return [
    ...(added.length > 0 ? [`${who} added the ${named(added)}`] : []),
    ...(removed.length > 0 ? [`${who} removed the ${named(removed)}`] : []),
  ];
}

function named(labels: string[]): string {
  return `${labels.length === 1 ? 'label' : 'labels'} ${labels.join(', ')}`;
}
