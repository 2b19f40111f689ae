import type { EntityManager } from '../../db/orm.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType } from '../../entities/message.ts';
import type { ConversationRow } from '../../events/select-conversations.ts';
import { type CreatedMessage, createMessage } from './create-message.ts';

/** What the system says to the contact in the team's name: a greeting, a survey, a farewell. */
export type Template = { content: string; contentType?: ContentType; contentAttributes?: Attributes };

/** Adds a message that nobody wrote to the conversation; the contact gets it as any other. */
export function createTemplateMessage(
  em: EntityManager,
  conversation: ConversationRow,
  { content, contentType = 'text', contentAttributes = {} }: Template,
  now: Date,
): Promise<CreatedMessage> {
  const message = {
    messageType: 'template',
    content,
    contentType,
    contentAttributes,
    additionalAttributes: {},
    private: false,
    sourceId: null,
    recipients: { cc_emails: null, bcc_emails: null, to_emails: null },
    files: [],
    reopens: false,
    actor: null,
    botId: null,
  } as const;
  return createMessage(em, conversation, { ...message, files: [] }, now);
}
