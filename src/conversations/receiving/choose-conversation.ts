import type { Provider } from '../../channels/providers.ts';
import type { ReceivedThread } from '../../channels/receiving/receiver.ts';
import { sourceKey } from '../../channels/receiving/source-key.ts';
import type { Tx } from '../../db/tx.ts';
import type { ContactInboxKey } from '../ensure-contact-inbox.ts';
import { mayJoin } from './may-join.ts';
import { findBySource, type MessagePlace } from './message-sources.ts';

/** The author of a message, and its reference to a conversation. */
type Wanted = { contactInbox: ContactInboxKey; provider: Provider; thread: ReceivedThread | null };

/**
 * The row key of the conversation that a message belongs to: the contact's newest that is not resolved, or in an inbox that is
 * locked to a single conversation, and of a blocked contact, their newest; null = a new one.
 */
export async function chooseConversation(tx: Tx, { contactInbox, provider, thread }: Wanted): Promise<number | null> {
  return thread === null ? findContinued(tx, contactInbox) : findThread(tx, contactInbox, provider, thread);
}

/**
 * The row key of the conversation for a message that needs no answer: the conversation of the answered message, else as
 * `chooseConversation`, else the contact's newest, even if resolved; null = the contact has none.
 */
export async function chooseQuietly(tx: Tx, wanted: Wanted, answered: MessagePlace | null): Promise<number | null> {
  const joined = answered && (await mayJoin(tx, answered, wanted.contactInbox)) ? answered.conversationId : null;
  const chosen = joined ?? (await chooseConversation(tx, wanted));
  if (chosen !== null) return chosen;
  const newest = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('contact_inbox_id', '=', wanted.contactInbox.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}

/** As `chooseConversation`, for a message without a reference to another. */
export async function findContinued(tx: Tx, contactInbox: Pick<ContactInboxKey, 'id'>): Promise<number | null> {
  const newest = await tx.db
    .selectFrom('conversations as c')
    .innerJoin('inboxes as i', 'i.id', 'c.inbox_id')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .select('c.id')
    .where('c.contact_inbox_id', '=', contactInbox.id)
    .where((eb) =>
      eb.or([
        eb('c.status', '!=', 'resolved'),
        eb('i.lock_to_single_conversation', '=', true),
        eb('p.blocked', '=', true),
      ]),
    )
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id ?? null;
}

async function findThread(
  tx: Tx,
  contactInbox: ContactInboxKey,
  provider: Provider,
  { uuid, sourceIds }: ReceivedThread,
): Promise<number | null> {
  const { inboxId } = contactInbox;
  const named =
    uuid === null
      ? undefined
      : await tx.db
          .selectFrom('conversations')
          .select('id')
          .where('inbox_id', '=', inboxId)
          .where('uuid', '=', uuid)
          .executeTakeFirst();
  if (named) return named.id;
  const keys = sourceIds.map((id) => sourceKey(provider, contactInbox.sourceId, id));
  const answered = await findBySource(tx, inboxId, keys);
  return answered && (await mayJoin(tx, answered, contactInbox)) ? answered.conversationId : null;
}
