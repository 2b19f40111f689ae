import { sql } from 'kysely';
import type { AuditAction } from '../../entities/audit-log.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { Db } from '../database.ts';
import type { Author } from './author.ts';
import { type NameOf, namesIn } from './author-names.ts';
import type { Change } from './changes.ts';
import type { AuditRule } from './rules.ts';

/** What was done; `accountId` null = to the installation, `id` null = to many at once. */
export type Entry = {
  accountId: number | null;
  type: string;
  id: number | null;
  action: AuditAction;
  changes: Attributes;
};

/**
 * Writes what was done to a row, to the log of each account that it belongs to. `nameOf` gives the names of authors whose
 * names are not known.
 */
export async function writeChange(
  db: Db,
  { author, nameOf }: { author: Author; nameOf: NameOf },
  rule: AuditRule,
  change: Change,
): Promise<void> {
  const { row, action, changes } = change;
  const subject = rule.subject
    ? rule.subject(row, action, author)
    : { type: rule.type, id: row['id'] as number, action };
  if (subject === null) return;
  const due = author.user ?? (await selfOf(db, rule, change));
  for (const accountId of await accountsOf(db, author, rule, change)) {
    await writeEntry(db, { ...author, user: due }, { accountId, ...subject, changes }, nameOf);
  }
}

/** The account that the request is about, or else those that the row belongs to, and did before; null = the installation. */
async function accountsOf(db: Db, { accountId }: Author, { whose, isOfPerson }: AuditRule, { row, before }: Change) {
  if (accountId !== null && !isOfPerson) return [accountId];
  const accounts = new Set<number | null>();
  for (const each of before ? [before, row] : [row]) {
    const found = await whose(db, each);
    for (const account of found.length > 0 ? found : [null]) accounts.add(account);
  }
  return accounts;
}

/** The user of the row, for changes that prove the user's identity themselves. */
async function selfOf(db: Db, { self }: AuditRule, { row }: Change): Promise<Author['user']> {
  const id = self === undefined ? null : (row[self] as number);
  if (id === null || ('owner_type' in row && row['owner_type'] !== 'User')) return null;
  return { type: 'User', id, name: null };
}

/** Writes an entry to the log. */
export async function writeEntry(
  db: Db,
  author: Author,
  { accountId, type, id, action, changes }: Entry,
  nameOf = namesIn(db),
): Promise<void> {
  const { user } = author;
  await db
    .insertInto('audit_logs')
    .values({
      account_id: accountId,
      auditable_type: type,
      auditable_id: id,
      version: id === null ? 1 : nextVersion(accountId, type, id),
      action,
      changes: JSON.stringify(changes) as never,
      user_type: user?.type ?? null,
      user_id: user?.id ?? null,
      username: user && (user.name ?? (await nameOf(user))),
      comment: author.comment,
      request_id: author.requestId,
      remote_address: author.address,
      created_at: author.now,
    })
    .execute();
}

/** Each log counts for itself: from the numbers of one, nobody can tell what is in another. */
function nextVersion(accountId: number | null, type: string, id: number) {
  const isOfLog = accountId === null ? sql`account_id is null` : sql`account_id = ${accountId}`;
  return sql<number>`(select coalesce(max(version), 0) + 1 from audit_logs where auditable_type = ${type} and auditable_id = ${id} and ${isOfLog})`;
}
