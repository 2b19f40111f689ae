import type { Tx } from '../../../db/tx.ts';
import { submitAnswer } from '../../../conversations/messages/submit-values.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ContactCaller } from '../../../records/public/contact-caller.ts';
import type { WidgetInbox } from '../../../records/public/widget-inbox.ts';
import type { MessageInPlace } from '../../messages/public/schema.ts';
import { writeSaid } from '../../contacts/public/write-said.ts';
import { saidOfContact } from '../visitor/said-of-contact.ts';

/**
 * Stores the e-mail address that the visitor gives where a message asks for it, and that it is theirs, unless it is
 * somebody else's.
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
