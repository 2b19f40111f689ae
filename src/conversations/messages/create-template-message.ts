import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { ContentType } from '../../entities/message.ts';
import { recordMessageCreated } from '../../events/record-conversation.ts';
import { updateConversation } from '../update-conversation.ts';
import { changesByNewest } from './changes-by-message.ts';
import { insertMessage } from './insert-message.ts';

/** A message from the system to the contact in the team's name: a greeting, a survey, a farewell. */
export type Template = {
  content: string;
  contentType?: ContentType;
  contentAttributes?: Attributes;
  additionalAttributes?: Attributes;
};

/**
 * Adds a message of the system to the locked conversation, sent and recorded like any other; it does not count as a
 * reply, so the contact goes on waiting. Returns the conversation as it is then.
 */
export async function createTemplateMessage(
  tx: Tx,
  before: ConversationRecord,
  { content, contentType = 'text', contentAttributes = {}, additionalAttributes = {} }: Template,
  now: Date,
): Promise<ConversationRecord> {
  const template = { ...TEMPLATE, content, contentType, contentAttributes, additionalAttributes };
  const message = await insertMessage(tx, before, template, now);
  const after = await updateConversation(tx, before, changesByNewest(message, now));
  await recordMessageCreated(tx, after, message, now);
  return after;
}

const TEMPLATE = {
  messageType: 'template' as const,
  private: false,
  sourceId: null,
  recipients: { cc_emails: null, bcc_emails: null, to_emails: null },
  files: [],
  actor: null,
  botId: null,
};
