import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { auditLogsShape } from './answers.ts';
import { presentEntry } from './presenter.ts';
import { countEntries, listEntries } from './queries.ts';
import { readAuditables } from './read-auditables.ts';
import { auditLogsQuery, logFilter } from './schema.ts';

const PAGE_SIZE = 25;

export const auditLogs = routes('/audit_logs');

auditLogs.get(
  '/',
  {
    permission: 'audit_log:read',
    summary: 'List who changed what',
    description:
      'The newest first: changes of what administrators look after, who made them, from where, and by which request. `audited_changes` has the ' +
      'columns, each with its value, or with `[before, after]` where `action` is `update`; secrets are `[redacted]`. `auditable` is what ' +
      'is left of the thing. `user_type` `CommandLine` is an operator at the server, with the command in `comment`; without a user, it ' +
      'is somebody who was not signed in. `since` and `until` are times. Administrators of each account that a user works in read when ' +
      'and from which address the user signs in and out, and of their access tokens.',
    query: auditLogsQuery,
    page: PAGE_SIZE,
    answer: ok(auditLogsShape),
  },
  async ({ tx, account, query, page }) => {
    const filter = logFilter(account.id, query);
    const entries = await listEntries(tx, filter, page);
    const auditables = await readAuditables(tx, entries);
    return {
      per_page: page.limit,
      total_entries: await countEntries(tx, filter),
      current_page: page.number,
      audit_logs: entries.map((entry) => presentEntry(entry, auditables)),
    };
  },
);
