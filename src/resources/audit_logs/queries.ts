import type { Tx } from '../../db/tx.ts';
import { forPage, type Rows } from '../../db/pages/paged.ts';
import type { AuditAction } from '../../entities/audit-log.ts';
import { columns, type RecordOf } from '../../records/columns.ts';

const ENTRY = [
  'id',
  'accountId',
  'auditableType',
  'auditableId',
  'version',
  'action',
  'changes',
  'userType',
  'userId',
  'username',
  'comment',
  'requestId',
  'remoteAddress',
  'createdAt',
] as const;

/** An entry of the audit log. */
export type AuditRow = RecordOf<'audit_logs', typeof ENTRY>;

/** Which entries; undefined = whatever it is, and of `accountId`, also what is about the installation. */
export type LogFilter = {
  accountId: number | undefined;
  /** The user who made the changes. */
  userId: number | undefined;
  /** Their name or address at that time, in any letter case of A to Z. */
  username: string | undefined;
  type: string | undefined;
  id: number | undefined;
  action: AuditAction | undefined;
  since: Date | undefined;
  until: Date | undefined;
};

/** The entries of the page, the newest first. */
export function listEntries(tx: Tx, filter: LogFilter, page: Rows): Promise<AuditRow[]> {
  const { db } = forPage(tx, page);
  return chosen(db, filter)
    .select(columns('l', ENTRY))
    .orderBy('l.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

/** The number of entries; counted aside, because counting reads each entry. */
export async function countEntries(tx: Tx, filter: LogFilter): Promise<number> {
  const { count } = await chosen(tx.aside.db, filter)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function chosen(db: Tx['db'], filter: LogFilter) {
  const { accountId, userId, username, type, id, action, since, until } = filter;
  return db
    .selectFrom('audit_logs as l')
    .$if(accountId !== undefined, (query) => query.where('l.account_id', '=', accountId ?? 0))
    .$if(userId !== undefined, (query) => query.where('l.user_type', '=', 'User').where('l.user_id', '=', userId ?? 0))
    .$if(username !== undefined, (query) =>
      // SQLite lower-cases A to Z alone.
      query.where(({ eb, fn, or }) =>
        or([
          eb('l.username', '=', username ?? ''),
          eb(fn<string>('lower', ['l.username']), '=', username?.toLowerCase() ?? ''),
        ]),
      ),
    )
    .$if(type !== undefined, (query) => query.where('l.auditable_type', '=', type ?? ''))
    .$if(id !== undefined, (query) => query.where('l.auditable_id', '=', id ?? 0))
    .$if(action !== undefined, (query) => query.where('l.action', '=', action ?? 'create'))
    .$if(since !== undefined, (query) => query.where('l.created_at', '>=', since ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('l.created_at', '<', until ?? new Date(0)));
}
