import type { ReceivedMessage } from '../../channels/receiving/receiver.ts';
import type { Tx } from '../../db/tx.ts';
import { editMessage } from '../messages/edit-message.ts';
import { findMessage } from '../messages/queries.ts';
import type { MessagePlace } from './message-sources.ts';
import { receivedContent } from './received-content.ts';
import { readLacking, writeReceivedFiles } from './received-files.ts';

/** Adds the files of a further album message to the album's message, and its text if the album has none. */
export async function addToAlbum(
  tx: Tx,
  { conversationId, messageId }: MessagePlace,
  item: ReceivedMessage,
  now: Date,
): Promise<void> {
  const message = await findMessage(tx, conversationId, messageId);
  if (!message || message.contentAttributes['deleted'] === true) return;
  await writeReceivedFiles(tx, message, item.files ?? [], now);
  const content = message.content ?? receivedContent(item.content);
  await editMessage(tx, conversationId, messageId, { content, attributes: await readLacking(tx, messageId) }, now);
}
