import type { Tx } from '../db/tx.ts';
import type { AccountRecord } from '../records/account.ts';
import type { Actor } from '../records/actor.ts';
import type { ConversationRecord } from '../records/conversation.ts';
import type { MessageRecord } from '../records/message.ts';
import { takeAdvisoryLock } from '../db/dialect.ts';
import { inTransaction } from '../db/transaction.ts';
import { readConversation } from '../records/read-conversations.ts';
import { checkInboxVisible } from '../records/visible-inboxes.ts';
import type { ContactInboxKey } from './ensure-contact-inbox.ts';
import type { NewMessage } from './messages/new-message.ts';
import { type Begin, createMessage } from './messages/create-message.ts';
import { chooseContactInbox, type ContactAndInbox } from './choose-contact-inbox.ts';
import { beginConversation, type InitialState, insertConversation } from './insert-conversation.ts';

export type NewConversation = ContactAndInbox &
  InitialState & {
    /** The first message; null = none yet. */
    message: NewMessage | null;
    /** Who starts it. */
    actor: Actor;
  };

/**
 * Starts a conversation, with its first message if given. In an inbox locked to a single conversation, the contact's newest
 * conversation is continued instead, and the initial state ignored. A new conversation is assigned automatically, as in
 * `beginConversation`.
 * @throws AppError `not_found` for the contact, inbox, source id or team, `invalid` for the source id or the assignee,
 *   `access_denied` for an inbox that `actor` does not see, and as `createMessage` does for the message
 */
export function createConversation(
  tx: Tx,
  account: AccountRecord,
  input: NewConversation,
  now: Date,
): Promise<ConversationRecord> {
  return inTransaction(tx, async (tx) => {
    const contactInbox = await chooseContactInbox(tx, account, input, now);
    await checkInboxVisible(tx, account.id, contactInbox.inboxId, input.actor);
    return startConversation(tx, account, contactInbox, input, now);
  });
}

type Start = InitialState & Pick<NewConversation, 'message'> & Partial<Pick<NewConversation, 'actor'>>;

/**
 * As `createConversation`, for this contact inbox; without an `actor`, the contact starts it.
 * @throws AppError as it does for the state and the message
 */
export async function startConversation(
  tx: Tx,
  account: AccountRecord,
  contactInbox: ContactInboxKey,
  input: Start,
  now: Date,
): Promise<ConversationRecord> {
  return (await startWithMessage(tx, account, contactInbox, input, now)).conversation;
}

/** As `startConversation`, and returns the message, too; null = the conversation has none yet. */
export function startWithMessage(
  tx: Tx,
  account: AccountRecord,
  contactInbox: ContactInboxKey,
  input: Start,
  now: Date,
): Promise<{ conversation: ConversationRecord; message: MessageRecord | null }> {
  return inTransaction(tx, async (tx) => {
    const existing = await findSingleConversation(tx, contactInbox);
    const conversation = existing ?? (await insertConversation(tx, account, contactInbox, input, now));
    const actor = input.actor ?? null;
    if (input.message === null) {
      const begun = existing ?? (await beginConversation(tx, conversation, { first: null, actor }, now));
      return { conversation: begun, message: null };
    }
    const message = { ...input.message, reopens: existing !== null };
    const begin: Begin = (tx, begun, first) => beginConversation(tx, begun, { first, actor }, now);
    return createMessage(tx, conversation.id, message, now, existing === null ? begin : null);
  });
}

/** The newest conversation of the contact, if the inbox allows only one for each; null = a new one is needed. */
async function findSingleConversation(tx: Tx, contactInbox: ContactInboxKey): Promise<ConversationRecord | null> {
  const inbox = await tx.db
    .selectFrom('inboxes')
    .select('lock_to_single_conversation as isLocked')
    .where('id', '=', contactInbox.inboxId)
    .executeTakeFirst();
  if (!inbox?.isLocked) return null;

  // Two requests at once would each start one.
  await takeAdvisoryLock(tx, 'single conversation', contactInbox.id);
  const row = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('contact_inbox_id', '=', contactInbox.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? readConversation(tx, row.id) : null;
}
