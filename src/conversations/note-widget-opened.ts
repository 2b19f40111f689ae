import type { Tx } from '../db/tx.ts';
import { withRowLock } from '../db/dialect.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Attributes } from '../entities/columns.ts';
import { found } from '../errors.ts';
import { recordWidgetOpened, type Visitor } from '../events/record-widget.ts';
import { columns, recordReader } from '../records/columns.ts';
import { CONTACT } from '../records/contact.ts';
import { lockConversation } from '../records/read-conversations.ts';
import { readInboxes } from '../records/read-inboxes.ts';

/**
 * Records that the contact with this contact inbox opened the widget; `info` is the page's report, such as its address and
 * the browser.
 * @throws AppError `not_found` when the contact inbox or its inbox has been deleted
 */
export function noteWidgetOpened(tx: Tx, contactInboxId: number, info: Attributes, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const newest = await tx.db
      .selectFrom('conversations')
      .select('id')
      .where('contact_inbox_id', '=', contactInboxId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const conversation = newest ? await lockConversation(tx, newest.id) : null;
    await recordWidgetOpened(tx, await lockVisitor(tx, contactInboxId), conversation, info, now);
  });
}

async function lockVisitor(tx: Tx, contactInboxId: number): Promise<Visitor> {
  const ofContactInbox = tx.db.selectFrom('contact_inboxes').select('contact_id').where('id', '=', contactInboxId);
  await withRowLock(tx, tx.db.selectFrom('contacts').select('id').where('id', '=', ofContactInbox)).execute();
  const row = await tx.db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('contacts as p', 'p.id', 'ci.contact_id')
    .where('ci.id', '=', contactInboxId)
    .select(columns('p', CONTACT))
    .select(['ci.inbox_id as inboxId', 'ci.source_id as sourceId'])
    .executeTakeFirst();
  const { inboxId, sourceId, ...contact } = found(row, 'Contact inbox');
  const [inbox] = await readInboxes(tx, [inboxId]);
  return { contact: contactIn(contact), inbox: found(inbox, 'Inbox'), sourceId };
}

const contactIn = recordReader(CONTACT);
