import { differencesIn } from '../../dialect.ts';
import { seesSecrets } from '../../records/access/token-scope.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { webhookListShape, writtenWebhookShape } from './answers.ts';
import { createWebhook, DEFAULT_SUBSCRIPTIONS } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { deliveries } from './log/routes.ts';
import { presentWebhooks, presentWrittenWebhook } from './presenter.ts';
import { listWebhooks, webhookOf } from './queries.ts';
import { createWebhookBody, updateWebhookBody } from './schema.ts';
import { secrets } from './secret/routes.ts';
import { updateWebhook } from './update-webhook.ts';

export const webhooks = routes('/webhooks');

webhooks.get(
  '/',
  {
    permission: 'webhook:read',
    summary: 'List webhooks',
    page: 'optional',
    answer: (differences) => ok(webhookListShape(differences)),
  },
  async ({ tx, account, caller, page, now }) => {
    const rows = await listWebhooks(tx, account.id, page);
    return presentWebhooks(rows, differencesIn(tx.installation.dialect), now, { withSecret: seesSecrets(caller) });
  },
);

webhooks.post(
  '/',
  {
    permission: 'webhook:write',
    summary: 'Create a webhook',
    description:
      'Without `subscriptions` it hears of conversations, messages and contacts; with `inbox_id` of one inbox.',
    body: createWebhookBody,
    name: 'webhook',
    example: {
      url: 'https://example.com/parley',
      name: 'Archive',
      subscriptions: ['conversation_created', 'message_created'],
    },
    answer: created(writtenWebhookShape),
  },
  async ({ tx, account, body, now }) => {
    const input = {
      url: body.url,
      name: body.name ?? null,
      subscriptions: body.subscriptions ?? DEFAULT_SUBSCRIPTIONS,
      dialect: body.dialect ?? null,
      inboxId: body.inbox_id ?? null,
    };
    return presentWrittenWebhook(await createWebhook(tx, account, input, now), now);
  },
);

webhooks.patch(
  '/:id',
  {
    permission: 'webhook:write',
    summary: 'Change a webhook',
    description: 'Enabling it also forgets how it failed.',
    find: ({ tx, account, params }) => webhookOf(tx, account.id, params.id),
    body: updateWebhookBody,
    name: 'webhook',
    example: { name: 'Archive', enabled: true },
    answer: ok(writtenWebhookShape),
  },
  async ({ tx, found: webhook, body, now }) => {
    const input = {
      url: body.url,
      name: body.name,
      subscriptions: body.subscriptions,
      dialect: body.dialect,
      inboxId: body.inbox_id,
      enabled: body.enabled,
    };
    return presentWrittenWebhook(await updateWebhook(tx, webhook, input, now), now);
  },
);

webhooks.delete(
  '/:id',
  {
    permission: 'webhook:write',
    summary: 'Delete a webhook',
    description: 'What is still due to it is not sent.',
    find: ({ tx, account, params }) => webhookOf(tx, account.id, params.id),
    answer: empty,
  },
  ({ tx, found: webhook }) => deleteWebhook(tx, webhook),
);

webhooks.include(secrets, deliveries);
