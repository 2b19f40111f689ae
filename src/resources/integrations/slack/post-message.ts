import type { Reply } from '../../../oauth/ask.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import type { MessageRecord } from '../../../records/message.ts';
import { attachmentBlock } from '../../../wire/message-blocks.ts';
import type { Connection } from '../connection.ts';
import { requestSlack } from './ask-slack.ts';
import { forSlack } from './slack-text.ts';
import type { SlackThreadRow } from './threads.ts';

/** How messages of this server are known at Slack again. */
export const EVENT_TYPE = 'parley_message';

/** That Slack has the message, by its name there, or why not. */
export type Posted = { is: 'posted'; ts: string } | Exclude<Reply, { is: 'granted' }>;

/** Tells Slack of the message, in the thread or as its first. */
export async function postMessage(
  connection: Connection,
  { channelId, threadTs }: SlackThreadRow,
  conversation: ConversationRecord,
  message: MessageRecord,
): Promise<Posted> {
  const { publicUrl } = connection.app.installation;
  const body = textOf(message, publicUrl);
  const icon = message.sender?.avatarUrl ?? '';
  const reply = await requestSlack(connection, 'chat.postMessage', {
    channel: channelId,
    text: threadTs === null ? `${headOf(conversation, publicUrl)}\n\n${body}` : body,
    username: nameOf(message, conversation),
    unfurl_links: false,
    metadata: { event_type: EVENT_TYPE, event_payload: { id: message.id } },
    ...(threadTs !== null && { thread_ts: threadTs }),
    ...(icon.startsWith('https://') && { icon_url: icon }),
  });
  if (reply.is !== 'granted') return reply;
  const { ts } = reply.body;
  return typeof ts === 'string' ? { is: 'posted', ts } : { is: 'unavailable', reason: 'the answer has no ts' };
}

function headOf({ account, displayId, inbox }: ConversationRecord, publicUrl: string): string {
  const url = `${publicUrl}/app/accounts/${account.id}/conversations/${displayId}`;
  return `*${forSlack(inbox.name)}* <${url}|#${displayId}>`;
}

function textOf(message: MessageRecord, publicUrl: string): string {
  const files = message.attachments.flatMap((attachment) => {
    const { data_url: url } = attachmentBlock(attachment, message.accountId, publicUrl) as { data_url?: string };
    return url ? [url] : [];
  });
  const text = [message.content ?? '', ...files].filter(Boolean).join('\n');
  return forSlack(message.private ? `private: ${text}` : text) || '…';
}

/** The sender, as Slack shows them. */
function nameOf({ sender, messageType }: MessageRecord, { contact, inbox }: ConversationRecord): string {
  if (messageType === 'incoming') return sender?.name || contact.name || 'Contact';
  return sender?.displayName ?? sender?.name ?? inbox.name;
}
