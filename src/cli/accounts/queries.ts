import type { Tx } from '../../db/tx.ts';
import { found } from '../../errors.ts';

export type AccountSummary = Awaited<ReturnType<ReturnType<typeof selectAccounts>['execute']>>[number];

/** The accounts of the installation, by id, without those that are being deleted. */
export async function listAccounts(tx: Tx): Promise<AccountSummary[]> {
  return selectAccounts(tx).execute();
}

/** The contents of an account, with the numbers of its messages and files, which take time to count. */
export type AccountContents = AccountSummary & { messages: number; files: number };

/** @throws AppError `not_found`, "Account not found" */
export async function readContents(tx: Tx, id: number): Promise<AccountContents> {
  const summary = found(await selectAccounts(tx).where('a.id', '=', id).executeTakeFirst(), 'Account');
  return { ...summary, messages: await countIn(tx, 'messages', id), files: await countIn(tx, 'attachments', id) };
}

async function countIn(tx: Tx, table: 'messages' | 'attachments', accountId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function selectAccounts(tx: Tx) {
  return tx.db
    .selectFrom('accounts as a')
    .where('a.deleted_at', 'is', null)
    .orderBy('a.id')
    .select(['a.id', 'a.name', 'a.status', 'a.created_at as createdAt', 'a.contacts_count as contacts'])
    .select(({ selectFrom }) => [
      selectFrom('account_users as m')
        .whereRef('m.account_id', '=', 'a.id')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .as('members'),
      selectFrom('inboxes as i')
        .whereRef('i.account_id', '=', 'a.id')
        .where('i.deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .as('inboxes'),
      selectFrom('conversation_counts as c')
        .whereRef('c.account_id', '=', 'a.id')
        .select(({ fn }) => fn.sum<number | string | null>('c.count').as('count'))
        .as('conversations'),
    ]);
}
