import { createHmac } from 'node:crypto';
import type { Answer, TestApp } from '../app.ts';
import { TWILIO } from '../providers/twilio.ts';

/** Where Twilio reaches the server: a proxy. */
export const PUBLIC = 'https://support.example.com';

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);
/** A number that nobody has. */
export const newNumber = () => `+1555${String(next()).slice(-7)}`;
const newSid = () => `SM${String(next()).padStart(32, '7')}`;

/** A number or a messaging service at Twilio, with the inbox that it has. */
export type SmsInbox = {
  id: number;
  phone_number: string;
  messaging_service_sid: string | null;
  callback_webhook_url: string;
};

export type Fields = Record<string, string>;

/** As Twilio signs a form that it posts to `url`. */
export function signature(url: string, fields: Fields, token = TWILIO.auth_token): string {
  const signed = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}${fields[name]}`);
  return createHmac('sha1', token)
    .update([url, ...signed].join(''))
    .digest('base64');
}

/** Posts a form as Twilio does. */
export function post(
  test: TestApp,
  path: string,
  fields: Fields,
  signed = signature(`${PUBLIC}${path}`, fields),
): Promise<Answer> {
  return test.request('POST', path, {
    body: Buffer.from(new URLSearchParams(fields).toString()),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signed },
  });
}

/** A message to this number, as Twilio tells of it. */
export const messageTo = (to: string, from: string, more: Fields): Fields => ({
  MessageSid: newSid(),
  AccountSid: TWILIO.account_sid,
  From: from,
  To: to,
  NumMedia: '0',
  ...more,
});
