import type { InboxRecord } from '../records/inbox.ts';
import type { MessageRecord } from '../records/message.ts';

/** Where the contact of the conversation with this uuid rates it. `publicUrl` is where this server is reached. */
export function surveyUrl(publicUrl: string, uuid: string): string {
  return `${publicUrl}/survey/responses/${uuid}`;
}

/** The text as the contact gets it. Only the widget can show a survey in place: others get the way to its page. */
export function deliveredContent(
  message: MessageRecord,
  conversation: { uuid: string; inbox: InboxRecord },
  publicUrl: string,
): string | null {
  const isSurvey = message.contentType === 'input_csat' && message.messageType !== 'incoming';
  if (!isSurvey || conversation.inbox.channelType === 'web_widget') return message.content;
  return `${message.content ?? ''} ${surveyUrl(publicUrl, conversation.uuid)}`.trimStart();
}
