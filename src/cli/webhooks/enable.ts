import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import { webhookWith } from './webhook.ts';

const EXAMPLES = `
While a webhook is disabled, what was due to it is cancelled when its time comes, and what happens is not kept for it.
The answer says how much that is, and how to send it again or read it.

Example:
  $ parley webhooks enable 3`;

export const enable = new Command('enable')
  .description('Enable a webhook that was disabled, and say what was not sent meanwhile.')
  .argument('<webhook>', 'the number of the webhook', recordId)
  .addHelpText('after', EXAMPLES)
  .action(async (id: number, _options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { enableWebhook } = await import('../../resources/webhooks/enable-webhook.ts');
      const { iso } = await import('../../time.ts');
      const webhook = await webhookWith(app, id);
      const missed = await enableWebhook(app.tx(), webhook, app.now());
      const document = {
        webhook_id: id,
        account_id: webhook.accountId,
        disabled_at: iso(webhook.disabledAt),
        disabled_reason: webhook.disabledReason,
        failing_since: iso(missed?.since),
        exhausted: missed?.exhausted ?? 0,
        cancelled: missed?.cancelled ?? 0,
        pending: missed?.pending ?? 0,
        events_after: missed?.eventsAfter ?? null,
      };
      answer(command, document, inWords(document));
    });
  });

type Document = {
  webhook_id: number;
  account_id: number;
  disabled_at: string | null;
  disabled_reason: string | null;
  failing_since: string | null;
  exhausted: number;
  cancelled: number;
  pending: number;
  events_after: number | null;
};

function inWords(of: Document): string {
  const { webhook_id: id, failing_since: since, exhausted, cancelled, pending, events_after: after } = of;
  if (of.disabled_at === null) return `Webhook ${id} is enabled already.`;
  return [
    `Webhook ${id} is enabled. It was disabled at ${of.disabled_at}: ${of.disabled_reason}.`,
    `${exhausted} failed and ${cancelled} were cancelled since ${since}${exhausted + cancelled === 0 ? '.' : `: parley webhooks replay ${id} --failed-since ${since}`}`,
    ...(pending > 0 ? [`${pending} are still due, and go out at their time.`] : []),
    ...(after === null
      ? []
      : [
          `What happened while it was disabled was not kept for it: GET /api/v1/accounts/${of.account_id}/events?after=${after} has it.`,
        ]),
  ].join('\n');
}
