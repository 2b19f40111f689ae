import type { ConversationRecord } from '../../records/conversation.ts';
import { found } from '../../errors.ts';
import { openConversation } from '../../records/visible-inboxes.ts';
import type { Asked } from '../../http/routes/route.ts';
import type { Shown } from '../../wire/shape.ts';
import type { conversationShape } from './answers.ts';
import { presentConversation } from './presenter.ts';
import { withMessages } from './queries.ts';

/** The conversation with the number in the path, if the caller sees it. */
export function conversationOf({ tx, account, caller, params }: Asked<'/:id'>): Promise<ConversationRecord> {
  return openConversation(tx, account.id, params.id, caller);
}

/** The same for paths below a conversation. */
export function ownerOf({ tx, account, caller, params }: Asked<'/:conversation_id'>): Promise<ConversationRecord> {
  return openConversation(tx, account.id, params.conversation_id, caller);
}

/** Presents the conversation with its messages. */
export async function showConversation(
  { tx, caller, now, publicUrl }: Pick<Asked, 'tx' | 'caller' | 'now' | 'publicUrl'>,
  conversation: ConversationRecord,
): Promise<Shown<typeof conversationShape>> {
  const [listed] = await withMessages(tx, [conversation]);
  return presentConversation(found(listed, 'Conversation'), caller, now, publicUrl);
}
