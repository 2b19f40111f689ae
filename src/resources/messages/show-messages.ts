import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../records/actor.ts';
import type { MessageRecord } from '../../records/message.ts';
import { showList, showOne } from '../../db/kept/show-list.ts';
import type { List, Showing } from '../../db/kept/showing.ts';
import { type MessageRange, messagesIn } from '../../conversations/messages/queries.ts';
import { found } from '../../errors.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { ShownConversation } from '../../records/shown/find-shown-conversation.ts';
import { findConversationById } from '../../records/read-conversations.ts';
import { readMessages, rowsOfMessage } from '../../records/read-messages.ts';
import { rowsOfConversation } from '../../records/shown/rows-of-conversation.ts';
import type { Shown } from '../../wire/shape.ts';
import type { createdMessageShape, messagesShape } from './answers.ts';
import { presentMessage, presentMessagesMeta } from './presenter.ts';

/** Messages on a page, unless another number is asked for. */
export const USUAL_MESSAGES = 20;

/** Presents the messages in `range` of the conversation, which has this number, and some values of the conversation. */
export async function showMessagesPage(
  viewing: { tx: Tx; caller: Actor; now: Date; publicUrl: string },
  displayId: number,
  conversation: ShownConversation,
  range: MessageRange,
): Promise<Shown<typeof messagesShape>> {
  const messages = messagesIn(viewing.tx, conversation.keys[0].id, range);
  return {
    meta: await showMessagesMeta(viewing, conversation),
    payload: await showMessages(viewing, { displayId }, messages),
  };
}

/** Presents messages of the conversation. */
export function showMessages(
  { tx, caller, now, publicUrl }: { tx: Tx; caller: Actor; now: Date; publicUrl: string },
  conversation: { displayId: number },
  list: List<MessageRecord>,
): Promise<Shown<typeof createdMessageShape>[]> {
  return showList(tx, showingIn(conversation.displayId), list, { viewer: caller, now, publicUrl });
}

/** Presents what the list of a conversation's messages says of the conversation. */
export async function showMessagesMeta(
  { tx, caller, now, publicUrl }: { tx: Tx; caller: Actor; now: Date; publicUrl: string },
  { keys, read }: ShownConversation,
): Promise<Meta> {
  const list = { ids: async () => keys, items: async () => [await read()] };
  return found(await showOne(tx, META, list, { viewer: caller, now, publicUrl }), 'Conversation');
}

type Meta = Shown<typeof messagesShape>['meta'];

const META: Showing<ConversationRecord, Meta> = {
  table: 'conversations',
  form: 'of messages',
  read: async (tx, ids) =>
    (await Promise.all(ids.map((id) => findConversationById(tx, id)))).filter((one) => one !== null),
  idOf: ({ id }) => id,
  present: (conversation, { now }) => presentMessagesMeta(conversation, now),
  rowsOf: rowsOfConversation,
};

/** For the messages of the conversation with this number. */
function showingIn(displayId: number): Showing<MessageRecord, Shown<typeof createdMessageShape>> {
  return {
    table: 'messages',
    form: `in ${displayId}`,
    read: readMessages,
    idOf: ({ id }) => id,
    present: (message, { publicUrl }) => presentMessage(message, displayId, publicUrl),
    rowsOf: rowsOfMessage,
  };
}
