import type { Tx } from '../../db/tx.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { notFound } from '../../errors.ts';
import type { Actor } from '../actor.ts';
import { columns, recordReader, type RecordOf } from '../columns.ts';
import { CONTACT_INBOX } from '../contact-inbox.ts';
import { CONTACT, type ContactRecord } from '../contact.ts';
import type { ConversationRecord } from '../conversation.ts';
import { findConversation } from '../read-conversations.ts';

const CALLERS_INBOX = [...CONTACT_INBOX, 'pubsubToken', 'madeContact'] as const;

/** A contact who calls the Public API, as they are known in the inbox. */
export type ContactCaller = {
  contact: ContactRecord;
  contactInbox: RecordOf<'contact_inboxes', typeof CALLERS_INBOX>;
};

/** The contact who is known in the inbox by this source id; null when there is none. */
export async function findContactCaller(tx: Tx, inboxId: number, sourceId: string): Promise<ContactCaller | null> {
  const [row] = await bySource(tx, { inboxId, sourceId });
  return row ? { contact: contactIn(row), contactInbox: contactInboxIn(row) } : null;
}

/** The contact as the actor of a change. */
export function actorOf({ contact }: Pick<ContactCaller, 'contact'>): Actor {
  return {
    type: 'Contact',
    id: contact.id,
    name: contact.name,
    displayName: null,
    email: contact.email,
    avatarUrl: contact.avatarUrl,
    role: 'contact',
    tokenId: null,
    answeredDeliveryId: null,
  };
}

/**
 * The account's conversation with this number, if the contact began it in this contact inbox or, where their identity is
 * verified, in any.
 * @throws AppError `not_found`, "Conversation not found"
 */
export async function findCallersConversation(
  tx: Tx,
  accountId: number,
  displayId: number,
  caller: ContactCaller,
): Promise<ConversationRecord> {
  const conversation = await findConversation(tx, accountId, displayId);
  if (!conversation || !isCallers(conversation, caller)) throw notFound('Conversation');
  return conversation;
}

function isCallers(conversation: ConversationRecord, { contact, contactInbox }: ContactCaller): boolean {
  if (conversation.contactInbox.id === contactInbox.id) return true;
  return contactInbox.hmacVerified && conversation.contact.id === contact.id;
}

const contactIn = recordReader(CONTACT, 'contact.');
const contactInboxIn = recordReader(CALLERS_INBOX);

const bySource = prepared((db, values: Placeholders<{ inboxId: number; sourceId: string }>) =>
  db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('contacts as p', 'p.id', 'ci.contact_id')
    .where('ci.inbox_id', '=', values.inboxId)
    .where('ci.source_id', '=', values.sourceId)
    .select(columns('ci', CALLERS_INBOX))
    .select(columns('p', CONTACT, 'contact.')),
);
