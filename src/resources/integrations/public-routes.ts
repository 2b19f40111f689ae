import { unauthorized } from '../../errors.ts';
import { readText } from '../../http/body/read-text.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { named, text } from '../../wire/shape.ts';
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
    answer: ok(named('SlackEventTaken', {}, { challenge: text })),
    mayAnswer: [401, 413],
  },
  async ({ app, ctx, tx, now }) => {
    const body = await readText(ctx.req, MAX_BYTES);
    const proof = { timestamp: ctx.get('x-slack-request-timestamp'), signature: ctx.get('x-slack-signature') };
    if (!isSignedBySlack(app.config.oauth.slack.signing_secret, proof, body, now)) {
      throw unauthorized('the signature is not made with oauth.slack.signing_secret, or is too old');
    }
    const request = readRequest(body);
    if (request.type === 'url_verification') return { challenge: String(request.challenge ?? '') };
    const written = writtenIn(request);
    if (written !== null) await keepWritten(tx, written, now);
    return {};
  },
);
