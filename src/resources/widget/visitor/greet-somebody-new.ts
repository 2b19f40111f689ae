import { noteWidgetOpened } from '../../../conversations/note-widget-opened.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { isHeard } from '../../../events/is-heard.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { readInboxes } from '../../../records/read-inboxes.ts';
import { enterVisitor } from './enter-visitor.ts';

/** Whether a webhook or a bot wants to hear that somebody opened the widget of the inbox. */
export async function isOpeningHeard(tx: Tx, inbox: WidgetInbox): Promise<boolean> {
  const [record] = await readInboxes(tx, [inbox.id]);
  return record !== undefined && isHeard(tx, 'webwidget_triggered', record);
}

/**
 * Makes somebody who opened the widget a contact, so that a bot can write first, and records the opening with `info`, the page's report.
 * @throws AppError as `enterVisitor` does
 */
export function greetSomebodyNew(tx: Tx, inbox: WidgetInbox, info: Attributes, now: Date): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    const visitor = await enterVisitor(tx, inbox, now);
    await noteWidgetOpened(tx, visitor.contactInbox.id, info, now);
    return visitor;
  });
}
