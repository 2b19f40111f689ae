import type { ConversationRecord } from '../../../records/conversation.ts';
import { unixSeconds } from '../../../time.ts';
import { jsonOf } from './json-text.ts';
import type { Source } from './source.ts';
import type { Entry } from './zip-of.ts';

/** The data of a conversation besides its messages and files, without empty parts. */
export async function* besideMessages(
  source: Source,
  { id }: ConversationRecord,
  folder: string,
): AsyncGenerator<Entry> {
  const { now: time } = source;
  const drafts = await draftsIn(source, id);
  if (drafts.length > 0) yield { name: `${folder}/drafts.json`, time, content: jsonOf(drafts) };
  const threads = await slackThreadsOf(source, id);
  if (threads.length > 0) yield { name: `${folder}/slack.json`, time, content: jsonOf(threads) };
}

/** What members have begun to write. */
async function draftsIn({ tx }: Source, conversationId: number) {
  const drafts = await tx.db
    .selectFrom('draft_messages as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['d.message', 'u.name as author', 'd.updated_at as updatedAt'])
    .where('d.conversation_id', '=', conversationId)
    .orderBy('d.id')
    .execute();
  return drafts.map(({ message, author, updatedAt }) => ({ author, message, updated_at: unixSeconds(updatedAt) }));
}

/** The conversation's threads at Slack, and the last message sent there. */
function slackThreadsOf({ tx }: Source, conversationId: number) {
  return tx.db
    .selectFrom('slack_threads')
    .select(['channel_id', 'thread_ts', 'last_message_id'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute();
}
