import { SUBSCRIPTION_TYPES } from '../../entities/notification-subscription.ts';
import { attributes, integer, iso, named, nullable, oneOf, shape, text } from '../../wire/shape.ts';

export const subscriptionShape = named('NotificationSubscription', {
  id: integer,
  user_id: integer,
  subscription_type: oneOf(SUBSCRIPTION_TYPES),
  subscription_attributes: attributes,
  identifier: text,
  created_at: iso,
  updated_at: iso,
  notice: nullable({ ...text, description: 'Why it gets no push messages; null = it gets them' }),
});

export const pushKeyShape = shape({ vapid_public_key: text });
