import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { type Attributes, attributes, choice, id, json, moment, text } from './columns.ts';

/** Values of `channel.type` in requests. */
export const CHANNEL_TYPES = ['web_widget', 'api', 'email', 'line', 'telegram', 'whatsapp', 'sms'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/**
 * What an `identifier` without `identifier_hash` counts in an inbox: nothing, it is refused (`required`); a claim
 * (`optional`); or as much as with it, in the dialect `chatwoot` only (`trusted`).
 */
export const IDENTIFIER_PROOFS = ['required', 'optional', 'trusted'] as const;
export type IdentifierProof = (typeof IDENTIFIER_PROOFS)[number];

/** Inboxes that were made before there was the setting have none: in these, it is a claim. */
export function identifierProofOf(settings: Attributes): IdentifierProof {
  return IDENTIFIER_PROOFS.find((proof) => proof === settings['identifier_proof']) ?? 'optional';
}

/** The channel through which an inbox reaches its contacts. */
export const Channel = defineEntity({
  name: 'Channel',
  tableName: 'channels',
  uniques: [{ properties: ['type', 'address'] }],
  indexes: [{ properties: ['type', 'claimedAddress'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(),
    type: choice(CHANNEL_TYPES),
    /** The unguessable public id: inbox_identifier of an API channel, website_token of a widget. */
    identifier: p.string().unique().hidden(),
    /** The settings that are not secret; each kind of channel has its own keys. */
    settings: attributes(),
    /**
     * The channel's address, unique among channels of its kind: an e-mail address, a phone number or a bot. Null =
     * none.
     */
    address: p.string().nullable(),
    /** The address that it shall have once that is proved, since a channel of another account has it; null = none. */
    claimedAddress: p.string().nullable(),
    /** When the account proved that the address is its own; null = it has not. */
    addressProvedAt: moment().nullable(),
    /**
     * The URL that an API channel's events are sent to; null = none. A column of its own, because every event reads it.
     */
    webhookUrl: text().nullable(),
    /** Hours after the contact's last message in which an API channel delivers replies; null = always. */
    replyWindowHours: p.integer().nullable(),
    /** The secret settings as one JSON object, sealed by db/vault.ts; null = none. */
    sealedSecrets: text().nullable().hidden(),
    /** The message templates that the service has for a WhatsApp number; null = they have not been fetched yet. */
    messageTemplates: json<readonly Attributes[]>().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
