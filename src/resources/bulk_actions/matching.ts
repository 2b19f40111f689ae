import type { Tx } from '../../db/tx.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { BulkType } from '../../entities/bulk-action.ts';
import type { ConversationType } from '../../entities/conversation.ts';
import { readConditions } from '../../filters/read-conditions.ts';
import type { Actor } from '../../records/actor.ts';
import { countMatchingContacts, matchingContactKeys } from '../contacts/filtered-contacts.ts';
import {
  countMatchingConversations,
  matchingConversationKeys,
  visibleFilter,
} from '../conversations/filtered-conversations.ts';

/** The account's items that meet the conditions, in the inboxes visible to `actor`. */
export type Match = {
  accountId: number;
  type: BulkType;
  conditions: Attributes[];
  /** Only conversations that concern `actor` in this way. */
  conversationType?: ConversationType | undefined;
  actor: Actor;
};

/** A part of those that match, in the order of their row keys: after `after`, up to `last`. */
export type Part = { after: number; last: number; limit: number };

/**
 * How many match, and the greatest row key among them; 0 = none.
 * @throws AppError `invalid` as `readConditions`
 */
export async function countMatching(tx: Tx, match: Match, now: Date): Promise<{ count: number; lastKey: number }> {
  const { accountId } = match;
  if (match.type === 'Contact') {
    return countMatchingContacts(tx, accountId, await readConditions(tx, accountId, 'contact', match.conditions, now));
  }
  return countMatchingConversations(tx, await conversationFilter(tx, match, now));
}

/** Their row keys, and the ids by which callers know them; days in the conditions count from `now`. */
export async function matchingKeys(
  tx: Tx,
  match: Match,
  part: Part,
  now: Date,
): Promise<{ key: number; id: number }[]> {
  const { accountId } = match;
  if (match.type === 'Contact') {
    const conditions = await readConditions(tx, accountId, 'contact', match.conditions, now);
    return matchingContactKeys(tx, accountId, conditions, part);
  }
  return matchingConversationKeys(tx, await conversationFilter(tx, match, now), part);
}

async function conversationFilter(tx: Tx, { accountId, conditions: given, conversationType, actor }: Match, now: Date) {
  const conditions = await readConditions(tx, accountId, 'conversation', given, now);
  return visibleFilter(tx, { id: accountId }, actor, conditions, conversationType);
}
