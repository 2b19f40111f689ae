import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType } from '../../entities/message.ts';
import { addMessage } from './add-message.ts';

/** What the system writes to the contact in the team's name: a greeting, a survey, a farewell. */
export type Template = {
  content: string;
  contentType?: ContentType;
  contentAttributes?: Attributes;
  additionalAttributes?: Attributes;
};

/** Adds a message of the system to the locked conversation, sent like any other. Returns the conversation as it is then. */
export async function createTemplateMessage(
  tx: Tx,
  before: ConversationRecord,
  { content, contentType = 'text', contentAttributes = {}, additionalAttributes = {} }: Template,
  now: Date,
): Promise<ConversationRecord> {
  const message = {
    messageType: 'template',
    content,
    contentType,
    contentAttributes,
    additionalAttributes,
    private: false,
    sourceId: null,
    recipients: { cc_emails: null, bcc_emails: null, to_emails: null },
    reopens: false,
    actor: null,
    botId: null,
  } as const;
  return (await addMessage(tx, before, { ...message, files: [] }, now)).conversation;
}
