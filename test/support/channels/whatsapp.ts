import { PIXEL } from '../files/media.ts';
import { PROVIDERS } from '../providers/providers.ts';
import { givenCloudApi, givenDialog360, type WhatsappMessage } from '../providers/whatsapp.ts';
import { givenTemplate } from '../providers/whatsapp-templates.ts';
import {
  callbackOf,
  givenCloudNumber,
  givenDialogNumber,
  givenMessage,
  textOf,
  type Told,
  type WhatsappContent,
  type WhatsappGiven,
  type WhatsappNumber,
  writer,
} from '../receiving/whatsapp-chat.ts';
import type { TestAccount } from '../factories.ts';
import type { Callback, OpenInbox, Said, Taken, TestChannel } from './channel.ts';
import { nextNumber } from './channel.ts';
import { httpProvider } from './faults.ts';

type Server = Awaited<ReturnType<typeof givenCloudApi>>;

export const cloudChannel = channelBy('whatsapp_cloud', 'channels.whatsapp_url', givenCloudApi, (account, secret) =>
  givenCloudNumber(account, secret === undefined ? {} : { app_secret: secret }),
);
export const dialog360Channel = channelBy('dialog360', 'channels.dialog360_url', givenDialog360, givenDialogNumber);

function channelBy(
  name: string,
  setting: string,
  startServer: () => Promise<Server>,
  givenNumber: (account: TestAccount, secret?: string) => Promise<WhatsappNumber>,
): TestChannel {
  return {
    isRepeatable: false,
    hasHandle: true,
    partOf: ({ sent }) => String((sent as WhatsappMessage).biz_opaque_callback_data),
    writes: {
      template: (mark) => ({
        content: mark,
        template_params: { name: 'parcel', language: 'en_US', processed_params: { body: { '1': mark } } },
      }),
    },

    async start() {
      const server = await startServer();
      server.templates.push(givenTemplate('parcel', 'Your parcel {{1}} is on its way.'));
      return {
        provider: httpProvider(server, PROVIDERS[name]!),
        settings: { [setting]: server.url },
        files: server.files,
        open: async (account, secret) => openNumber(await givenNumber(account, secret), server),
      };
    },
  };
}

function openNumber(number: WhatsappNumber, server: Server): OpenInbox {
  const signed = ({ path, body }: Callback): Callback => ({
    path,
    headers: { 'content-type': 'application/json', ...number.headers(body) },
    body,
  });
  const told = (what: Told) => signed({ path: number.path, headers: {}, body: callbackOf([number, what]) });
  const says = (from: string, content: WhatsappContent, text: string, files = 0): Said => {
    const who = writer({ wa_id: from });
    const message: WhatsappGiven = givenMessage(who, content);
    return { id: message.id, callback: told({ contacts: [who], messages: [message] }), text, files };
  };
  const file = (from: string, type: string, more: object, text: string): Said & { fileId: string } => {
    const fileId = String(nextNumber());
    server.files.set(fileId, PIXEL);
    return { ...says(from, { type, [type]: { id: fileId, ...more } }, text, 1), fileId };
  };
  return {
    inbox: number.inbox,
    somebody: () => String(writer().wa_id),
    says: {
      text: (from, mark) => says(from, textOf(mark), mark),
      picture: (from, mark) => file(from, 'image', { mime_type: 'image/png', caption: mark }, mark),
      document: (from, mark) => file(from, 'document', { filename: 'manual.pdf', caption: mark }, mark),
      voice: (from) => file(from, 'audio', { voice: true, mime_type: 'audio/ogg' }, ''),
      'late picture': (from, mark) => {
        const late = file(from, 'image', { mime_type: 'image/png', caption: mark }, mark);
        server.digests.set(late.fileId, 'a'.repeat(64));
        return { ...late, repair: () => void server.digests.delete(late.fileId) };
      },
      sticker: (from) => file(from, 'sticker', { mime_type: 'image/webp' }, ''),
      location: (from, mark) =>
        says(from, { type: 'location', location: { latitude: 1, longitude: 2, name: mark } }, mark),
      card: (from, mark) =>
        says(
          from,
          { type: 'contacts', contacts: [{ name: { formatted_name: mark }, phones: [{ phone: '1' }] }] },
          mark,
        ),
      reaction: (from) => says(from, { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: '👍' } }, '👍'),
    },
    signs: signed,
    chooses: (from, taken, value) => {
      const reply = { type: 'button_reply', button_reply: { id: value, title: value } };
      return says(from, { type: 'interactive', interactive: reply, context: { id: idOf(taken) } }, '');
    },
    tells(taken, status) {
      const { biz_opaque_callback_data: handle } = taken.sent as WhatsappMessage;
      const errors = status === 'failed' ? { errors: [{ code: 131026, title: 'Message undeliverable' }] } : {};
      const one = { id: idOf(taken), status, timestamp: '1790000000', biz_opaque_callback_data: handle, ...errors };
      return told({ statuses: [one] });
    },
  };
}

const idOf = ({ reply }: Taken) => (reply['messages'] as { id: string }[])[0]!.id;
