import type { Tx } from '../../../db/tx.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import { isFile, type MessageRecord } from '../../../records/message.ts';
import { fileUrl } from '../../../wire/message-blocks.ts';
import { readConversation } from '../../../records/read-conversations.ts';
import type { Transcript, TranscriptLine } from '../../../mail/transcript-mail.ts';
import { withoutLinks } from '../../../mail/without-links.ts';
import { inWords } from '../../../time.ts';
import { countPublicMessages, listMessages } from '../../../conversations/messages/queries.ts';

/** Most messages in a transcript, and most characters of them, limited by the size of a mail. */
const MOST = 2000;
const MOST_CHARACTERS = 1_000_000;
/** Messages that are read at once. */
const AT_ONCE = 50;

/**
 * The public messages of the conversation with this row key, without private notes and activities: the newest that a mail can
 * hold, and how many older ones are left out. With `isUnproved`, what the contact has written is without links and files.
 * @throws AppError `not_found` when it has been deleted
 */
export async function readTranscript(tx: Tx, conversationId: number, isUnproved = false): Promise<Transcript> {
  const conversation = await readConversation(tx, conversationId);
  const shown = isUnproved ? withoutLinks : (text: string) => text;
  const messages = await readNewest(tx, conversationId);
  const { publicUrl } = tx.installation;
  return {
    contactId: conversation.contact.id,
    displayId: conversation.displayId,
    accountName: conversation.account.name,
    inboxName: conversation.inbox.name,
    contactName: shown(nameOf(conversation)),
    lines: messages.map((message) => {
      const line = lineOf(message, conversation, publicUrl);
      const isTheirs = isUnproved && message.messageType === 'incoming';
      return isTheirs ? { ...line, author: shown(line.author), content: shown(line.content), attachments: [] } : line;
    }),
    leftOut: Math.max(0, (await countPublicMessages(tx, conversationId)) - messages.length),
  };
}

async function readNewest(tx: Tx, conversationId: number): Promise<MessageRecord[]> {
  const newestFirst: MessageRecord[] = [];
  let characters = 0;
  while (newestFirst.length < MOST) {
    const before = newestFirst.at(-1)?.id ?? null;
    const range = { before, after: null, publicOnly: true, offset: 0, limit: AT_ONCE };
    const earlier = await listMessages(tx, conversationId, range);
    for (const message of earlier.toReversed()) {
      characters += message.content?.length ?? 0;
      if (characters > MOST_CHARACTERS) return newestFirst.toReversed();
      newestFirst.push(message);
    }
    if (earlier.length < AT_ONCE) break;
  }
  return newestFirst.toReversed();
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
