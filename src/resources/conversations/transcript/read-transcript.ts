import type { Tx } from '../../../db/tx.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import { isFile, type MessageRecord } from '../../../records/message.ts';
import { fileUrl } from '../../../wire/message-blocks.ts';
import { readConversation } from '../../../records/read-conversations.ts';
import type { Transcript, TranscriptLine } from '../../../mail/transcript-mail.ts';
import { inWords } from '../../../time.ts';
import { countPublicMessages, listMessages } from '../../../conversations/messages/queries.ts';

/** The most messages in one transcript, the newest of them; a mail cannot hold more. */
const MOST = 2000;

/**
 * The public messages of the conversation with this row key, without private notes and activities: the newest `MOST`,
 * and how many older ones are left out.
 * @throws AppError `not_found` when it has been deleted
 */
export async function readTranscript(tx: Tx, conversationId: number): Promise<Transcript> {
  const conversation = await readConversation(tx, conversationId);
  const range = { before: null, after: null, publicOnly: true, offset: 0, limit: MOST };
  const messages = await listMessages(tx, conversationId, range);
  const { publicUrl } = tx.installation;
  return {
    contactId: conversation.contact.id,
    displayId: conversation.displayId,
    accountName: conversation.account.name,
    inboxName: conversation.inbox.name,
    contactName: nameOf(conversation),
    lines: messages.map((message) => lineOf(message, conversation, publicUrl)),
    leftOut: messages.length < MOST ? 0 : (await countPublicMessages(tx, conversationId)) - MOST,
  };
}

function lineOf(message: MessageRecord, conversation: ConversationRecord, publicUrl: string): TranscriptLine {
  const contact = message.messageType === 'incoming' ? nameOf(conversation) : null;
  // The text says what is shared besides.
  const files = message.attachments.filter(isFile);
  return {
    author: message.sender?.displayName || message.sender?.name || contact || conversation.inbox.name,
    at: inWords(message.createdAt),
    content: message.content ?? '',
    attachments: files.map(({ key, filename }) => ({ name: filename, url: fileUrl(publicUrl, key, filename) })),
  };
}

function nameOf({ contact }: ConversationRecord): string {
  return contact.name || contact.email || contact.phoneNumber || 'the contact';
}
