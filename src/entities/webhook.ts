import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { choice, id, json, moment, text } from './columns.ts';
import { DIALECTS } from '../dialect.ts';
import type { EventType } from './event.ts';
import { Inbox } from './inbox.ts';

/** A receiver of the account's events. */
export const Webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhooks',
  uniques: [{ properties: ['account', 'url'] }],
  properties: {
    id: id(),
    account: p.manyToOne(Account).deleteRule('cascade').index(false),
    /** Null = events of every inbox. */
    inbox: p.manyToOne(Inbox).nullable().deleteRule('cascade').index(),
    url: p.string().length(2048),
    name: p.string().nullable(),
    subscriptions: json<EventType[]>(),
    /** How events are told to it; null = as the setting `api.dialect` says. */
    dialect: choice(DIALECTS).nullable(),
    /** The secret that signs deliveries; sealed by db/vault.ts. */
    sealedSecret: text().hidden(),
    /** The secret before that one, sealed as well, and until when it signs too; null = there was none, or it was ended. */
    previousSealedSecret: text().hidden().nullable(),
    previousSecretUntil: moment().nullable(),
    /** Null = enabled. */
    disabledAt: moment().nullable(),
    disabledReason: text().nullable(),
    /** When the first delivery since the last success was exhausted, and how many have been; null and 0 = none. */
    failingSince: moment().nullable(),
    exhaustedCount: p.integer().default(0),
    /**
     * When it was last stopped for changing a conversation in answer to its own changes, and the conversation's number;
     * null = never.
     */
    loopStoppedAt: moment().nullable(),
    loopConversationId: p.integer().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
