import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { webhookShape, writtenWebhookShape } from './answers.ts';
import { createWebhook, DEFAULT_SUBSCRIPTIONS } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { presentWebhook, presentWrittenWebhook } from './presenter.ts';
import { findWebhook, listWebhooks } from './queries.ts';
import { createWebhookBody, updateWebhookBody } from './schema.ts';
import { updateWebhook } from './update-webhook.ts';

/** /webhooks */
export const webhooks = router();

webhooks.get('/', allow('webhook:read'), takes({ page: true }), answers(list(webhookShape)), async (ctx) => {
  const rows = await listWebhooks(ctx.state.em, ctx.state.account.id, optionalPageOf(ctx));
  ctx.body = rows.map(presentWebhook);
});

webhooks.post(
  '/',
  allow('webhook:write'),
  takes({ body: createWebhookBody, name: 'webhook' }),
  answers(writtenWebhookShape, 201),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const body = validate(createWebhookBody, ctx);
    const input = {
      url: body.url,
      name: body.name ?? null,
      subscriptions: body.subscriptions ?? DEFAULT_SUBSCRIPTIONS,
      inboxId: body.inbox_id ?? null,
    };
    ctx.body = presentWrittenWebhook(await createWebhook(em, account, input, now));
  },
);

webhooks.patch(
  '/:id',
  allow('webhook:write'),
  takes({ body: updateWebhookBody, name: 'webhook' }),
  answers(writtenWebhookShape),
  async (ctx) => {
    const webhook = await webhookOf(ctx);
    const body = validate(updateWebhookBody, ctx);
    const input = {
      url: body.url,
      name: body.name,
      subscriptions: body.subscriptions,
      inboxId: body.inbox_id,
      enabled: body.enabled,
    };
    ctx.body = presentWrittenWebhook(await updateWebhook(ctx.state.em, webhook, input, ctx.state.now));
  },
);

webhooks.delete('/:id', allow('webhook:write'), takes({}), answers(null), async (ctx) => {
  await deleteWebhook(ctx.state.em, await webhookOf(ctx));
  ctx.body = '';
});

async function webhookOf(ctx: Ctx) {
  return found(await findWebhook(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Webhook')), 'Webhook');
}
