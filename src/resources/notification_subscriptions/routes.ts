import { empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { pushKeyShape, subscriptionShape } from './answers.ts';
import { presentSubscription } from './presenter.ts';
import { ensurePushKeys } from './push-keys.ts';
import { subscribeBody, unsubscribeBody } from './schema.ts';
import { subscribe } from './subscribe.ts';
import { unsubscribe } from './unsubscribe.ts';

export const notificationSubscriptions = routes('/notification_subscriptions');

notificationSubscriptions.get(
  '/',
  {
    permission: 'notification_subscription:read',
    summary: 'Show the key for push messages',
    description: 'Browsers subscribe with it, as their `applicationServerKey`.',
    answer: ok(pushKeyShape),
  },
  async ({ tx, now }) => ({ vapid_public_key: (await ensurePushKeys(tx, now)).publicKey }),
);

notificationSubscriptions.post(
  '/',
  {
    permission: 'notification_subscription:write',
    summary: 'Get push messages in a browser or on a device',
    description:
      'A subscription that is known already is changed, and becomes yours. Push messages are sent to browsers; those of devices are kept, and nothing is sent to them.',
    body: subscribeBody,
    name: 'notification_subscription',
    example: {
      subscription_type: 'browser_push',
      subscription_attributes: {
        endpoint: 'https://push.example.com/send/8Hq2',
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
    answer: ok(subscriptionShape),
  },
  async ({ tx, caller, body, now }) => {
    const input = { type: body.subscription_type, attributes: body.subscription_attributes };
    return presentSubscription(await subscribe(tx, caller.id, input, now));
  },
);

notificationSubscriptions.delete(
  '/',
  {
    permission: 'notification_subscription:write',
    summary: 'Get no more push messages in a browser or on a device',
    body: unsubscribeBody,
    example: { push_token: 'https://push.example.com/send/8Hq2' },
    answer: empty,
  },
  ({ tx, caller, body: { push_token: token } }) => unsubscribe(tx, caller.id, token),
);
