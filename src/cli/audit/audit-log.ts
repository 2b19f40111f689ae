import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { AuditRow } from '../../resources/audit_logs/queries.ts';
import { answer } from '../answer.ts';
import { entryInWords } from './entry-in-words.ts';
import { withApp } from '../open.ts';
import { moment, recordId } from '../options.ts';

const EXAMPLES = `
Types are what the log names: Webhook, Inbox, AccountUser, User, AccessToken ... Without --account, it is about the whole installation. Entries
are kept for audit_log.keep_days.

Examples:
  $ parley audit-log --account 1
  $ parley audit-log --account 1 --user ada@acme.example --since 2026-11-23T08:00Z
  $ parley audit-log --type AccessToken --limit 10 --json`;

type Options = { account?: number; user?: string; type?: string; since?: Date; limit: number };

export const auditLog = new Command('audit-log')
  .description('Show who changed what, the newest first.')
  .option('--account <id>', 'only in the account with this number', recordId)
  .option('--user <email>', 'only by the user with this address, or by this user of the machine')
  .option('--type <type>', 'only of things of this type')
  .option('--since <time>', 'only from then on, such as 2026-11-23 or 2026-11-23T08:00Z', moment)
  .option('--limit <number>', 'how many at most', recordId, 50)
  .addHelpText('after', EXAMPLES)
  .action(async (options: Options, command: Command) => {
    await withApp(command, async (app) => {
      const entries = await read(app, options);
      const text = entries.map(entryInWords).join('\n') || 'There is no such entry.';
      answer(command, await document(app, entries), text);
    });
  });

/** @throws AppError `not_found`, "Account not found" */
async function read(app: App, { account, user, type, since, limit }: Options): Promise<AuditRow[]> {
  const { readAccount } = await import('../../resources/accounts/queries.ts');
  const { listEntries } = await import('../../resources/audit_logs/queries.ts');
  if (account !== undefined) await readAccount(app.tx(), account);
  const others = { userId: undefined, id: undefined, action: undefined, until: undefined };
  const filter = { accountId: account, username: user, type, since, ...others };
  return listEntries(app.tx(), filter, { offset: 0, limit });
}

async function document(app: App, entries: AuditRow[]) {
  const { presentEntry } = await import('../../resources/audit_logs/presenter.ts');
  const { readAuditables } = await import('../../resources/audit_logs/read-auditables.ts');
  const auditables = await readAuditables(app.tx(), entries);
  return entries.map((entry) => presentEntry(entry, auditables));
}
