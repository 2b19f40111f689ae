import { Command, Option } from 'commander';
import type { App } from '../../app.ts';
import type { DeliveryStatus } from '../../entities/delivery.ts';
import type { presentDelivery } from '../../resources/webhooks/log/presenter.ts';
import type { DeliveryRow } from '../../resources/webhooks/log/read-deliveries.ts';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId, moment } from '../options.ts';

const EXAMPLES = `
A deleted webhook is named with --webhook. Deliveries are kept for webhooks.keep_days after they have ended.

Examples:
  $ parley webhooks log --account 1
  $ parley webhooks log --account 1 --webhook 3 --status exhausted --since 2026-11-23T08:00Z --json`;

const STATUSES: DeliveryStatus[] = ['pending', 'delivered', 'exhausted', 'cancelled'];

type Options = { account: number; webhook?: number; status?: DeliveryStatus; since?: Date; limit: number };

export const log = new Command('log')
  .description('Show what was sent to the webhooks of an account, the newest first, and how it was answered.')
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .option('--webhook <id>', 'only to this webhook', recordId)
  .addOption(new Option('--status <status>', 'only deliveries that are').choices(STATUSES))
  .option('--since <time>', 'only of events from then on, such as 2026-11-23 or 2026-11-23T08:00Z', moment)
  .option('--limit <number>', 'how many at most', recordId, 50)
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    await withApp(command, async (app) => {
      const { presentDelivery: present } = await import('../../resources/webhooks/log/presenter.ts');
      const rows = await read(app, options);
      const documents = rows.map((row) => ({ webhook_id: row.webhookId, ...present(row) }));
      answer(command, documents, documents.map(inWords).join('\n') || 'There is no such delivery.');
    });
  });

/** The newest deliveries to the webhooks of the account, or to the one that is named. */
async function read(app: App, { account, webhook, status, since, limit }: Options): Promise<DeliveryRow[]> {
  const { found } = await import('../../errors.ts');
  const tx = app.tx();
  found(await tx.db.selectFrom('accounts').select('id').where('id', '=', account).executeTakeFirst(), 'Account');
  const webhooks = await tx.db.selectFrom('webhooks').select('id').where('account_id', '=', account).execute();
  const ids = webhook === undefined ? webhooks.map(({ id }) => id) : [webhook];
  const rows: DeliveryRow[] = [];
  for (const id of ids) rows.push(...(await readWebhook(app, id, status ?? null, since, limit)));
  return rows
    .filter(({ accountId }) => accountId === account)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, limit);
}

const PAGE = 100;

async function readWebhook(
  { tx }: App,
  webhookId: number,
  status: DeliveryStatus | null,
  since: Date | undefined,
  limit: number,
): Promise<DeliveryRow[]> {
  const { listDeliveries } = await import('../../resources/webhooks/log/read-deliveries.ts');
  const rows: DeliveryRow[] = [];
  let before: number | null = null;
  for (;;) {
    const size = Math.min(PAGE, limit - rows.length);
    const page = await listDeliveries(tx(), webhookId, { status, before, limit: size });
    const wanted = page.filter(({ createdAt }) => !since || createdAt >= since);
    rows.push(...wanted);
    before = page.at(-1)?.id ?? null;
    // Ids are in the order of time: all that follow are older.
    if (wanted.length < size || rows.length >= limit) return rows;
  }
}

type Shown = ReturnType<typeof presentDelivery>;

function inWords(delivery: Shown & { webhook_id: number }): string {
  const { last_attempt: last, attempts } = delivery;
  const tries = attempts > 1 ? `, attempt ${attempts}` : '';
  const outcome = last ? `: ${last.error ?? `status ${last.status_code}`} after ${last.latency_ms} ms${tries}` : '';
  const next = delivery.next_attempt_at === null ? '' : `, due ${delivery.next_attempt_at}`;
  return `${delivery.created_at}  delivery ${delivery.id}  webhook ${delivery.webhook_id}  ${delivery.event} ${delivery.event_id}  ${delivery.status}${outcome}${next}`;
}
