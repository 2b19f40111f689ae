import { unauthorized } from '../../errors.ts';
import { readUnproven } from '../../http/body/read-unproven.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { named, text as textShape } from '../../wire/shape.ts';
import { keepWritten } from './slack/keep-written.ts';
import { readRequest, writtenIn } from './slack/received-text.ts';
import { isSignedBySlack } from './slack/signature.ts';

/** Bytes of a request, more than Slack sends. */
const MAX_BYTES = 1024 * 1024;

/** Where connected services tell what happens there. */
export const integrationCallbacks = routes('/api/v1/integrations');

integrationCallbacks.post(
  '/webhooks',
  {
    permission: 'provider_callback:create',
    summary: 'Take an event of Slack',
    description:
      'The request URL of Event Subscriptions, with the bot events `message.channels` and `message.groups`. `X-Slack-Signature` must fit the body, with the setting `oauth.slack.signing_secret`.',
    answer: ok(named('SlackEventTaken', {}, { challenge: textShape })),
    mayAnswer: [400, 401, 413, 429],
  },
  async ({ app, ctx, tx, now }) => {
    const { bytes, text: body } = await readUnproven(ctx, { kind: 'json', maxBytes: MAX_BYTES });
    const proof = { timestamp: ctx.get('x-slack-request-timestamp'), signature: ctx.get('x-slack-signature') };
    if (!isSignedBySlack(app.config.oauth.slack.signing_secret, proof, bytes, now)) {
      throw unauthorized('the signature is not made with oauth.slack.signing_secret, or is too old');
    }
    ctx.state.isProven = true;
    const request = readRequest(body);
    if (request.type === 'url_verification') return { challenge: String(request.challenge ?? '') };
    const written = writtenIn(request);
    if (written !== null) await keepWritten(tx, written, now);
    return {};
  },
);
