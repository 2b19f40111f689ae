import { providerHttp } from '../../../channels/provider-http.ts';
import { openSecrets } from '../../../channels/secrets.ts';
import { readWhatsappHealth } from '../../../channels/whatsapp/health.ts';
import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { healthShape, confirmationShape } from '../answers.ts';
import { inboxOf } from '../inbox-of.ts';
import { presentHealth } from '../presenter.ts';
import { notingRefusal } from '../registration/noting-refusal.ts';
import { registerWebhook } from './register-webhook.ts';
import { syncTemplates } from './sync-templates.ts';

/** Routes of WhatsApp inboxes only. */
export const whatsappInboxes = routes('/inboxes');

whatsappInboxes.post(
  '/:id/sync_templates',
  {
    permission: 'inbox:write',
    summary: 'Fetch the message templates of a WhatsApp inbox',
    description: 'They are fetched from the provider in the background.',
    find: inboxOf,
    answer: ok(confirmationShape),
    mayAnswer: [422],
  },
  async ({ tx, account, found: inbox, now }) => {
    await syncTemplates(tx, account, inbox, now);
    return { message: 'Template sync initiated successfully' };
  },
);

whatsappInboxes.post(
  '/:id/register_webhook',
  {
    permission: 'inbox:write',
    summary: 'Tell the provider of a WhatsApp inbox where its callbacks go',
    description: 'That is done with each change of the channel; `webhook_error` of the inbox says why it failed.',
    find: inboxOf,
    answer: ok(confirmationShape),
    mayAnswer: [400, 422, 503],
  },
  async ({ app, tx, account, found: inbox, now }) => {
    await registerWebhook(tx, app.config.channels, account, inbox, now);
    return { message: 'Webhook registered successfully' };
  },
);

whatsappInboxes.get(
  '/:id/health',
  {
    permission: 'inbox:read',
    summary: 'Show what the provider says of a WhatsApp number',
    description: 'Where the provider refuses the login, the inbox has `reauthorization_required` from then on.',
    find: inboxOf,
    answer: ok(healthShape),
    mayAnswer: [400, 422, 503],
  },
  async ({ app, tx, account, found: { id, channel, sealedSecrets }, now, publicUrl }) => {
    const http = await providerHttp();
    const secrets = openSecrets(tx, sealedSecrets);
    const health = await notingRefusal(tx, { account, inboxId: id }, now, () =>
      readWhatsappHealth(http, app.config.channels, channel, secrets),
    );
    return presentHealth(health, channel, publicUrl);
  },
);
