import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { found } from '../../errors.ts';
import { findVisibleConversation } from '../../records/visible-inboxes.ts';
import type { Shown } from '../../wire/shape.ts';
import type { conversationShape } from './answers.ts';
import { presentConversation } from './presenter.ts';
import { withMessages } from './queries.ts';

/** The part of a request that names a conversation by the parameter `Name` of its path. */
type ConversationPath<Name extends string> = {
  tx: Tx;
  account: AccountRecord;
  caller: Actor;
  params: Record<Name, number>;
};

/** The conversation with the number in the path. @throws AppError as `findVisibleConversation` */
export function conversationOf({ tx, account, caller, params }: ConversationPath<'id'>): Promise<ConversationRecord> {
  return findVisibleConversation(tx, account.id, params.id, caller);
}

/** The same for paths below a conversation. */
export function parentConversationOf(asked: ConversationPath<'conversation_id'>): Promise<ConversationRecord> {
  const { tx, account, caller, params } = asked;
  return findVisibleConversation(tx, account.id, params.conversation_id, caller);
}

/** Presents the conversation with its messages. */
export async function showConversation(
  { tx, caller, now, publicUrl }: { tx: Tx; caller: Actor; now: Date; publicUrl: string },
  conversation: ConversationRecord,
): Promise<Shown<typeof conversationShape>> {
  const [listed] = await withMessages(tx, [conversation]);
  return presentConversation(found(listed, 'Conversation'), caller, now, publicUrl);
}
