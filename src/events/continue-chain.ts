import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { Chain, ConversationRecord } from '../records/conversation.ts';
import { chainAfter, LONGEST_CHAIN, LoopStopped, NO_CHAIN } from './chain.ts';
import { findCause } from './find-cause.ts';

/**
 * The conversation's chain with the next change by `actor`. Changes by the system (null) and by automation rules belong to
 * their cause, and leave the chain unchanged. To be called once per command, with the conversation locked; the command writes
 * the chain together with the change.
 * @throws LoopStopped after too many automatic changes in a row
 */
export async function continueChain(
  tx: Tx,
  conversation: ConversationRecord,
  actor: Actor | null,
  now: Date,
): Promise<Chain> {
  if (actor === null || actor.type === 'AutomationRule') return conversation.chain;
  const { cause, chain } = await chainOf(tx, conversation, actor, now);
  if (chain.beganAt !== null && chain.length > LONGEST_CHAIN) {
    throw new LoopStopped(conversation, chain.beganAt, cause, now);
  }
  return chain;
}

async function chainOf(tx: Tx, conversation: ConversationRecord, actor: Actor, now: Date) {
  // A program may act for a contact.
  if (actor.tokenId === null && actor.type !== 'Contact') return { cause: null, chain: NO_CHAIN };
  const cause = await findCause(tx, conversation, actor.answeredDeliveryId, now);
  return { cause, chain: chainAfter(conversation.chain, cause, now) };
}
