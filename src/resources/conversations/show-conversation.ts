import type { Tx } from '../../db/tx.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Actor } from '../../records/actor.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { allRows } from '../../db/kept/row-keys.ts';
import { showList, showOne } from '../../db/kept/show-list.ts';
import type { List, Showing } from '../../db/kept/showing.ts';
import { found } from '../../errors.ts';
import { findShownConversation, type ShownConversation } from '../../records/shown/find-shown-conversation.ts';
import { readConversations } from '../../records/read-conversations.ts';
import { rowsOfMessage } from '../../records/read-messages.ts';
import { rowsOfConversation } from '../../records/shown/rows-of-conversation.ts';
import { findVisibleConversation, seesInboxOf } from '../../records/visible-inboxes.ts';
import { withShownContactInbox } from '../../records/access/source-ids.ts';
import { mayOnlyRead, type Scoped } from '../../records/access/token-scope.ts';
import type { Shown } from '../../wire/shape.ts';
import type { conversationShape } from './answers.ts';
import { presentConversation } from './presenter.ts';
import { type ListedConversation, withMessages } from './queries.ts';

/** The part of a request that names a conversation by the parameter `Name` of its path. */
type ConversationPath<Name extends string> = {
  tx: Tx;
  account: AccountRecord;
  caller: Actor;
  params: Record<Name, number>;
};

/** The part of a request on which it depends how a conversation is shown. */
type Viewing = { tx: Tx; caller: Actor & Pick<Scoped, 'scope'>; now: Date; publicUrl: string };

/** The conversation with the number in the path. @throws AppError as `findVisibleConversation` */
export function conversationOf({ tx, account, caller, params }: ConversationPath<'id'>): Promise<ConversationRecord> {
  return findVisibleConversation(tx, account.id, params.id, caller);
}

/** The same for paths below a conversation. */
export function parentConversationOf(asked: ConversationPath<'conversation_id'>): Promise<ConversationRecord> {
  const { tx, account, caller, params } = asked;
  return findVisibleConversation(tx, account.id, params.conversation_id, caller);
}

/** The conversation with the number in the path, for `showConversation`. @throws AppError as `findVisibleConversation` */
export function shownConversationOf({
  tx,
  account,
  caller,
  params,
}: ConversationPath<'id'>): Promise<ShownConversation> {
  return findShownConversation(tx, account.id, params.id, caller);
}

/** Presents the conversation with its messages. */
export async function showConversation(
  viewing: Viewing,
  { keys, read, seesInbox }: ShownConversation,
): Promise<Shown<typeof conversationShape>> {
  const { tx, caller, now, publicUrl } = viewing;
  const list = { ids: async () => keys, items: async () => withMessages(tx, [await read()]) };
  const showing = seesInbox ? showingFor(caller) : MASKED;
  const shown = await showOne(tx, showing, list, { viewer: caller, now, publicUrl });
  return found(shown, 'Conversation');
}

/** As `showConversation`, for a conversation changed by this request and read after the change. */
export async function showChangedConversation(
  { tx, caller, now, publicUrl }: Viewing,
  conversation: ConversationRecord,
): Promise<Shown<typeof conversationShape>> {
  const { account, inbox, team } = conversation;
  const seesInbox = await seesInboxOf(tx, account.id, { inboxId: inbox.id, team }, caller);
  const [listed] = await withMessages(tx, [conversation]);
  const { present } = seesInbox ? showingFor(caller) : MASKED;
  return present(found(listed, 'Conversation'), { viewer: caller, now, publicUrl });
}

/** Presents the conversations of a list with their messages; the caller sees their inboxes. */
export function showConversations(
  { tx, caller, now, publicUrl }: Viewing,
  list: List<ListedConversation>,
): Promise<Shown<typeof conversationShape>[]> {
  return showList(tx, showingFor(caller), list, { viewer: caller, now, publicUrl });
}

const SHOWING: Showing<ListedConversation, Shown<typeof conversationShape>> = {
  table: 'conversations',
  form: 'listed',
  read: async (tx, ids) => withMessages(tx, await readConversations(tx, ids)),
  idOf: ({ conversation }) => conversation.id,
  present: (listed, { viewer, now, publicUrl }) => presentConversation(listed, viewer, now, publicUrl),
  rowsOf: ({ conversation, lastMessage, lastNonActivityMessage }) => {
    const messages = [conversation.lastMessageId, conversation.lastNonActivityMessageId].filter((id) => id !== null);
    const shown = [lastMessage, lastNonActivityMessage].filter((message) => message !== null);
    return allRows(rowsOfConversation(conversation), { messages, attachments: messages }, ...shown.map(rowsOfMessage));
  },
};

/** Without the source ids of contacts that are secrets. */
const MASKED: typeof SHOWING = {
  ...SHOWING,
  form: 'listed without source ids',
  present: ({ conversation, ...listed }, seen) =>
    SHOWING.present({ ...listed, conversation: withShownContactInbox(conversation, []) }, seen),
};

/** For a caller who sees the inboxes of the conversations. */
function showingFor(caller: Pick<Scoped, 'scope'>): typeof SHOWING {
  return mayOnlyRead(caller) ? MASKED : SHOWING;
}
