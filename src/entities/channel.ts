import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { attributes, choice, id, moment, text } from './columns.ts';

/** Values of `channel.type` in requests. */
export const CHANNEL_TYPES = ['web_widget', 'api', 'email', 'line', 'telegram', 'whatsapp', 'sms'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

const ChannelSchema = defineEntity({
  name: 'Channel',
  tableName: 'channels',
  uniques: [{ properties: ['type', 'address'] }],
  properties: {
    id: id(),
    account: () => p.manyToOne(Account).lazyRef().deleteRule('cascade').index(),
    type: choice(CHANNEL_TYPES),
    /** Unguessable public name: inbox_identifier of an API channel, website_token of a widget. */
    identifier: p.string().unique(),
    /** Everything about the channel that is not secret; each kind knows its own keys. */
    settings: attributes(),
    /**
     * Where the outside world reaches it, which no other channel of its kind has: an e-mail address, a phone number, a bot.
     * Null = nowhere in particular.
     */
    address: p.string().nullable(),
    /** Where an API channel's events go; null = nowhere. A column, because every event asks. */
    webhookUrl: text().nullable(),
    /** Hours after the contact's last message in which an API channel delivers answers; null = always. */
    replyWindowHours: p.integer().nullable(),
    /** The secret settings as one JSON object, sealed by db/vault.ts; null = none. */
    sealedSecrets: text().nullable().hidden(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** How an inbox reaches its contacts. */
export class Channel extends ChannelSchema.class {}
ChannelSchema.setClass(Channel);
export { ChannelSchema };
