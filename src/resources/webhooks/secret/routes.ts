import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { webhookShape } from '../answers.ts';
import { presentWebhook } from '../presenter.ts';
import { webhookOf } from '../queries.ts';
import { endPreviousSecret } from './end-previous-secret.ts';
import { rotateSecret } from './rotate-secret.ts';

export const secrets = routes('/webhooks/:id');

secrets.post(
  '/rotate_secret',
  {
    permission: 'webhook:write',
    summary: 'Give a webhook a new secret',
    description:
      'The secret before it signs as well for a day. `webhook-signature` has two signatures then, the first by the new ' +
      'secret, and the headers that hold a single one are signed with the former secret until its end. Of three ' +
      'secrets within a day, the oldest ends at once.',
    find: ({ tx, account, params }) => webhookOf(tx, account.id, params.id),
    answer: ok(webhookShape),
  },
  async ({ tx, found: webhook, now }) =>
    presentWebhook(await rotateSecret(tx, webhook, now), now, { withSecret: true }),
);

secrets.delete(
  '/previous_secret',
  {
    permission: 'webhook:write',
    summary: 'End the former secret of a webhook',
    description: 'Before its day is over, for when the receiver knows the new one, or the former has leaked.',
    find: ({ tx, account, params }) => webhookOf(tx, account.id, params.id),
    answer: ok(webhookShape),
  },
  async ({ tx, found: webhook, now }) =>
    presentWebhook(await endPreviousSecret(tx, webhook, now), now, { withSecret: true }),
);
