import type { TestAccount } from '../factories.ts';
import { PIXEL } from '../files/media.ts';
import { givenTelegram, type TelegramMessage } from '../providers/telegram.ts';
import { PROVIDERS } from '../providers/providers.ts';
import type { ProviderServer } from '../providers/provider-server.ts';
import { editOf, givenBot, messageFrom } from '../receiving/telegram-chat.ts';
import type { Callback, OpenInbox, Said, TestChannel } from './channel.ts';
import { nextNumber } from './channel.ts';
import { httpProvider } from './faults.ts';

type Update = ReturnType<typeof messageFrom>;

const person = (id: string) => ({ id: Number(id), first_name: 'Carla' });

export const telegramChannel: TestChannel = {
  isRepeatable: false,
  hasHandle: false,
  partOf: ({ sent }) => JSON.stringify(sent),

  async start() {
    const server = await givenTelegram();
    return {
      provider: httpProvider(server, PROVIDERS['telegram']!),
      settings: { 'channels.telegram_url': server.url },
      files: server.files,
      open: (account) => openBot(account, server),
    };
  },
};

async function openBot(account: TestAccount, server: ProviderServer<TelegramMessage>): Promise<OpenInbox> {
  const { inbox, path, secret } = await givenBot(account, server);
  const headers = { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret };
  const updates = new Map<string, Update>();
  const callbackOf = (update: object): Callback => ({ path, headers, body: JSON.stringify(update) });
  const said = (from: string, content: object, text: string, files = 0): Said => {
    const update = messageFrom(person(from), content);
    const id = String(update.message.message_id);
    updates.set(id, update);
    return { id, callback: callbackOf(update), text, files };
  };
  const file = (from: string, mark: string, content: object) => {
    server.files.set(mark, PIXEL);
    return { ...said(from, { caption: mark, ...content }, mark, 1), fileId: mark };
  };
  return {
    inbox,
    somebody: () => String(nextNumber()),
    says: {
      text: (from, mark) => said(from, { text: mark }, mark),
      picture: (from, mark) => file(from, mark, { photo: [{ file_id: mark, width: 1 }] }),
      document: (from, mark) => file(from, mark, { document: { file_id: mark, file_name: 'manual.pdf' } }),
      voice: (from, mark) => file(from, mark, { voice: { file_id: mark, mime_type: 'audio/ogg' } }),
      'late picture': (from, mark) => {
        const late = file(from, mark, { photo: [{ file_id: mark, width: 1 }] });
        server.files.set(mark, 503);
        return { ...late, repair: () => void server.files.set(mark, PIXEL) };
      },
      sticker: (from, mark) => {
        server.files.set(mark, PIXEL);
        return said(from, { sticker: { file_id: mark, emoji: '👍' } }, '', 1);
      },
      location: (from, mark) =>
        said(from, { location: { latitude: 1, longitude: 2 }, venue: { title: mark, address: 'Street 1' } }, mark),
      card: (from, mark) => said(from, { contact: { phone_number: '+491', first_name: mark } }, mark),
    },
    signs: (callback) => ({ ...callback, headers }),
    edits: (from, { id }, mark) => callbackOf(editOf(updates.get(id)!, { text: mark, caption: mark })),
    chooses(from, { reply }, value) {
      const { message_id: messageId } = reply['result'] as { message_id: number };
      const id = String(nextNumber());
      const message = { message_id: messageId, chat: { ...person(from), type: 'private' } };
      const query = { id, from: { ...person(from), is_bot: false }, message, data: value };
      return { id, callback: callbackOf({ update_id: nextNumber(), callback_query: query }), text: '', files: 0 };
    },
  };
}
