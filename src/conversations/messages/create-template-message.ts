import type { ConversationRecord } from '../../records/conversation.ts';
import type { EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType } from '../../entities/message.ts';
import { lockConversationRow } from '../../records/read-conversations.ts';
import { addMessage, announceMessage, type CreatedMessage } from './add-message.ts';

/** What the system says to the contact in the team's name: a greeting, a survey, a farewell. */
export type Template = {
  content: string;
  contentType?: ContentType;
  contentAttributes?: Attributes;
  additionalAttributes?: Attributes;
};

/** Adds a message that nobody wrote to the conversation; the contact gets it as any other. */
export function createTemplateMessage(
  em: EntityManager,
  conversation: ConversationRecord,
  { content, contentType = 'text', contentAttributes = {}, additionalAttributes = {} }: Template,
  now: Date,
): Promise<CreatedMessage> {
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
  return inTransaction(em, async (em) => {
    await lockConversationRow(em, conversation.id);
    const added = await addMessage(em, conversation, { ...message, files: [] }, now);
    return { message: added.message, conversation: await announceMessage(em, added, now) };
  });
}
