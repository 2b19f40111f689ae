import type { TestAccount } from '../factories.ts';
import { givenContact, givenInbox } from '../factories.ts';
import { BANDWIDTH, bandwidthRefusal, givenBandwidth } from './bandwidth.ts';
import { givenLine, LINE_TOKEN, lineRefusal } from './line.ts';
import type { ProviderReply, ProviderServer } from './provider-server.ts';
import { BOT_TOKEN, givenTelegram, telegramRefusal } from './telegram.ts';
import { givenTwilio, TWILIO, twilioRefusal } from './twilio.ts';
import {
  CLOUD,
  cloudRefusal,
  DIALOG360,
  dialog360Refusal,
  givenCloudApi,
  givenDialog360,
  type WhatsappMessage,
  whatsappTextOf,
} from './whatsapp.ts';

/** A provider that sends messages, as tests need it. */
export type TestProvider = {
  /** As people know it. */
  name: string;
  /** The setting that says where it is. */
  setting: string;
  start(): Promise<ProviderServer<unknown>>;
  /** The channel of an inbox that it serves. Addresses are unique among channels, so each call gives another. */
  channel(): object;
  /** A contact that it reaches, and their id in the channel where it is no address. */
  contact(): { contact: object; sourceId?: string };
  /** The text of what it has taken; '' = none. */
  textOf(sent: unknown): string;
  /** As it refuses. */
  refusal(status: number, reason: string): ProviderReply;
  /** Whether a repetition arrives once. */
  isRepeatable: boolean;
  /** Whether contacts have to write before they can be answered. */
  answersOnly?: boolean;
};

let last = Date.now() % 1_000_000_000;
const next = () => (last += 1);
const whatsappNumber = () => ({ type: 'whatsapp', phone_number: `+1777${String(next()).slice(-7)}` });
const byPhone = () => ({ contact: { phone_number: `+49170${String(next()).slice(-7)}` } });

export const PROVIDERS: Record<string, TestProvider> = {
  telegram: {
    name: 'Telegram',
    setting: 'channels.telegram_url',
    start: givenTelegram,
    channel: () => ({ type: 'telegram', bot_token: BOT_TOKEN }),
    contact: () => ({ contact: {}, sourceId: String(next()) }),
    textOf: (sent) => {
      const { fields } = sent as { fields: { text?: string; caption?: string } };
      return fields.text ?? fields.caption ?? '';
    },
    refusal: telegramRefusal,
    isRepeatable: false,
  },
  line: {
    name: 'LINE',
    setting: 'channels.line_url',
    start: givenLine,
    channel: () => ({ type: 'line', line_channel_id: String(next()), line_channel_token: LINE_TOKEN }),
    contact: () => ({ contact: {}, sourceId: `U${String(next()).padStart(32, '0')}` }),
    textOf: (sent) => (sent as { messages: { text?: string }[] }).messages.map(({ text }) => text ?? '').join('\n'),
    refusal: lineRefusal,
    isRepeatable: true,
  },
  twilio: {
    name: 'Twilio',
    setting: 'channels.twilio_url',
    start: givenTwilio,
    channel: () => ({ type: 'sms', phone_number: `+1555${String(next()).slice(-7)}`, ...TWILIO }),
    contact: byPhone,
    textOf: (sent) => (sent as { body: string | null }).body ?? '',
    refusal: (status, reason) => twilioRefusal(status, 20000, reason),
    isRepeatable: false,
  },
  bandwidth: {
    name: 'Bandwidth',
    setting: 'channels.bandwidth_url',
    start: givenBandwidth,
    channel: () => ({ type: 'sms', phone_number: `+1666${String(next()).slice(-7)}`, provider_config: BANDWIDTH }),
    contact: byPhone,
    textOf: (sent) => (sent as { text?: string }).text ?? '',
    refusal: (status, reason) => bandwidthRefusal(status, 'some-error', reason),
    isRepeatable: false,
  },
  whatsapp_cloud: {
    name: 'WhatsApp',
    setting: 'channels.whatsapp_url',
    start: givenCloudApi,
    channel: () => ({ ...whatsappNumber(), provider: 'whatsapp_cloud', provider_config: CLOUD }),
    contact: byPhone,
    textOf: (sent) => whatsappTextOf(sent as WhatsappMessage),
    refusal: (status, reason) => cloudRefusal(status, status === 429 ? 130429 : 131009, reason),
    isRepeatable: false,
    answersOnly: true,
  },
  dialog360: {
    name: '360dialog',
    setting: 'channels.dialog360_url',
    start: givenDialog360,
    channel: () => ({ ...whatsappNumber(), provider: 'default', provider_config: DIALOG360 }),
    contact: byPhone,
    textOf: (sent) => whatsappTextOf(sent as WhatsappMessage),
    refusal: dialog360Refusal,
    isRepeatable: false,
    answersOnly: true,
  },
};

/** An inbox of the provider and a conversation in it, as the API shows them. */
export async function givenServed(account: TestAccount, provider: TestProvider) {
  const inbox = await givenInbox(account, provider.channel());
  return { inbox, conversation: await givenConversationIn(account, inbox, provider) };
}

/** A conversation in the inbox with a contact of its own. */
export async function givenConversationIn(account: TestAccount, inbox: { id: number }, provider: TestProvider) {
  const { contact, sourceId } = provider.contact();
  const { id } = await givenContact(account, { name: 'Carla', ...contact });
  const { body, text } = await account.call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: id,
    source_id: sourceId,
  });
  if (!body?.id) throw new Error(`cannot create a conversation: ${text}`);
  if (provider.answersOnly) await account.hear(body);
  return body as { id: number };
}
