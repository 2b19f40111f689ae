import type { InboxRecord } from '../records/inbox.ts';
import type { MessageRecord } from '../records/message.ts';

/** The address of the survey of the conversation with this uuid. `publicUrl` is the address of this server. */
export function surveyUrl(publicUrl: string, uuid: string): string {
  return `${publicUrl}/survey/responses/${uuid}`;
}

/** The text that the contact receives. Only the widget can display a survey; other channels get a link to its page. */
export function deliveredContent(
  message: MessageRecord,
  conversation: { uuid: string; inbox: InboxRecord },
  publicUrl: string,
): string | null {
  const isSurvey = message.contentType === 'input_csat' && message.messageType !== 'incoming';
  if (!isSurvey || conversation.inbox.channelType === 'web_widget') return message.content;
  return `${message.content ?? ''} ${surveyUrl(publicUrl, conversation.uuid)}`.trimStart();
}
