import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { WebhookRow } from '../../resources/webhooks/queries.ts';
import type { ReplayCount, ReplayWanted } from '../../resources/webhooks/replay/request-replay.ts';
import { answer } from '../answer.ts';
import { misuse } from '../failure.ts';
import { withApp } from '../open.ts';
import { recordId, moment } from '../options.ts';
import { webhookWith } from './webhook.ts';

const EXAMPLES = `
The receiver gets the same payload with the same numbers of event and delivery, and can tell by them that it comes again.
What is due or under way is left alone. The running server sends a hundred a second at most, so that what is new does not wait
for them; "parley jobs list --kind replay_deliveries" shows how far it is, also after a restart.

Examples:
  $ parley webhooks replay 3 --delivery 1017
  $ parley webhooks replay 3 --from 1000 --to 1999 --dry-run
  $ parley webhooks replay 3 --failed-since 2026-11-23T08:00Z`;

type Options = { delivery?: number; from?: number; to?: number; failedSince?: Date; dryRun?: boolean };

export const replay = new Command('replay')
  .description('Send deliveries of a webhook again: one, a range of them, or all that failed.')
  .argument('<webhook>', 'the number of the webhook', recordId)
  .option('--delivery <id>', 'this one, by the number that the log shows', recordId)
  .option('--from <id>', 'those from this number on, also those that had arrived', recordId)
  .option('--to <id>', 'with --from: those up to this number', recordId)
  .option('--failed-since <time>', 'those that have failed for good, or were cancelled, from then on', moment)
  .option('--dry-run', 'only say how many there are')
  .addHelpText('after', EXAMPLES)
  .action(async (id: number, options: Options, command: Command) => {
    mustSayWhich(options);
    await withApp(command, async (app) => {
      const webhook = await webhookWith(app, id);
      const count = await replayOf(app, webhook, options);
      const { dryRun = false } = options;
      const document = { webhook_id: id, deliveries: count.selected, pending: count.pending, dry_run: dryRun };
      answer(command, document, inWords(count, dryRun));
    });
  });

/** @throws Failure unless the options say in one way which deliveries */
function mustSayWhich({ delivery, from, to, failedSince }: Options): void {
  const ways = [delivery, from, failedSince].filter((way) => way !== undefined).length;
  if (ways !== 1) throw misuse('say which to send again: --delivery ID, --from ID --to ID, or --failed-since TIME');
  if (to !== undefined && (from === undefined || to < from)) throw misuse('--to needs a --from that is not greater');
}

async function replayOf(app: App, webhook: WebhookRow, options: Options): Promise<ReplayCount> {
  const { delivery, dryRun } = options;
  if (delivery !== undefined && !dryRun) {
    const { redeliver } = await import('../../resources/webhooks/replay/redeliver.ts');
    const keptDays = app.config.webhooks.keep_days;
    await redeliver(app.tx(), webhook, { id: delivery, keptDays }, app.now());
    return { selected: 1, pending: 0 };
  }
  const { countReplay, requestReplay } = await import('../../resources/webhooks/replay/request-replay.ts');
  const work = dryRun ? countReplay : requestReplay;
  return work(app.tx(), webhook, await wantedBy(options), app.now());
}

async function wantedBy({ delivery, from = 0, to, failedSince }: Options): Promise<ReplayWanted> {
  const { FAILED, FINISHED } = await import('../../resources/webhooks/replay/selection.ts');
  if (failedSince) return { statuses: FAILED, from: 0, upTo: null, since: failedSince };
  const ever = new Date(0);
  return { statuses: FINISHED, from: delivery ?? from, upTo: delivery ?? to ?? null, since: ever };
}

function inWords({ selected, pending }: ReplayCount, dryRun: boolean): string {
  const left = pending === 0 ? '' : ` Left alone: ${pending} that are due or under way.`;
  if (selected === 0) return `There is nothing to send again.${left}`;
  return dryRun
    ? `${selected} would be sent again.${left}`
    : `${selected} queued; the running server sends them again.${left}`;
}
