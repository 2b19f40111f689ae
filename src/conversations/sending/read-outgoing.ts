import type { Provider } from '../../channels/providers.ts';
import type { OutgoingChannel, OutgoingMessage } from '../../channels/transport.ts';
import type { Tx } from '../../db/tx.ts';
import type { Attributes, Json } from '../../entities/columns.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { isFile, type MessageRecord } from '../../records/message.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { pathOf } from '../../storage/files.ts';
import { deliveredContent, fileUrl } from '../../wire/message-blocks.ts';
import { findMessage } from '../messages/queries.ts';
import { readMailHead } from './read-mail-head.ts';
import { readSendingChannel } from './sending-channel.ts';

/** All that it takes to send a message. */
export type Outgoing = {
  account: AccountRecord;
  inboxId: number;
  message: OutgoingMessage;
  channelId: number;
  channel: OutgoingChannel;
  provider: Provider;
  /** Why the channel cannot send; null = it can. */
  obstacle: string | null;
};

/** The outgoing form of the message with this id, and its channel; null = the message is gone. `dataDir` has the files. */
export async function readOutgoing(tx: Tx, messageId: number, dataDir: string): Promise<Outgoing | null> {
  const place = await tx.db
    .selectFrom('messages')
    .select('conversation_id as conversationId')
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!place) return null;
  const conversation = await readConversation(tx, place.conversationId);
  const message = await findMessage(tx, place.conversationId, messageId);
  if (!message) return null;

  const { inbox } = conversation;
  const { channel: bare, provider, obstacle } = await readSendingChannel(tx, inbox);
  if (provider === null) throw new Error(`no provider sends messages of ${inbox.channelType} inboxes`);
  const outgoing = outgoingMessage(tx, conversation, message, dataDir);
  const channel = { ...bare, templates: outgoing.template && (await readTemplates(tx, inbox.channelId)) };
  const mail = provider === 'email' ? await readMailHead(tx, conversation, message, channel, dataDir) : null;
  return {
    account: conversation.account,
    inboxId: inbox.id,
    message: { ...outgoing, mail, answered: await readAnswered(tx, place.conversationId, message) },
    channelId: conversation.inbox.channelId,
    channel,
    provider,
    obstacle,
  };
}

/** The attributes of the answered message. */
async function readAnswered(tx: Tx, conversationId: number, { contentAttributes }: MessageRecord): Promise<Attributes> {
  const { in_reply_to: id } = contentAttributes;
  const answered = typeof id === 'number' ? await findMessage(tx, conversationId, id) : null;
  return answered?.contentAttributes ?? {};
}

/** They may be large, and few messages need them. */
async function readTemplates(tx: Tx, channelId: number): Promise<readonly Attributes[] | null> {
  const channel = tx.db.selectFrom('channels').select('message_templates as templates').where('id', '=', channelId);
  return (await channel.executeTakeFirstOrThrow()).templates;
}

/** The outgoing form of the message, without mail head and answered message. `dataDir` has the files. */
export function outgoingMessage(
  { installation: { publicUrl } }: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  dataDir: string,
): Omit<OutgoingMessage, 'mail'> {
  const { in_reply_to_external_id: answers } = message.contentAttributes;
  const { template_params: template } = message.additionalAttributes;
  return {
    id: message.id,
    to: conversation.contactInbox.sourceId,
    content: deliveredContent(message, conversation, publicUrl),
    contentType: message.contentType,
    contentAttributes: message.contentAttributes,
    files: message.attachments
      .filter(isFile)
      .map(({ key, thumbnailKey, filename, fileType, contentType, fileSize }) => ({
        fileType,
        name: filename,
        contentType,
        size: fileSize,
        path: pathOf(dataDir, key),
        url: fileUrl(publicUrl, key, filename),
        previewUrl: thumbnailKey === null ? null : fileUrl(publicUrl, thumbnailKey, filename),
      })),
    template: isObject(template) ? template : null,
    answers: typeof answers === 'string' && answers !== '' ? answers : null,
    answered: {},
  };
}

function isObject(value: Json | undefined): value is Attributes {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
