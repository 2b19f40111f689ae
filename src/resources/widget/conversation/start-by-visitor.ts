import type { Tx } from '../../../db/tx.ts';
import type { NewMessage } from '../../../conversations/messages/new-message.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import { type Beginning, type Begun, beginVisitorsConversation } from './begin-conversation.ts';
import { enterVisitor } from '../visitor/enter-visitor.ts';
import { type Said, writeSaid } from '../../contacts/public/write-said.ts';

/**
 * Starts a conversation with the visitor's pre-chat form. `visitor` null = a new visitor, who becomes a contact.
 * @throws AppError as `writeSaid`, `enterVisitor` and `startConversation` do
 */
export function startByVisitor(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller | null,
  { said, ...input }: Beginning & { said: Said | null; message: NewMessage | null },
  now: Date,
): Promise<Begun & { visitor: ContactCaller }> {
  return inTransaction(tx, async (tx) => {
    const entered = visitor ?? (await enterVisitor(tx, inbox, now));
    const given = said && { ...said, isProved: false };
    const known = given ? await writeSaid(tx, inbox, entered, given, now) : entered;
    return { visitor: known, ...(await beginVisitorsConversation(tx, inbox, known, input, now)) };
  });
}
