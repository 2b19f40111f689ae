import { boolean, object, string } from 'yup';
import { integer } from '../../fields.ts';
import { transcriptMail } from '../../mail/transcript-mail.ts';
import { readTranscript } from '../../resources/conversations/transcript/read-transcript.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ conversation_id: integer().required(), email: string().required(), unproved: boolean() });

/**
 * The transcript of a conversation, with the newest public messages that a mail can hold, for the address that it was requested for
 * (conversations/request-transcript.ts); without the contact's links and files where the address is not proved.
 * @throws AppError `not_found`, "Conversation not found", when it has been deleted
 */
export const conversationTranscript: MailWriter = async (app, payload) => {
  const { conversation_id: id, email, unproved = false } = payloadOf.validateSync(payload);
  return transcriptMail(email, await readTranscript(app.tx(), id, unproved));
};
