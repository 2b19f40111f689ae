import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { EventType } from '../../entities/event.ts';
import type { SampleResult } from '../../resources/webhooks/send-sample.ts';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const EXAMPLES = `
Examples:
  $ parley webhooks test --account 1
  $ parley webhooks test --account 1 --webhook 3 --event conversation_created --json`;

type Options = { account: number; webhook?: number; event: string };

export const test = new Command('test')
  .description('Send one signed sample event to each webhook of an account, now, and show how they answer.')
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .option('--webhook <id>', 'only this webhook', recordId)
  .option('--event <type>', 'the type of the event', 'message_created')
  .addHelpText('after', '\nThe exit code is 1 unless every webhook answers with a status of 2xx.')
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    const type = await eventType(options.event);
    await withApp(command, async (app) => {
      const { sendSample } = await import('../../resources/webhooks/send-sample.ts');
      const { exampleEvent } = await import('../../http/openapi/webhooks.ts');
      const targets = await targetsOf(app, options);
      const results = await Promise.all(targets.map((target) => sendSample(app, target, type, exampleEvent(type))));

      answer(command, results.map(document), results.map(inWords).join('\n\n'));
      const failed = results.filter(({ ok }) => !ok).length;
      if (failed > 0) throw new Failure(`${failed} of ${results.length} did not take the sample`);
    });
  });

async function eventType(event: string): Promise<EventType> {
  const { check } = await import('../check.ts');
  const { EVENT_TYPES } = await import('../../entities/event.ts');
  const { object, oneOf } = await import('../../fields.ts');
  return check(object({ event: oneOf(EVENT_TYPES).required() }), { event }).event as EventType;
}

async function targetsOf(app: App, { account, webhook = null }: { account: number; webhook?: number | null }) {
  const { found, notFound } = await import('../../errors.ts');
  const { sampleTargets } = await import('../../resources/webhooks/send-sample.ts');
  const tx = app.tx();
  found(await tx.db.selectFrom('accounts').select('id').where('id', '=', account).executeTakeFirst(), 'Account');
  const targets = await sampleTargets(tx, account, webhook);
  if (targets.length === 0 && webhook !== null) throw notFound('Webhook');
  if (targets.length === 0) {
    throw new Failure(`account ${account} has no webhook: make one with POST /api/v1/accounts/${account}/webhooks`);
  }
  return targets;
}

function document({ webhookId, url, attempt, ok }: SampleResult) {
  return {
    webhook_id: webhookId,
    url,
    status: attempt.statusCode,
    latency_ms: attempt.latencyMs,
    ok,
    ...(attempt.error !== null && { error: attempt.error }),
  };
}

function inWords({ webhookId, url, headers, attempt, ok }: SampleResult): string {
  const outcome = attempt.error ?? `status ${attempt.statusCode}`;
  return [
    `Webhook ${webhookId}, ${url}`,
    `${ok ? 'taken' : 'not taken'}: ${outcome}, after ${attempt.latencyMs} ms`,
    ...Object.entries(headers).map(([name, value]) => `  > ${name}: ${value}`),
    ...(attempt.response ? [`  < ${attempt.response.split('\n', 1)[0]}`] : []),
  ].join('\n');
}
