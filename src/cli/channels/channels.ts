import { Command } from 'commander';
import type { App } from '../../app.ts';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { log } from './log.ts';
import type { ChannelRow } from './queries.ts';
import { retry } from './retry.ts';
import { test } from './test.ts';

const EXAMPLES = `
Examples:
  $ parley channels list
  $ parley channels test 3
  $ parley channels log 3 --limit 10 --json
  $ parley channels retry 3`;

const list = new Command('list')
  .description('List the inboxes whose messages a provider sends, and how many messages wait or have failed.')
  .addHelpText('after', '\nExample:\n  $ parley channels list --json')
  .action(async (_options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { listChannels } = await import('./queries.ts');
      const channels = await listChannels(app.tx());
      answer(
        command,
        channels.map(channelDocument),
        channels.map(channelInWords).join('\n') || (await nothingInWords(app)),
      );
    });
  });

export const channels = new Command('channels')
  .description('Look after inboxes whose messages a provider sends.')
  .addHelpText('after', EXAMPLES)
  .addCommand(list)
  .addCommand(test)
  .addCommand(log)
  .addCommand(retry);

/** Why the list is empty. */
async function nothingInWords(app: App): Promise<string> {
  const { countInboxes } = await import('./queries.ts');
  const count = await countInboxes(app.tx());
  if (count === 0) return 'There is no inbox yet.';
  const inboxes = count === 1 ? 'The only inbox is' : `All ${count} inboxes are`;
  return `${inboxes} of the widget or of programs, which talk to this server themselves: no provider sends their messages.`;
}

function channelDocument({ inboxId, accountId, name, provider, queued, failed }: ChannelRow) {
  return { inbox_id: inboxId, account_id: accountId, name, provider, queued, failed };
}

function channelInWords({ inboxId, accountId, name, provider, queued, failed }: ChannelRow): string {
  return `${inboxId}  ${provider}  account ${accountId}  ${name}: ${queued} wait, ${failed} failed`;
}
