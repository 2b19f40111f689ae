import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';
import type { Exchange } from './queries.ts';

export const log = new Command('log')
  .description('Show what an inbox has sent and received, the newest first, and why something failed or was ignored.')
  .argument('<inbox>', 'the number that the list shows', recordId)
  .option('--limit <number>', 'how many at most', recordId, 50)
  .option('--failed', 'only what failed')
  .addHelpText(
    'after',
    '\nIt is kept for channels.keep_days.\n\nExamples:\n  $ parley channels log 3\n  $ parley channels log 3 --failed --json',
  )
  .action(async (inbox: number, { limit, failed = false }: { limit: number; failed?: boolean }, command: Command) => {
    await withApp(command, async (app) => {
      const { listExchanges } = await import('./queries.ts');
      const { iso } = await import('../../time.ts');
      const documents = (await listExchanges(app.tx(), inbox, limit, failed)).map((exchange) =>
        exchangeDocument(exchange, iso),
      );
      answer(
        command,
        documents,
        documents.map(exchangeInWords).join('\n') ||
          (failed ? 'Nothing has failed.' : 'The inbox has sent and received nothing.'),
      );
    });
  });

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
