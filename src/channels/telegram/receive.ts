import type { Attributes } from '../../entities/columns.ts';
import { objectAt, objectIn, textAt } from '../receiving/json-parts.ts';
import type { Callback, RawEvent, ReceivedContact, ReceivedItem, Receiver } from '../receiving/receiver.ts';
import { isSameText } from '../receiving/same-text.ts';
import type { OutgoingChannel } from '../transport.ts';
import { callTelegram } from './call.ts';
import { contentOf } from './content.ts';
import { originAttributes } from './origin.ts';

/** The kinds of updates that are read. */
const UPDATES = ['message', 'edited_message', 'callback_query'];
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';
/** Bytes of the largest file that bots can fetch. */
const FILE_BYTES = 20_000_000;

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

  receive: (body) => [itemOf(objectIn(body))],

  async locate({ file_id: id = null }, means) {
    const { file_path: path } = await callTelegram(means, 'getFile', { file_id: id });
    const url = `${means.urls.telegram_url}/file/bot${String(means.channel.secrets['bot_token'])}/${String(path)}`;
    return { url, headers: {}, isOfSettings: true, maxBytes: FILE_BYTES };
  },

  async acknowledge(body, means) {
    const update = objectIn(body);
    const pressed = textAt(objectAt(update, 'callback_query'), 'id');
    // Ends the wait that Telegram shows after a button was pressed.
    if (pressed !== '') await callTelegram(means, 'answerCallbackQuery', { callback_query_id: pressed });
    const message = objectAt(update, 'message');
    const chat = objectAt(message, 'chat');
    const isCommand = textAt(message, 'text').startsWith('/');
    if (!isGroup(chat) || !isCommand) return;
    await callTelegram(means, 'sendMessage', {
      chat_id: chat['id'] ?? null,
      text: 'Please write to me in a private chat.',
    });
  },
};

const isGroup = (chat: Attributes) => ['group', 'supergroup'].includes(textAt(chat, 'type'));

/** The message that the update is about; for a button that was pressed, the one with the button. */
function messageOf(update: Attributes): Attributes {
  const places = [objectAt(update, 'message'), objectAt(update, 'edited_message')];
  return [...places, objectAt(objectAt(update, 'callback_query'), 'message')].find((one) => one['chat']) ?? {};
}

function itemOf(update: Attributes): ReceivedItem {
  const message = messageOf(update);
  const chat = objectAt(message, 'chat');
  const query = objectAt(update, 'callback_query');
  if (textAt(message, 'message_id') === '') return { is: 'ignored', why: 'an update of a kind that is not read' };
  if (textAt(chat, 'type') !== 'private') return { is: 'ignored', why: 'written in a group' };
  const conversationAttributes = { chat_id: chat['id'] ?? null };
  const id = textAt(message, 'message_id');
  if (query['id'] !== undefined) {
    return {
      is: 'message',
      sourceId: textAt(query, 'id'),
      from: contactOf(objectAt(query, 'from'), chat),
      content: textAt(query, 'data'),
      answers: [id],
      choice: { value: textAt(query, 'data'), title: null },
      conversationAttributes,
    };
  }

  const content = contentOf(message);
  if (content === null) return { is: 'ignored', why: 'a notice of Telegram, which nobody has written' };
  const answered = textAt(objectAt(message, 'reply_to_message'), 'message_id');
  return {
    is: 'message',
    sourceId: id,
    from: contactOf(objectAt(message, 'from'), chat),
    ...content,
    contentAttributes: { ...originAttributes(message), ...content.contentAttributes },
    answers: answered === '' ? [] : [answered],
    isEdit: update['edited_message'] !== undefined,
    album: textAt(message, 'media_group_id') || null,
    conversationAttributes,
  };
}

function contactOf(from: Attributes, chat: Attributes): ReceivedContact {
  const name = [textAt(chat, 'first_name'), textAt(chat, 'last_name')].filter((part) => part !== '').join(' ');
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
