import type { Tx } from '../../../db/tx.ts';
import { submitAnswer } from '../../../conversations/messages/submit-values.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import type { MessageInPlace } from '../../messages/public/schema.ts';
import { writeSaid } from '../../contacts/public/write-said.ts';
import { saidOfContact } from '../visitor/said-of-contact.ts';

/**
 * Stores the visitor's answer to a message that asks for an e-mail address, and gives their contact the address, unless
 * another contact has it.
 * @throws AppError as `writeSaid` and `submitAnswer` do
 */
export function answerWithEmail(
  tx: Tx,
  inbox: WidgetInbox,
  visitor: ContactCaller,
  { conversation, message }: MessageInPlace,
  { email, name }: { email: string; name: string | undefined },
  now: Date,
): Promise<ContactCaller> {
  return inTransaction(tx, async (tx) => {
    const said = { ...saidOfContact({ email, name }), isProved: false };
    const identified = await writeSaid(tx, inbox, visitor, said, now);
    await submitAnswer(tx, conversation.id, message.id, { submitted_email: email }, now);
    return identified;
  });
}
