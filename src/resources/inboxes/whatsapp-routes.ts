import { openSecrets } from '../../channels/secrets.ts';
import { readWhatsappHealth } from '../../channels/whatsapp-health.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, publicUrl, router } from '../../http/state.ts';
import { healthShape, messageShape } from './answers.ts';
import { openInbox } from './open-inbox.ts';
import { presentHealth } from './presenter.ts';
import { syncTemplates } from './sync-templates.ts';

/** /inboxes: what only WhatsApp ones have */
export const whatsappInboxes = router();

whatsappInboxes.post(
  '/:id/sync_templates',
  allow('inbox:write'),
  takes({}),
  answers(messageShape),
  mayAnswer(422),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    await syncTemplates(em, account, await inboxOf(ctx), now);
    ctx.body = { message: 'Template sync initiated successfully' };
  },
);

whatsappInboxes.get(
  '/:id/health',
  allow('inbox:read'),
  takes({}),
  answers(healthShape),
  mayAnswer(400),
  mayAnswer(422),
  mayAnswer(503),
  async (ctx) => {
    const { em, app } = ctx.state;
    const { channel, sealedSecrets } = await inboxOf(ctx);
    const health = await readWhatsappHealth(
      await app.http(),
      app.config.channels.whatsapp_url,
      channel,
      openSecrets(em, sealedSecrets),
    );
    ctx.body = presentHealth(health, channel, publicUrl(ctx));
  },
);

function inboxOf(ctx: Ctx) {
  return openInbox(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Inbox'), ctx.state.caller);
}
