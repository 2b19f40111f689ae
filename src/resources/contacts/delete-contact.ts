import { locked } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { found, invalid } from '../../errors.ts';
import { isOnline } from '../../events/blocks.ts';
import type { AccountFacts } from '../../events/facts.ts';
import { type Counted, countConversation } from '../messages/count-conversation.ts';
import { lockContact } from './queries.ts';
import { countContacts } from './write-contact.ts';

/**
 * Deletes a contact with its conversations. Returns the keys of their files, which are the caller's to remove.
 * @throws AppError `invalid`, "Contact is online", `not_found` when it is gone already
 */
export function deleteContact(em: EntityManager, account: AccountFacts, id: number, now: Date): Promise<string[]> {
  return em.transactional(async (em) => {
    // Conversations first, as a new message takes them: who takes two things in another order may wait for ever.
    await lockConversations(em, account, id);
    const contact = found(await lockContact(em, account.id, id), 'Contact');
    if (isOnline(contact.seenAt, now)) {
      throw invalid('Contact is online', `${contact.name || 'the contact'} cannot be deleted while online; try again later`);
    }

    const files = await filesOf(em, id);
    const conversations = await db(em)
      .deleteFrom('conversations')
      .where('contact_id', '=', id)
      .returning(['account_id as accountId', 'inbox_id as inboxId', 'status', 'assignee_id as assigneeId'])
      .execute();
    await db(em).deleteFrom('contacts').where('id', '=', id).execute();
    await countContacts(em, account.id, -1);
    for (const { counted, count } of grouped(conversations)) await countConversation(em, counted, -count);
    return files;
  });
}

async function lockConversations(em: EntityManager, account: AccountFacts, contactId: number): Promise<void> {
  const conversations = db(em)
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', account.id)
    .where('contact_id', '=', contactId)
    .orderBy('id');
  await locked(em, conversations).execute();
}

async function filesOf(em: EntityManager, contactId: number): Promise<string[]> {
  const files = await db(em)
    .selectFrom('attachments as x')
    .innerJoin('messages as m', 'm.id', 'x.message_id')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select('x.key')
    .where('c.contact_id', '=', contactId)
    .execute();
  return files.map(({ key }) => key);
}

/** How many conversations are counted under the same, in one order for everybody. */
function grouped(conversations: Counted[]): { counted: Counted; count: number }[] {
  const groups = Map.groupBy(conversations, ({ inboxId, status, assigneeId }) => `${inboxId} ${status} ${assigneeId}`);
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, group]) => ({ counted: group[0]!, count: group.length }));
}
