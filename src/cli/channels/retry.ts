import { Command } from 'commander';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import { moment, recordId } from '../options.ts';

const EXAMPLES = `
What could not be handled is kept for channels.keep_days, and "parley channels log INBOX --failed" says why it failed. It is handled in
the order in which it came, and once: what has been stored meanwhile is not stored again.

Examples:
  $ parley channels retry 3
  $ parley channels retry 3 --event 17 18
  $ parley channels retry 3 --since 2026-11-23T08:00Z`;

type Options = { event?: number[]; since?: Date };

export const retry = new Command('retry')
  .description('Retry received events of an inbox that failed.')
  .argument('<inbox>', 'the number that the list shows', recordId)
  .option('--event <id...>', 'only these, by the numbers that the log shows', (id: string, ids: number[] = []) => [
    ...ids,
    recordId(id),
  ])
  .option('--since <time>', 'only what was received from then on, such as 2026-11-23 or 2026-11-23T08:00Z', moment)
  .addHelpText('after', EXAMPLES)
  .action(async (inboxId: number, { event = [], since }: Options, command: Command) => {
    await withApp(command, async (app) => {
      const { checkInbox } = await import('./queries.ts');
      const { retryEvents } = await import('../../conversations/receiving/retry-events.ts');
      const tx = app.tx();
      await checkInbox(tx, inboxId);
      const which = { inboxId, ids: event.length === 0 ? null : event, since: since ?? null };
      const retried = await retryEvents(tx, which, app.now());
      if (retried === 0 && event.length > 0) {
        throw new Failure(
          `inbox ${inboxId} has no failed event ${event.join(', ')}: "parley channels log ${inboxId} --failed"`,
        );
      }
      answer(command, { retried }, `${retried} due now; the running server takes them up.`);
    });
  });
