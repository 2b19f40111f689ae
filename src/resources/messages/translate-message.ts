import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { MessageRecord } from '../../records/message.ts';
import type { App } from '../../app.ts';
import { invalid } from '../../errors.ts';
import { keepTranslation, translationOf } from '../../conversations/messages/keep-translation.ts';
import { translateText } from './translate-text.ts';

/** The translations in progress of each program, by message and language. */
const underWay = new WeakMap<App, Map<string, Promise<string>>>();

/**
 * The message's content in another language: the stored translation, or a new one from the translation service, which
 * is asked only once at a time. It is no command: nothing is locked while the service works.
 * @throws AppError `unavailable`, "Translation service unavailable"; `invalid` for a message without text, or one that
 *   was deleted
 */
export async function translateMessage(
  app: App,
  tx: Tx,
  conversation: ConversationRecord,
  message: MessageRecord,
  language: string,
): Promise<string> {
  const { content } = message;
  if (!content?.trim()) throw invalid('Validation failed', 'the message has no content to translate', ['content']);
  if (message.contentAttributes['deleted'] === true) {
    throw invalid('Validation failed', 'the message was deleted', ['content']);
  }
  const known = translationOf(message, language);
  if (known !== null) return known;

  return once(app, `${message.id} ${language}`, async () => {
    const translated = await translateText(app, tx, message.accountId, content, language);
    const place = { conversationId: conversation.id, id: message.id };
    return keepTranslation(tx, place, { content, language, text: translated }, app.now());
  });
}

/** Runs `work` once for all callers with the same `key` at the same time. */
async function once(app: App, key: string, work: () => Promise<string>): Promise<string> {
  const waiting = underWay.get(app) ?? new Map<string, Promise<string>>();
  underWay.set(app, waiting);
  const begun = waiting.get(key) ?? work().finally(() => waiting.delete(key));
  waiting.set(key, begun);
  return begun;
}
