import { defineEntity, p } from '@mikro-orm/core';
import { choice, id, moment, text } from './columns.ts';
import { User } from './user.ts';

export const SUBSCRIPTION_TYPES = ['browser_push', 'fcm'] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** A browser or a device on which a user wants push messages. */
export const NotificationSubscription = defineEntity({
  name: 'NotificationSubscription',
  tableName: 'notification_subscriptions',
  properties: {
    id: id(),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    subscriptionType: choice(SUBSCRIPTION_TYPES),
    /** SHA-256 in hex of what names the browser or the device: its endpoint or its device id. */
    identifierDigest: p.string().unique().hidden(),
    /** The same of the token by which an app ends the subscription; null = it has none. */
    pushTokenDigest: p.string().nullable().index().hidden(),
    /** The attributes as JSON, sealed by the vault: who knows them can send to the browser. */
    sealedAttributes: text().hidden(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
