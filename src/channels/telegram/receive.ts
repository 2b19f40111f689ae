import type { Attributes } from '../../entities/columns.ts';
import { objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import { callTelegram } from './call.ts';
import type { Callback, RawEvent, ReceivedContact, ReceivedItem, Receiver } from '../receiving/receiver.ts';
import { isSameText } from '../receiving/same-text.ts';
import type { OutgoingChannel } from '../transport.ts';

/** The kinds of updates that are read. */
const UPDATES = ['message', 'edited_message'];
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

/** Reads updates of the Bot API: https://core.telegram.org/bots/api#update. */
export const telegramReceiver: Receiver = {
  provider: 'Telegram',

  refusal({ headers }: Callback, { secrets }: OutgoingChannel) {
    const { webhook_secret: secret } = secrets;
    if (typeof secret !== 'string') return 'the inbox has no secret yet: save it once';
    return isSameText(headers[SECRET_HEADER] ?? '', secret) ? null : `${SECRET_HEADER} is not that of the inbox`;
  },

  eventsIn({ body }): RawEvent[] {
    const update = objectIn(body);
    const id = textAt(update, 'update_id');
    if (id === '') throw new Error('the update has no update_id');
    return [{ key: `update ${id}`, lane: textAt(objectAt(messageOf(update), 'chat'), 'id'), body }];
  },

  async register(url, means) {
    const { username } = await callTelegram(means, 'getMe', {});
    const { webhook_secret: secret } = means.channel.secrets;
    await callTelegram(means, 'setWebhook', { url, secret_token: secret ?? null, allowed_updates: UPDATES });
    return { bot_name: username ?? null };
  },

  receive(body): ReceivedItem[] {
    const update = objectIn(body);
    const message = messageOf(update);
    const chat = objectAt(message, 'chat');
    if (textAt(message, 'message_id') === '') return [{ is: 'ignored', why: 'an update of a kind that is not read' }];
    if (textAt(chat, 'type') !== 'private') return [{ is: 'ignored', why: 'written in a group' }];
    return [
      {
        is: 'message',
        sourceId: textAt(message, 'message_id'),
        from: contactOf(message, chat),
        content: textAt(message, 'text') || null,
        answers: [textAt(objectAt(message, 'reply_to_message'), 'message_id')].filter((id) => id !== ''),
        isEdit: update['edited_message'] !== undefined,
        conversationAttributes: { chat_id: chat['id'] ?? null },
      },
    ];
  },
};

function messageOf(update: Attributes): Attributes {
  return ['message', 'edited_message'].map((kind) => objectAt(update, kind)).find((one) => one['chat']) ?? {};
}

function contactOf(message: Attributes, chat: Attributes): ReceivedContact {
  const from = objectAt(message, 'from');
  const name = [textAt(chat, 'first_name'), textAt(chat, 'last_name')].filter(Boolean).join(' ');
  return {
    sourceId: textAt(chat, 'id'),
    name,
    additionalAttributes: {
      username: textAt(chat, 'username') || null,
      language_code: textAt(from, 'language_code') || null,
      social_telegram_user_id: chat['id'] ?? null,
      social_telegram_user_name: textAt(chat, 'username') || null,
    },
  };
}
