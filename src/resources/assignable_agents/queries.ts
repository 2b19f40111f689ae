import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { readAgents } from '../../records/read-agents.ts';

/**
 * The agents who can be assigned conversations in each of these inboxes, sorted by name: members of all the inboxes, and
 * all administrators. `inboxIds` must not be empty.
 */
export async function listAssignable(tx: Tx, accountId: number, inboxIds: readonly number[]): Promise<UserRecord[]> {
  const wanted = [...new Set(inboxIds)];
  const members = await tx.db
    .selectFrom('inbox_members')
    .select('user_id')
    .where('inbox_id', 'in', wanted)
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '=', wanted.length)
    .execute();
  const administrators = await tx.db
    .selectFrom('account_users')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'administrator')
    .execute();
  return readAgents(tx, accountId, { ids: [...members, ...administrators].map((row) => row.user_id) });
}
