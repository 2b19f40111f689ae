import { createHmac } from 'node:crypto';
import { givenInbox, type TestAccount } from '../factories.ts';
import { PIXEL } from '../files/media.ts';
import { BANDWIDTH, type BandwidthMessage, givenBandwidth } from '../providers/bandwidth.ts';
import type { ProviderServer } from '../providers/provider-server.ts';
import { PROVIDERS } from '../providers/providers.ts';
import { givenTwilio, TWILIO, type TwilioMessage } from '../providers/twilio.ts';
import type { Callback, OpenInbox, Said, TestChannel } from './channel.ts';
import { nextNumber, nextPhone } from './channel.ts';
import { httpProvider } from './faults.ts';
import { PUBLIC_URL } from './public-url.ts';

export const twilioChannel: TestChannel = {
  isRepeatable: false,
  hasHandle: false,
  partOf: ({ sent }) => JSON.stringify({ ...(sent as TwilioMessage), sid: '' }),

  async start() {
    const server = await givenTwilio();
    return {
      provider: httpProvider(server, PROVIDERS['twilio']!),
      settings: { 'channels.twilio_url': server.url },
      files: server.files,
      open: (account, secret = TWILIO.auth_token) => openTwilio(account, secret, server),
    };
  },
};

async function openTwilio(
  account: TestAccount,
  token: string,
  twilio: ProviderServer<TwilioMessage>,
): Promise<OpenInbox> {
  const number = nextPhone('+1555');
  const inbox = await givenInbox(account, { type: 'sms', phone_number: number, ...TWILIO, auth_token: token });
  const said = (from: string, fields: Record<string, string>, text: string, files = 0): Said => {
    const id = `SM${String(nextNumber()).padStart(32, '7')}`;
    const all = { MessageSid: id, From: from, To: number, ...fields };
    const callback = twilioCallback('/twilio/callback', all, token);
    return { id, callback, text, files };
  };
  const media = (from: string, mark: string, type: string, bytes: Uint8Array | number = PIXEL) => {
    twilio.files.set(mark, bytes);
    const fields = { Body: mark, NumMedia: '1', MediaUrl0: `${twilio.url}/media/${mark}`, MediaContentType0: type };
    return { ...said(from, fields, mark, 1), fileId: mark };
  };
  return {
    inbox,
    somebody: () => nextPhone('+4915'),
    says: {
      text: (from, mark) => said(from, { Body: mark, NumMedia: '0' }, mark),
      picture: (from, mark) => media(from, mark, 'image/png'),
      document: (from, mark) => media(from, mark, 'application/pdf'),
      'late picture': (from, mark) => ({
        ...media(from, mark, 'image/png', 503),
        repair: () => void twilio.files.set(mark, PIXEL),
      }),
    },
    pointsTo: (from, address) => said(from, { NumMedia: '1', MediaUrl0: address }, '', 1),
    signs: ({ path, body }) => twilioCallback(path, Object.fromEntries(new URLSearchParams(body)), token),
    tells: ({ sent }, status) => {
      const { sid, to } = sent as TwilioMessage;
      const fields = { MessageSid: sid, MessageStatus: status === 'failed' ? 'undelivered' : status };
      return twilioCallback('/twilio/delivery_status', { ...fields, From: number, To: to }, token);
    },
  };
}

/** A form that is signed as Twilio does. */
function twilioCallback(path: string, fields: Record<string, string>, token: string): Callback {
  const all: Record<string, string> = { AccountSid: TWILIO.account_sid, ...fields };
  const names = Object.keys(all).toSorted();
  const signature = createHmac('sha1', token)
    .update([`${PUBLIC_URL}${path}`, ...names.map((name) => `${name}${all[name]}`)].join(''))
    .digest('base64');
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature };
  return { path, headers, body: new URLSearchParams(all).toString() };
}

const BANDWIDTH_TYPES = {
  sent: 'message-sending',
  delivered: 'message-delivered',
  read: 'message-read',
  failed: 'message-failed',
};

export const bandwidthChannel: TestChannel = {
  isRepeatable: false,
  hasHandle: true,
  partOf: ({ sent }) => JSON.stringify(sent),

  async start() {
    const server = await givenBandwidth();
    return {
      provider: httpProvider(server, PROVIDERS['bandwidth']!),
      settings: { 'channels.bandwidth_url': server.url },
      files: server.files,
      open: (account) => openBandwidth(account, server),
    };
  },
};

async function openBandwidth(account: TestAccount, bandwidth: ProviderServer<BandwidthMessage>): Promise<OpenInbox> {
  const number = nextPhone('+1666');
  const inbox = await givenInbox(account, { type: 'sms', phone_number: number, provider_config: BANDWIDTH });
  const login = Buffer.from(`${inbox.callback_username}:${inbox.callback_password}`).toString('base64');
  const headers = { 'content-type': 'application/json', authorization: `Basic ${login}` };
  const path = new URL(inbox.callback_webhook_url).pathname;
  const callbackOf = (type: string, to: string, message: object): Callback => ({
    path,
    headers,
    body: JSON.stringify([{ type, time: '2026-11-23T05:00:00Z', to, message: { owner: number, ...message } }]),
  });
  const said = (from: string, mark: string, media: string[] = []): Said => {
    const id = `in-${nextNumber()}`;
    const message = { id, direction: 'in', from, to: [number], text: mark, media };
    return { id, callback: callbackOf('message-received', number, message), text: mark, files: media.length };
  };
  const file = (from: string, mark: string, bytes: Uint8Array | number = PIXEL) => {
    bandwidth.files.set(mark, bytes);
    const address = `${bandwidth.url}/api/v2/users/${BANDWIDTH.account_id}/media/${mark}`;
    return { ...said(from, mark, [address]), fileId: mark };
  };
  return {
    inbox,
    somebody: () => nextPhone('+4916'),
    says: {
      text: (from, mark) => said(from, mark),
      picture: (from, mark) => file(from, mark),
      'late picture': (from, mark) => ({
        ...file(from, mark, 503),
        repair: () => void bandwidth.files.set(mark, PIXEL),
      }),
    },
    pointsTo: (from, address) => said(from, '', [address]),
    signs: (callback) => ({ ...callback, headers }),
    tells: ({ sent, reply }, status) => {
      const { to, tag } = sent as BandwidthMessage;
      const message = { id: reply['id'], direction: 'out', from: number, to, tag };
      return callbackOf(BANDWIDTH_TYPES[status], to[0] ?? '', message);
    },
  };
}
