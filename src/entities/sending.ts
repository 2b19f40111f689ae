import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, json, moment, text } from './columns.ts';
import { Message } from './message.ts';

/** `queued` until the provider accepts the message, or it fails. */
export const SENDING_STATUSES = ['queued', 'accepted', 'failed'] as const;
export type SendingStatus = (typeof SENDING_STATUSES)[number];

/** The sending of a message through a provider. */
export const Sending = defineEntity({
  name: 'Sending',
  tableName: 'sendings',
  indexes: [
    // For the next message to a contact; few are queued.
    { properties: ['contactInboxId', 'id'], where: "status = 'queued'" },
    // For how many wait in an inbox.
    { properties: ['inboxId'], where: "status = 'queued'" },
    { properties: ['inboxId', 'id'] },
  ],
  properties: {
    id: id(),
    accountId: p.integer(),
    inboxId: p.integer(),
    /** The contact inbox that the message goes to; its messages are sent one after the other. */
    contactInboxId: p.integer(),
    message: p.manyToOne(Message).deleteRule('cascade').index(false).unique(),
    status: choice(SENDING_STATUSES),
    /** The ids that the provider has given to the parts that it has accepted, in their order. */
    partIds: json<readonly string[]>(),
    /** Who has been given parts of it; null = nobody yet. */
    provider: p.string().nullable(),
    /** Since when the next part may have arrived: it is under way, or how an attempt at it ended is not known. Null = it has not. */
    begunAt: moment().nullable(),
    /** Attempts that failed since the message was queued. */
    attemptsCount: p.integer().default(0),
    /** Why the last of them failed; null = none did. */
    lastError: text().nullable(),
    createdAt: moment(),
    /** When it was accepted or failed; null = it is queued. */
    endedAt: moment().nullable().index(),
  },
});
