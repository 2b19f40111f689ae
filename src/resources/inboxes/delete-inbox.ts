import { db, type EntityManager } from '../../db/orm.ts';
import type { AccountFacts } from '../../events/facts.ts';
import { type InboxRow, lockInbox } from './queries.ts';
import { touchInboxes } from './write-inbox.ts';

/**
 * Deletes an inbox with its channel, its webhooks, and every conversation in it. Returns the keys of their files, which
 * are the caller's to remove.
 */
export function deleteInbox(em: EntityManager, account: AccountFacts, inbox: InboxRow, now: Date): Promise<string[]> {
  return em.transactional(async (em) => {
    await touchInboxes(em, account.id, now);
    await lockInbox(em, inbox.id);
    const files = await db(em)
      .selectFrom('attachments as x')
      .innerJoin('messages as m', 'm.id', 'x.message_id')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .select('x.key')
      .where('c.inbox_id', '=', inbox.id)
      .execute();

    await db(em).deleteFrom('channels').where('id', '=', inbox.channel.id).execute();
    // Last: a conversation that somebody moves meanwhile is counted until it is gone.
    await db(em).deleteFrom('conversation_counts').where('account_id', '=', account.id).where('inbox_id', '=', inbox.id).execute();
    return files.map(({ key }) => key);
  });
}
