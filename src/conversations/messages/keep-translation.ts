import type { Tx } from '../../db/tx.ts';
import type { MessageRecord } from '../../records/message.ts';
import { json } from '../../db/dialect.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Attributes } from '../../entities/columns.ts';
import { changesBetween } from '../../wire/changes.ts';
import { recordMessageUpdated } from '../../events/record-conversation.ts';
import { lockMessage } from './queries.ts';

/** Most characters of translations that a message keeps; the oldest translations are dropped first. */
const MAX_LENGTH = 1_000_000;

/** The message's content in the language, if it has been translated; else null. */
export function translationOf(message: MessageRecord, language: string): string | null {
  const known = translationsOf(message);
  const text = Object.hasOwn(known, language) ? known[language] : null;
  return typeof text === 'string' ? text : null;
}

/**
 * Keeps `text`, a translation of `content`, among the message's attributes for later requests, and records the event.
 * Returns the translation that is kept: `text`, or another one that was first. When the message has other content by
 * now, nothing is kept, and `text` is returned. `conversationId` is the row key.
 * @throws AppError `not_found`, "Message not found", when the conversation does not have it
 */
export function keepTranslation(
  tx: Tx,
  { conversationId, id }: { conversationId: number; id: number },
  { content, language, text }: { content: string; language: string; text: string },
  now: Date,
): Promise<string> {
  return inTransaction(tx, async (tx) => {
    const { conversation, message: before } = await lockMessage(tx, conversationId, id);
    const known = translationOf(before, language);
    if (known !== null || before.content !== content) return known ?? text;

    const translations = newest({ ...translationsOf(before), [language]: text });
    const after = { ...before, contentAttributes: { ...before.contentAttributes, translations }, updatedAt: now };
    await tx.db
      .updateTable('messages')
      .set({ content_attributes: json(after.contentAttributes), updated_at: now })
      .where('id', '=', before.id)
      .execute();
    const changes = changesBetween(
      { content_attributes: before.contentAttributes },
      { content_attributes: after.contentAttributes },
    );
    await recordMessageUpdated(tx, conversation, after, changes, now);
    return text;
  });
}

function translationsOf({ contentAttributes: { translations } }: MessageRecord): Attributes {
  const isObject = typeof translations === 'object' && translations !== null && !Array.isArray(translations);
  return isObject ? translations : {};
}

/** The newest translations that fit into `MAX_LENGTH`; the last one always. */
function newest(translations: Attributes): Attributes {
  const kept: [string, Attributes[string]][] = [];
  let length = 0;
  for (const [language, text] of Object.entries(translations).toReversed()) {
    length += String(text).length;
    if (kept.length > 0 && length > MAX_LENGTH) break;
    kept.unshift([language, text]);
  }
  return Object.fromEntries(kept);
}
