import type { Tx } from '../db/tx.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { type Expression, sql } from 'kysely';
import { inList } from '../db/dialect.ts';
import { parseFlags, type Placeholders, prepared } from '../db/prepared.ts';
import type { ReceiverType } from '../entities/delivery.ts';
import { ANSWER_MS, type Cause } from './chain.ts';
import { findPostedEvent } from './posted-event.ts';
import { botIdsOf } from './record-conversation.ts';
import { conversationLane, replayLane } from './record.ts';

/**
 * The delivery that a change of the conversation answers: the account's with the id `deliveryId`, which the caller
 * names, otherwise the one with the newest event among those that are being sent, also again, or have succeeded within `ANSWER_MS`,
 * and what an action has posted then; null = none. `deliveryId` null = the caller names none.
 */
export async function findCause(
  tx: Tx,
  conversation: ConversationRecord,
  deliveryId: number | null,
  now: Date,
): Promise<Cause | null> {
  const accountId = conversation.account.id;
  const [named] = deliveryId === null ? [] : await namedDelivery(tx, { id: deliveryId, accountId });
  if (named) return named;
  const botIds = botIdsOf(conversation);
  const around = {
    accountId,
    inboxId: conversation.inbox.id,
    botIds: JSON.stringify(botIds),
    lane: conversationLane(conversation.id),
    replayLane: replayLane(conversationLane(conversation.id)),
    oldest: new Date(now.getTime() - ANSWER_MS),
  };
  const variant = `${botIds.length > 0} ${conversation.inbox.webhookUrl !== null}` as const;
  const [[newest], posted] = await tx.together((tx) => [
    newestDelivery(tx, around, variant),
    findPostedEvent(tx, conversation.id),
  ]);
  if (!posted || (posted.finishedAt !== null && posted.finishedAt < around.oldest)) return newest ?? null;
  if (newest && newest.createdAt > posted.createdAt) return newest;
  return { chainLength: Number(posted.payload['chain_length']), receiverType: 'Job', receiverId: posted.id };
}

const CAUSE = [
  'e.chain_length as chainLength',
  'd.receiver_type as receiverType',
  'd.receiver_id as receiverId',
] as const;

const namedDelivery = prepared((db, values: Placeholders<{ id: number; accountId: number }>) =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select(CAUSE)
    .where('d.id', '=', values.id)
    .where('d.account_id', '=', values.accountId),
);

type Around = {
  accountId: number;
  inboxId: number;
  botIds: string;
  lane: string;
  replayLane: string;
  oldest: Date;
};

/** Compares the last delivery of each webhook, also of what it is sent again, of each bot and of the inbox's address, each found by an index. */
const newestDelivery = prepared((db, values: Placeholders<Around>, variant: `${boolean} ${boolean}`, tx) => {
  const [hasBots, hasAddress] = parseFlags(variant);
  const last = (type: ReceiverType, id: Expression<number>) => lastOf(type, id, values.lane).as('id');
  const ofAccount = db.selectFrom('webhooks as w').where('w.account_id', '=', values.accountId);
  const replayed = ofAccount.select(lastOf('Webhook', sql.ref('w.id'), values.replayLane).as('id'));
  const bots = db
    .selectFrom('agent_bots as b')
    .select(last('AgentBot', sql.ref('b.id')))
    .where(inList(tx, 'b.id', values.botIds));
  const candidates = ofAccount
    .select(last('Webhook', sql.ref('w.id')))
    .unionAll(replayed)
    .$if(hasBots === true, (query) => query.unionAll(bots))
    .$if(hasAddress === true, (query) => query.unionAll(db.selectNoFrom(last('Inbox', sql`${values.inboxId}`))));
  return db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select([...CAUSE, 'e.created_at as createdAt'])
    .where('d.id', 'in', candidates)
    .where((eb) => eb.or([eb('d.status', '=', sql.lit('pending')), eb('d.finished_at', '>=', values.oldest)]))
    .orderBy('d.event_id', 'desc')
    .limit(1);
});

/** The delivery that is being sent to the receiver, otherwise the last that succeeded. */
function lastOf(type: ReceiverType, id: Expression<number>, lane: Expression<string>) {
  const ofLane = sql`receiver_type = ${sql.lit(type)} and receiver_id = ${id} and lane = ${lane}`;
  return sql<number>`coalesce(
    case when exists (select 1 from delivery_lanes where ${ofLane} and held_by is not null)
      then (select min(id) from deliveries where ${ofLane} and status = 'pending') end,
    (select max(id) from deliveries where ${ofLane} and status = 'delivered'))`;
}
