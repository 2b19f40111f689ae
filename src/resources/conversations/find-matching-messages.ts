import type { Tx } from '../../db/tx.ts';
import type { MessageRecord } from '../../records/message.ts';
import { sql } from 'kysely';
import { matchText, matchingMessages } from '../../db/search/match.ts';
import { wordQuery } from '../../db/search/words.ts';
import { readMessages } from '../../records/read-messages.ts';
import type { ListedConversation } from './queries.ts';

/** Most messages shown per conversation, the newest. */
const MOST = 15;

/** A message that matches a search, and the row key of its conversation. */
export type FoundMessage = { conversationId: number; message: MessageRecord };

/**
 * The messages with all words of `text` in these conversations: the newest `MOST` of each, in the order of their ids. A
 * text without any words matches none. It takes two statements.
 */
export async function findMatchingMessages(
  tx: Tx,
  accountId: number,
  listed: ListedConversation[],
  text: string,
): Promise<FoundMessage[]> {
  const words = wordQuery(text);
  if (words === null || listed.length === 0) return [];
  const ids = JSON.stringify(listed.map(({ conversation }) => conversation.id));
  const matching = matchingMessages(tx, matchText(tx, accountId, words), ids);
  const { rows } = await sql<{
    id: number;
    conversationId: number;
  }>`select id, conversation_id as "conversationId" from (
      select s.id, s.conversation_id, row_number() over (partition by s.conversation_id order by s.id desc) as place
      from ${matching} s
    ) found where place <= ${MOST}`.execute(tx.aside.db);

  const conversationOf = new Map(rows.map(({ id, conversationId }) => [id, conversationId]));
  const messages = await readMessages(tx, [...conversationOf.keys()]);
  return messages.map((message) => ({ conversationId: conversationOf.get(message.id) ?? 0, message }));
}
