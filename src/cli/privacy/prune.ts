import { Command } from 'commander';
import type { App } from '../../app.ts';
import type { PrunedAccount } from '../../resources/retention/amounts.ts';
import type { WantedRules } from '../../resources/retention/rules.ts';
import { answer } from '../answer.ts';
import { inSize } from '../../storage/in-size.ts';
import { counted } from '../backup/in-words.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const EXAMPLES = `
Accounts say themselves what they keep only for a time: their settings prune_conversations_after, prune_attachments_after and
prune_contacts_after are days; null keeps everything. What is older is removed for good: resolved conversations with all that is in
them, files of messages that stay, and contacts without conversations. A server does the same each night. --older-than stands in
place of the settings, for all three. Without it and --account, entries of the audit log go as well that are older than
audit_log.keep_days.

The server may go on meanwhile, and an interruption does no harm: the next time goes on with what is left.

Examples:
  $ parley prune --dry-run
  $ parley prune --account 1 --older-than 365`;

type Options = { olderThan?: number; dryRun?: boolean; account?: number };

export const prune = new Command('prune')
  .description('Remove for good what accounts keep only for a time.')
  .option('--older-than <days>', 'what is older than so many days, whatever the accounts have set', recordId)
  .option('--dry-run', 'only say what would be removed')
  .option('--account <id>', 'only of the account with this number', recordId)
  .addHelpText('after', EXAMPLES)
  .action(async ({ olderThan, dryRun = false, account }: Options, command: Command) => {
    await withApp(command, async (app) => {
      const pruned = await run(app, { accountId: account ?? null, days: olderThan ?? null }, dryRun);
      // The audit log belongs to the installation, and has its own setting.
      const entries = account === undefined && olderThan === undefined ? await forgetLog(app, dryRun) : null;
      const log = entries === null ? {} : { audit_log_entries: entries };
      const document = { dry_run: dryRun, accounts: pruned.map(documentOf), ...log };
      answer(command, document, textOf(pruned, entries ?? 0, dryRun));
    });
  });

async function run(app: App, wanted: WantedRules, isDry: boolean): Promise<PrunedAccount[]> {
  const { retentionRules } = await import('../../resources/retention/rules.ts');
  const tx = app.tx();
  const now = app.now();
  const rules = await retentionRules(tx, wanted, now);
  if (isDry) {
    const { preview } = await import('../../resources/retention/preview.ts');
    return preview(tx, rules, now);
  }
  const { prune } = await import('../../resources/retention/prune.ts');
  const { removeQueuedFiles } = await import('../../storage/remove-queued.ts');
  const pruned = await prune(tx, rules, now);
  await removeQueuedFiles(tx, app.config.data_dir);
  return pruned;
}

const documentOf = ({ accountId, accountName, ...amounts }: PrunedAccount) => ({
  account_id: accountId,
  name: accountName,
  ...amounts,
});

/** Returns how many entries of the audit log are too old. */
async function forgetLog(app: App, isDry: boolean): Promise<number> {
  const { countOldEntries, forgetAuditLog } = await import('../../resources/audit_logs/forget-audit-log.ts');
  const { keep_days: days } = app.config.audit_log;
  if (isDry) return countOldEntries(app.tx(), days, app.now());
  const count = await forgetAuditLog(app.tx(), days, app.now());
  const removed = { accountId: null, type: 'AuditLog', id: null, action: 'destroy', changes: { count } } as const;
  if (count > 0) await app.tx().audit(removed);
  return count;
}

function textOf(pruned: PrunedAccount[], entries: number, isDry: boolean): string {
  if (pruned.length === 0 && entries === 0) {
    return 'No account has set what it keeps only for a time, so nothing is removed: "parley prune --help" tells how to set it.';
  }
  const lines = [...pruned.map(inWords), ...(entries > 0 ? [`the audit log: ${counted(entries, 'rows')}`] : [])];
  return [isDry ? 'This would be removed:' : 'This was removed:', ...lines].join('\n');
}

function inWords({ accountId, accountName, conversations, attachments, contacts }: PrunedAccount): string {
  return [
    `account ${accountId} (${accountName}): ${counted(conversations.count, 'conversations')} with ${counted(conversations.messages, 'messages')} and ${inSize(conversations.bytes)} of files`,
    `${counted(attachments.count, 'files')} of other messages (${inSize(attachments.bytes)})`,
    `${counted(contacts.count, 'contacts')} (${inSize(contacts.bytes)} of pictures)`,
  ].join(', ');
}
