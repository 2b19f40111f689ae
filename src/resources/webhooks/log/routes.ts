import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { redeliver } from '../replay/redeliver.ts';
import { webhookOf } from '../queries.ts';
import { deliveriesShape, deliveryShape } from './answers.ts';
import { presentDeliveries, presentDelivery } from './presenter.ts';
import { listDeliveries } from './read-deliveries.ts';
import { deliveriesQuery } from './schema.ts';

export const deliveries = routes('/webhooks/:id/deliveries');

deliveries.get(
  '/',
  {
    permission: 'webhook:read',
    summary: 'List the deliveries of a webhook',
    description: 'What was sent to it, and how it was answered, the newest first, for as long as events are kept.',
    find: ({ tx, account, params }) => webhookOf(tx, account.id, params.id),
    query: deliveriesQuery,
    answer: ok(deliveriesShape),
  },
  async ({ tx, found: webhook, query: { before = null, limit, status = null } }) =>
    presentDeliveries(await listDeliveries(tx, webhook.id, { before, limit: limit + 1, status }), limit),
);

deliveries.post(
  '/:delivery_id/redeliver',
  {
    permission: 'webhook:write',
    summary: 'Send a delivery again',
    description:
      'The same payload with the same numbers of event and delivery, so that the receiver can tell that it comes again. ' +
      'It does not wait for newer ones of its conversation. 409: it is not finished yet, or the webhook is disabled. ' +
      '404: there is no such delivery, or none any more.',
    find: ({ tx, account, params }) => webhookOf(tx, account.id, params.id),
    answer: ok(deliveryShape),
    mayAnswer: [409, 422],
  },
  async ({ tx, found: webhook, params, now, app }) => {
    const keptDays = app.config.webhooks.keep_days;
    return presentDelivery(await redeliver(tx, webhook, { id: params.delivery_id, keptDays }, now));
  },
);
