import { iso } from '../../time.ts';
import type { Shown } from '../../wire/shape.ts';
import type { subscriptionShape } from './answers.ts';
import type { SubscriptionRow } from './queries.ts';

export function presentSubscription(subscription: SubscriptionRow): Shown<typeof subscriptionShape> {
  const { endpoint, device_id: deviceId, push_token: pushToken } = subscription.attributes;
  return {
    id: subscription.id,
    user_id: subscription.userId,
    subscription_type: subscription.type,
    subscription_attributes: subscription.attributes,
    identifier: String(subscription.type === 'fcm' ? (deviceId ?? pushToken) : endpoint),
    created_at: iso(subscription.createdAt),
    updated_at: iso(subscription.updatedAt),
    notice: subscription.type === 'fcm' ? NO_PUSH_TO_DEVICES : null,
  };
}

const NO_PUSH_TO_DEVICES =
  'This server sends push messages to browsers only. The device is kept and gets none; mails and the app itself, while it is open, tell of what is new.';
