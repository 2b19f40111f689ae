import type { Tx } from '../../../db/tx.ts';
import type { ConversationRecord } from '../../../records/conversation.ts';
import { type AttachmentRecord, isFile, type MessageRecord } from '../../../records/message.ts';
import { readConversation } from '../../../records/read-conversations.ts';
import { selectMessages, withAttachments } from '../../../records/read-messages.ts';
import { orNull } from '../../../errors.ts';
import { conversationBlock } from '../../../wire/conversation-blocks.ts';
import { messageBlock } from '../../../wire/message-blocks.ts';
import { besideMessages } from './beside-messages.ts';
import { jsonListOf, jsonOf } from './json-text.ts';
import { maskSourceIds } from '../../../wire/mask-source-ids.ts';
import type { Source } from './source.ts';
import { storedEntry } from './stored-entry.ts';
import type { Entry } from './zip-of.ts';

/** Messages, or files, that are read at once. */
const PAGE = 100;

/** The contact's conversations, each with its messages, further data, and existing files. */
export async function* conversationFiles(source: Source): AsyncGenerator<Entry> {
  const { tx, contact, publicUrl, now, masksIds } = source;
  let after = 0;
  for (;;) {
    const next = await tx.db
      .selectFrom('conversations')
      .select('id')
      .where('contact_id', '=', contact.id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    after = next.id;
    const conversation = await orNull(() => readConversation(tx, next.id));
    if (!conversation) continue;
    const folder = `conversations/${conversation.displayId}`;
    const time = conversation.lastActivityAt;
    const block = conversationBlock(conversation, null, now, publicUrl);
    yield { name: `${folder}/conversation.json`, time, content: jsonOf(masksIds ? maskSourceIds(block) : block) };
    yield { name: `${folder}/messages.json`, time, content: jsonListOf(messagesIn(source, conversation, folder)) };
    yield* besideMessages(source, conversation, folder);
    yield* filesIn(source, conversation, folder);
  }
}

async function* messagesIn({ tx, publicUrl, masksIds }: Source, conversation: ConversationRecord, folder: string) {
  const shown = <Block>(block: Block) => (masksIds ? maskSourceIds(block) : block);
  for await (const messages of pagesOf(tx, conversation.id)) {
    yield messages.map((message) => ({
      ...shown(messageBlock(message, conversation, publicUrl)),
      files: message.attachments.filter(isFile).map((file) => nameOf(folder, file)),
    }));
  }
}

async function* pagesOf(tx: Tx, conversationId: number): AsyncGenerator<MessageRecord[]> {
  let after = 0;
  for (;;) {
    const rows = await selectMessages(tx.db)
      .where('m.conversation_id', '=', conversationId)
      .where('m.id', '>', after)
      .orderBy('m.id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield await withAttachments(tx, rows);
    after = last.id;
  }
}

async function* filesIn(source: Source, { id }: ConversationRecord, folder: string): AsyncGenerator<Entry> {
  let after = 0;
  for (;;) {
    const files = await source.tx.db
      .selectFrom('attachments')
      .select(['id', 'key', 'filename', 'file_type as fileType', 'created_at as createdAt'])
      .where('conversation_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const file of files.filter(isFile)) {
      const entry = await storedEntry(source, file.key, { name: nameOf(folder, file), time: file.createdAt });
      if (entry) yield entry;
    }
    const last = files.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** In the archive; two files of a conversation may have the same name. */
const nameOf = (folder: string, { id, filename }: Pick<AttachmentRecord, 'id' | 'filename'>) =>
  `${folder}/files/${id}-${filename}`;
