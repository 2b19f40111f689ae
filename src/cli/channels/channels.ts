import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import type { ChannelRow, Exchange } from './queries.ts';

const EXAMPLES = `
Examples:
  $ parley channels list
  $ parley channels log 3 --limit 10 --json`;

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
        channels.map(channelInWords).join('\n') || 'There is no such inbox.',
      );
    });
  });

const log = new Command('log')
  .description('Show what an inbox has sent and received, the newest first, and why something failed or was ignored.')
  .argument('<inbox>', 'the number that the list shows', recordId)
  .option('--limit <number>', 'how many at most', recordId, 50)
  .addHelpText('after', '\nIt is kept for channels.keep_days.\n\nExample:\n  $ parley channels log 3')
  .action(async (inbox: number, { limit }: { limit: number }, command: Command) => {
    await withApp(command, async (app) => {
      const { listExchanges } = await import('./queries.ts');
      const { iso } = await import('../../time.ts');
      const documents = (await listExchanges(app.tx(), inbox, limit)).map((exchange) =>
        exchangeDocument(exchange, iso),
      );
      answer(
        command,
        documents,
        documents.map(exchangeInWords).join('\n') || 'The inbox has sent and received nothing.',
      );
    });
  });

export const channels = new Command('channels')
  .description('Look after inboxes whose messages a provider sends.')
  .addHelpText('after', EXAMPLES)
  .addCommand(list)
  .addCommand(log);

function channelDocument({ inboxId, accountId, name, provider, queued, failed }: ChannelRow) {
  return { inbox_id: inboxId, account_id: accountId, name, provider, queued, failed };
}

function channelInWords({ inboxId, accountId, name, provider, queued, failed }: ChannelRow): string {
  return `${inboxId}  ${provider}  account ${accountId}  ${name}: ${queued} wait, ${failed} failed`;
}

function exchangeDocument(exchange: Exchange, iso: (time: Date | null) => string | null) {
  return {
    direction: exchange.direction,
    id: exchange.id,
    status: exchange.status,
    attempts: exchange.attempts,
    error: exchange.error,
    created_at: iso(exchange.createdAt),
    ended_at: iso(exchange.endedAt),
  };
}

function exchangeInWords({
  direction,
  id,
  status,
  error,
  created_at: at,
}: ReturnType<typeof exchangeDocument>): string {
  const what = direction === 'sent' ? `message ${id}` : `event ${id}`;
  return `${at}  ${direction}  ${what}  ${status}${error === null ? '' : `: ${error}`}`;
}
