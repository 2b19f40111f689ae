import { lockedForDeletion } from '../../db/dialect.ts';
import { db, type EntityManager } from '../../db/orm.ts';
import { transactionalAgain } from '../../db/transactional-again.ts';
import type { AccountFacts } from '../../events/facts.ts';
import { dropJobs } from '../../queue.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';
import { attachedFiles } from '../messages/attached-files.ts';
import type { InboxRow } from './queries.ts';
import { subjectOf, SYNC_TEMPLATES } from './sync-templates.ts';
import { touchInboxes } from './write-inbox.ts';

/**
 * Deletes an inbox with its channel, webhooks, members, campaigns and picture, and every conversation in it. Returns the
 * keys of their files, which are the caller's to remove.
 */
export function deleteInbox(em: EntityManager, account: AccountFacts, inbox: InboxRow, now: Date): Promise<string[]> {
  return transactionalAgain(em, async (em) => {
    await hold(em, account, inbox, now);
    const files = await attachedFiles(em, { column: 'inbox_id', id: inbox.id });
    files.push(...(await forgetAvatar(em, { type: 'Inbox', id: inbox.id })));
    await dropJobs(em, SYNC_TEMPLATES, subjectOf(inbox));
    await db(em).deleteFrom('channels').where('id', '=', inbox.channel.id).execute();
    await db(em)
      .deleteFrom('conversation_counts')
      .where('account_id', '=', account.id)
      .where('inbox_id', '=', inbox.id)
      .execute();
    return files;
  });
}

/**
 * Conversations before the inbox before the account, as others have it: two that hold rows in different orders wait for
 * each other. From then on nothing is written in the inbox, and no conversation begins there.
 */
async function hold(em: EntityManager, account: AccountFacts, inbox: InboxRow, now: Date): Promise<void> {
  await lockedForDeletion(
    em,
    db(em).selectFrom('conversations').select('id').where('inbox_id', '=', inbox.id).orderBy('id'),
  ).execute();
  await lockedForDeletion(em, db(em).selectFrom('inboxes').select('id').where('id', '=', inbox.id)).execute();
  await touchInboxes(em, account.id, now);
}
