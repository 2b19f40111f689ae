import { mayPass } from '../../outbound.ts';
import { object } from 'yup';
import type { App } from '../../app.ts';
import { invalid } from '../../errors.ts';
import { integer } from '../../fields.ts';
import { browserOf } from '../../resources/notification_subscriptions/browser-of.ts';
import { ensurePushKeys } from '../../resources/notification_subscriptions/push-keys.ts';
import { findSubscription } from '../../resources/notification_subscriptions/queries.ts';
import { forgetSubscription } from '../../resources/notification_subscriptions/unsubscribe.ts';
import { send, succeeded } from '../../resources/webhooks/deliveries/send.ts';
import { SECOND } from '../../time.ts';
import type { JobHandler } from '../queue/handler.ts';
import { encryptedPush } from './encrypted-push.ts';
import { pushText } from './push-text.ts';
import { wantedNotification } from './wanted-notification.ts';

const payloadOf = object({
  notification_id: integer().required(),
  version: integer().required(),
  subscription_id: integer().required(),
});

/** The statuses of push services for an unsubscribed browser. */
const GONE = [404, 410];

/**
 * Sends a push message about a notification to one browser, unless its owner has seen the notification, or something
 * newer has taken its place, which has a message of its own. A browser that is gone is forgotten.
 * @throws Error when the push service does not take it now; AppError `invalid` when it never will
 */
export const sendPush: JobHandler = async (app, payload) => {
  const { notification_id: id, version, subscription_id: subscriptionId } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const subscription = await findSubscription(tx, subscriptionId);
  const notification = await wantedNotification(tx, id, 'pushFlags');
  if (!subscription || notification?.version !== version || notification.userId !== subscription.userId) return;

  const browser = browserOf(subscription.attributes, app.installation.allowedNetworks);
  const { publicUrl } = app.installation;
  const keys = await ensurePushKeys(tx, app.now());
  const push = await encryptedPush(browser, pushText(notification, publicUrl), { keys, publicUrl, topic: `n${id}` });
  const attempt = await send(await app.http(), browser.endpoint, push.body, push.headers, timeoutMs(app));
  if (succeeded(attempt)) return;

  const { statusCode, error, response } = attempt;
  if (statusCode !== null && GONE.includes(statusCode)) return forgetSubscription(tx, subscriptionId);
  const reason = error ?? `the push service answered ${statusCode}: ${response}`;
  if (statusCode === null || mayPass(statusCode)) throw new Error(reason);
  throw invalid('Validation failed', reason);
};

const timeoutMs = ({ config }: App) => config.webhooks.timeout_seconds * SECOND;
