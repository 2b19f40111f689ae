import { SUBSCRIPTION_TYPES } from '../../entities/notification-subscription.ts';
import { attributes, object, oneOf, requiredText } from '../../fields.ts';

const TOKEN_LENGTH = 4096;

export const subscribeBody = object({
  subscription_type: oneOf(SUBSCRIPTION_TYPES).required("can't be blank"),
  subscription_attributes: attributes().required("can't be blank").meta({
    description:
      'Of a browser: `endpoint`, `p256dh` and `auth`, as its `PushSubscription` has them. Of a device: `device_id` and `push_token`',
  }),
});

export const unsubscribeBody = object({
  push_token: requiredText(TOKEN_LENGTH).meta({ description: 'Of a browser: its endpoint' }),
});
