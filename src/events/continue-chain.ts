import type { Tx } from '../db/tx.ts';
import type { Actor } from '../records/actor.ts';
import type { Chain, ConversationRecord } from '../records/conversation.ts';
import { chainAfter, LONGEST_CHAIN, LoopStopped, NO_CHAIN } from './chain.ts';
import { findCause } from './find-cause.ts';

/**
 * The conversation's chain with a change that `actor` is about to make. `actor` null = the system, whose changes belong
 * to what they follow from, as those of automation rules do: the chain stays as it is. To be called once in each command, with the conversation locked;
 * the command writes the chain together with the change.
 * @throws LoopStopped when it is one of too many automatic changes in a row
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
  // What acts for a contact may be a program too.
  if (actor.tokenId === null && actor.type !== 'Contact') return { cause: null, chain: NO_CHAIN };
  const cause = await findCause(tx, conversation, actor.answeredDeliveryId, now);
  return { cause, chain: chainAfter(conversation.chain, cause, now) };
}
