import { lockedForDeletion } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { transactionalAgain } from '../../db/transactional-again.ts';
import { found, invalid } from '../../errors.ts';
import { isOnline } from '../../events/blocks.ts';
import type { AccountFacts, ContactFacts } from '../../events/facts.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { attachedFiles } from '../messages/attached-files.ts';
import { type Counted, countConversation } from '../messages/count-conversation.ts';
import { findContact } from './find-contact.ts';
import { adjustContactsCount } from './write-contact.ts';

/**
 * Deletes a contact with its conversations. Returns the keys of their files, which are the caller's to remove.
 * @throws AppError `invalid`, "Contact is online", `not_found` when it is gone already
 */
export function deleteContact(em: EntityManager, account: AccountFacts, id: number, now: Date): Promise<string[]> {
  return transactionalAgain(em, async (em) => {
    const contact = await hold(em, account, id);
    if (isOnline(contact.seenAt, now)) {
      throw invalid(
        'Contact is online',
        `${contact.name || 'the contact'} cannot be deleted while online; try again later`,
      );
    }

    const files = await attachedFiles(em, { column: 'contact_id', id: id });
    const conversations = await db(em)
      .deleteFrom('conversations')
      .where('contact_id', '=', id)
      .returning(['account_id as accountId', 'inbox_id as inboxId', 'status', 'assignee_id as assigneeId'])
      .execute();
    files.push(...(await forgetAvatar(em, { type: 'Contact', id })));
    await db(em).deleteFrom('contacts').where('id', '=', id).execute();
    await adjustContactsCount(em, account.id, -1);
    for (const { counted, count } of grouped(conversations)) await countConversation(em, counted, -count);
    return files;
  });
}

/** Conversations before their contact, as a new message has it: two that hold rows in different orders wait for each other. */
async function hold(em: EntityManager, account: AccountFacts, id: number): Promise<ContactFacts> {
  const conversations = db(em)
    .selectFrom('conversations')
    .select('id')
    .where('account_id', '=', account.id)
    .where('contact_id', '=', id);
  await lockedForDeletion(em, conversations.orderBy('id')).execute();
  const contact = db(em).selectFrom('contacts').select('id').where('account_id', '=', account.id).where('id', '=', id);
  await lockedForDeletion(em, contact).execute();
  return found(await findContact(em, account.id, id), 'Contact');
}

/** One conversation of each that are counted under the same, and how many they are; in one order for everybody. */
function grouped(conversations: Counted[]): { counted: Counted; count: number }[] {
  const keyOf = ({ inboxId, status, assigneeId }: Counted) => `${inboxId} ${status} ${assigneeId}`;
  const counts = Map.groupBy(conversations, keyOf);
  const each = new Map(conversations.map((conversation) => [keyOf(conversation), conversation]));
  return [...each]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, counted]) => ({ counted, count: counts.get(key)?.length ?? 0 }));
}
