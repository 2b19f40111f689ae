import { createHmac } from 'node:crypto';
import { givenInbox, type TestAccount } from '../factories.ts';
import { PIXEL } from '../files/media.ts';
import { givenLine, LINE_TOKEN, type LinePush } from '../providers/line.ts';
import type { ProviderServer } from '../providers/provider-server.ts';
import { PROVIDERS } from '../providers/providers.ts';
import type { Callback, OpenInbox, Said, TestChannel } from './channel.ts';
import { nextNumber } from './channel.ts';
import { httpProvider } from './faults.ts';

const SECRET = 'line-secret';

export const lineChannel: TestChannel = {
  isRepeatable: true,
  hasHandle: false,
  partOf: ({ sent }) => JSON.stringify(sent),

  async start() {
    const server = await givenLine();
    return {
      provider: httpProvider(server, PROVIDERS['line']!),
      settings: { 'channels.line_url': server.url, 'channels.line_data_url': server.url },
      files: server.files,
      open: (account, secret = SECRET) => openLine(account, secret, server),
    };
  },
};

async function openLine(account: TestAccount, secret: string, server: ProviderServer<LinePush>): Promise<OpenInbox> {
  const inbox = await givenInbox(account, {
    type: 'line',
    line_channel_id: String(nextNumber()),
    line_channel_secret: secret,
    line_channel_token: LINE_TOKEN,
  });
  const path = new URL(inbox.callback_webhook_url).pathname;
  const signed = ({ path, body }: Callback): Callback => {
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    return { path, headers: { 'content-type': 'application/json', 'x-line-signature': signature }, body };
  };
  const callbackOf = (userId: string, more: object): Callback => {
    const event = { webhookEventId: `01EVENT${nextNumber()}`, source: { type: 'user', userId }, ...more };
    return signed({ path, headers: {}, body: JSON.stringify({ destination: 'U0', events: [event] }) });
  };
  const said = (from: string, message: object, text: string, files = 0, id = String(nextNumber())): Said => ({
    id,
    callback: callbackOf(from, { type: 'message', message: { id, ...message } }),
    text,
    files,
  });
  const file = (from: string, message: object, bytes: Uint8Array | number = PIXEL): Said => {
    const id = String(nextNumber());
    server.files.set(id, bytes);
    return { ...said(from, { contentProvider: { type: 'line' }, ...message }, '', 1, id), fileId: id };
  };
  return {
    inbox,
    somebody: () => `U${String(nextNumber()).padStart(32, '0')}`,
    says: {
      text: (from, mark) => said(from, { type: 'text', text: mark }, mark),
      picture: (from) => file(from, { type: 'image' }),
      document: (from) => file(from, { type: 'file', fileName: 'manual.pdf' }),
      voice: (from) => file(from, { type: 'audio' }),
      'late picture': (from) => {
        const late = file(from, { type: 'image' }, 503);
        return { ...late, repair: () => void server.files.set(late.id, PIXEL) };
      },
      sticker: (from) => said(from, { type: 'sticker', packageId: '1', stickerId: '42' }, 'sticker-42'),
      location: (from, mark) => said(from, { type: 'location', title: mark, latitude: 1, longitude: 2 }, mark),
    },
    pointsTo: (from, address) => {
      const contentProvider = { type: 'external', originalContentUrl: address };
      return said(from, { type: 'image', contentProvider }, '', 1);
    },
    signs: signed,
    takesBack: (from, { id }) => callbackOf(from, { type: 'unsend', unsend: { messageId: id } }),
  };
}
