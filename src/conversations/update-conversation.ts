import type { Tx } from '../db/tx.ts';
import { isDeepStrictEqual } from 'node:util';
import type { UpdateObject } from 'kysely';
import type { ConversationRecord } from '../records/conversation.ts';
import { json } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { Tables } from '../db/database.ts';
import { MINUTE } from '../time.ts';
import { movingFacts } from './reporting/append-changes.ts';

/** What commands change of a conversation. */
const NAMES = [
  'assignee',
  'assigneeBot',
  'team',
  'status',
  'priority',
  'muted',
  'labels',
  'customAttributes',
  'snoozedUntil',
  'waitingSince',
  'firstReplyCreatedAt',
  'agentLastSeenAt',
  'assigneeLastSeenAt',
  'contactLastSeenAt',
  'lastActivityAt',
  'lastIncomingAt',
  'updatedAt',
  'unreadCount',
  'lastMessageId',
  'lastNonActivityMessageId',
  'chain',
] as const;
type Name = (typeof NAMES)[number];
export type ConversationChanges = Partial<Pick<ConversationRecord, Name>>;

/**
 * Writes what `changes` differ from the locked conversation `before`, in one statement. Returns the conversation as it is
 * then, for the events to tell.
 */
export async function updateConversation(
  tx: Tx,
  before: ConversationRecord,
  changes: ConversationChanges,
): Promise<ConversationRecord> {
  const after = { ...before, ...changes };
  after.lastActivityAt = notBefore(before.lastActivityAt, after.lastActivityAt);
  after.updatedAt = notBefore(before.updatedAt, after.updatedAt);

  const names = NAMES.filter((name) => name in changes && !isSame(before[name], after[name]));
  if (names.length === 0) return after;
  await movingFacts(tx, before, after, () => tx.sent(update(tx, valuesOf(after), names.join(' '))));
  return after;
}

/**
 * Requests may be served in another order than they came in, and no event tells an earlier time than the one before it.
 * A time that is far ahead comes from a wrong clock and is not kept.
 */
function notBefore(previous: Date, time: Date): Date {
  const ahead = previous.getTime() - time.getTime();
  return ahead > 0 && ahead < MINUTE ? previous : time;
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  return typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other);
}

function valuesOf(after: ConversationRecord) {
  return {
    ...after,
    // Hardly any change needs their text.
    get labels() {
      return json(after.labels);
    },
    get customAttributes() {
      return json(after.customAttributes);
    },
    assigneeId: after.assignee?.id ?? null,
    assigneeBotId: after.assigneeBot?.id ?? null,
    teamId: after.team?.id ?? null,
    chainLength: after.chain.length,
    chainBeganAt: after.chain.beganAt,
  };
}
type Values = ReturnType<typeof valuesOf>;

const columnsOf = (values: Placeholders<Values>) =>
  ({
    assignee: { assignee_id: values.assigneeId },
    assigneeBot: { assignee_bot_id: values.assigneeBotId },
    team: { team_id: values.teamId },
    status: { status: values.status },
    priority: { priority: values.priority },
    muted: { muted: values.muted },
    labels: { labels: values.labels },
    customAttributes: { custom_attributes: values.customAttributes },
    snoozedUntil: { snoozed_until: values.snoozedUntil },
    waitingSince: { waiting_since: values.waitingSince },
    firstReplyCreatedAt: { first_reply_created_at: values.firstReplyCreatedAt },
    agentLastSeenAt: { agent_last_seen_at: values.agentLastSeenAt },
    assigneeLastSeenAt: { assignee_last_seen_at: values.assigneeLastSeenAt },
    contactLastSeenAt: { contact_last_seen_at: values.contactLastSeenAt },
    lastActivityAt: { last_activity_at: values.lastActivityAt },
    lastIncomingAt: { last_incoming_at: values.lastIncomingAt },
    updatedAt: { updated_at: values.updatedAt },
    unreadCount: { unread_count: values.unreadCount },
    lastMessageId: { last_message_id: values.lastMessageId },
    lastNonActivityMessageId: { last_non_activity_message_id: values.lastNonActivityMessageId },
    chain: { chain_length: values.chainLength, chain_began_at: values.chainBeganAt },
  }) satisfies Record<Name, UpdateObject<Tables, 'conversations'>>;

const update = prepared((db, values: Placeholders<Values>, changed: string) => {
  const columns = columnsOf(values);
  const names = NAMES.filter((name) => changed.split(' ').includes(name));
  return names.reduce(
    (query, name) => query.set(columns[name]),
    db.updateTable('conversations').where('id', '=', values.id),
  );
});
