import { createHmac } from 'node:crypto';
import type { Answer, TestApp } from '../app.ts';
import { givenInbox, type TestAccount } from '../factories.ts';
import { CLOUD, DIALOG360 } from '../providers/whatsapp.ts';

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);

/** The number of an inbox, with all that a callback about it needs. */
export type WhatsappNumber = {
  inbox: { id: number };
  phoneNumber: string;
  phoneNumberId: string;
  path: string;
  headers(body: string): Record<string, string>;
};

export const APP_SECRET = 'app-secret';

/** An inbox at the Cloud API; `more` adds to its provider_config. */
export async function givenCloudNumber(
  account: TestAccount,
  more: { app_secret?: string | null; [key: string]: unknown } = {},
): Promise<WhatsappNumber> {
  const phoneNumber = `+1888${String(next()).slice(-7)}`;
  const config = { ...CLOUD, app_secret: APP_SECRET, ...more };
  const channel = { type: 'whatsapp', phone_number: phoneNumber, provider: 'whatsapp_cloud', provider_config: config };
  const inbox = await givenInbox(account, channel);
  return {
    inbox,
    phoneNumber,
    phoneNumberId: config.phone_number_id,
    path: new URL(inbox.callback_webhook_url).pathname,
    headers: (body) => ({ 'x-hub-signature-256': signatureOf(body, config.app_secret ?? undefined) }),
  };
}

/** An inbox at 360dialog. */
export async function givenDialogNumber(account: TestAccount): Promise<WhatsappNumber> {
  const phoneNumber = `+1999${String(next()).slice(-7)}`;
  const channel = { type: 'whatsapp', phone_number: phoneNumber, provider: 'default', provider_config: DIALOG360 };
  const inbox = await givenInbox(account, channel);
  return {
    inbox,
    phoneNumber,
    phoneNumberId: '1',
    path: new URL(inbox.callback_webhook_url).pathname,
    headers: () => ({ 'x-parley-token': inbox.provider_config.webhook_verify_token }),
  };
}

export const signatureOf = (body: string, secret = APP_SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Somebody who writes in WhatsApp. */
export type Writer = {
  wa_id?: string;
  user_id?: string;
  parent_user_id?: string;
  profile: { name: string; username?: string };
};

/** Somebody who has not written before. */
export const writer = (more: Partial<Writer> = {}): Writer => ({
  wa_id: `49171${String(next()).slice(-7)}`,
  profile: { name: 'Carla Contact' },
  ...more,
});

/** A message without its sender. */
export type WhatsappContent = { type: string; [key: string]: unknown };

export type WhatsappGiven = WhatsappContent & { id: string };

/** A message of this person. */
export function givenMessage(
  { wa_id: from, user_id: userId, parent_user_id: parentId }: Writer,
  content: WhatsappContent,
): WhatsappGiven {
  const sender = {
    ...(from && { from }),
    ...(userId && { from_user_id: userId }),
    ...(parentId && { from_parent_user_id: parentId }),
  };
  return { ...sender, id: `wamid.${next()}`, timestamp: '1790000000', ...content };
}

export const textOf = (body: string) => ({ type: 'text', text: { body } });

/** What a callback tells of a number. */
export type Told = {
  contacts?: object[];
  messages?: object[];
  statuses?: object[];
  message_echoes?: object[];
  errors?: object[];
};

/** A callback with these parts, each an entry of its own. */
export function callbackOf(...parts: [WhatsappNumber, Told][]): string {
  const entry = parts.map(([{ phoneNumber, phoneNumberId }, told]) => ({
    id: CLOUD.business_account_id,
    changes: [
      {
        field: 'messages',
        value: {
          messaging_product: 'whatsapp',
          metadata: { display_phone_number: phoneNumber.slice(1), phone_number_id: phoneNumberId },
          ...told,
        },
      },
    ],
  }));
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
}

/** Posts a callback as WhatsApp does. */
export function post(
  test: TestApp,
  number: WhatsappNumber,
  body: string,
  headers = number.headers(body),
): Promise<Answer> {
  return test.request('POST', number.path, { body, headers: { 'content-type': 'application/json', ...headers } });
}

/** Has somebody write these messages, each in a callback of its own. */
export async function write(test: TestApp, number: WhatsappNumber, who: Writer, ...messages: WhatsappGiven[]) {
  for (const message of messages) {
    const { status, text } = await post(test, number, callbackOf([number, { contacts: [who], messages: [message] }]));
    if (status !== 200) throw new Error(`the callback was answered ${status}: ${text}`);
  }
}
