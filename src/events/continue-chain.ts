import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import { db, type EntityManager } from '../db/orm.ts';
import { chainAfter, LONGEST_CHAIN, LoopStopped, NO_CHAIN } from './chain.ts';
import { findCause } from './find-cause.ts';

/**
 * Counts a change that `actor` makes to the conversation and returns the conversation with its chain. Null = the
 * system: its changes belong to the change that caused them. Call it once in each command, with the conversation
 * locked.
 * @throws LoopStopped when there are too many automatic changes in a row
 */
export async function continueChain(
  em: EntityManager,
  conversation: ConversationRecord,
  actor: Actor | null,
  now: Date,
): Promise<ConversationRecord> {
  if (actor === null) return conversation;
  const { cause, chain } = await chainOf(em, conversation, actor, now);
  if (chain.beganAt !== null && chain.length > LONGEST_CHAIN) {
    throw new LoopStopped(conversation, chain.beganAt, cause, now);
  }
  if (chain.length === 0 && conversation.chain.length === 0) return conversation;
  await db(em)
    .updateTable('conversations')
    .set({ chain_length: chain.length, chain_began_at: chain.beganAt })
    .where('id', '=', conversation.id)
    .execute();
  return { ...conversation, chain };
}

async function chainOf(em: EntityManager, conversation: ConversationRecord, actor: Actor, now: Date) {
  if (actor.tokenId === null) return { cause: null, chain: NO_CHAIN };
  const cause = await findCause(em, conversation, actor.answeredDeliveryId, now);
  return { cause, chain: chainAfter(conversation.chain, cause, now) };
}
