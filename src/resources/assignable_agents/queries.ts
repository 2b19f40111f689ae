import { db, type EntityManager } from '../../db/orm.ts';
import type { UserFacts } from '../../events/facts.ts';
import { readAgents } from '../../events/read-agents.ts';

/** Whom conversations of all these inboxes can be given to, by name: the members of every one, and all administrators. */
export async function listAssignable(
  em: EntityManager,
  accountId: number,
  inboxIds: readonly number[],
): Promise<UserFacts[]> {
  const wanted = [...new Set(inboxIds)];
  const members = await db(em)
    .selectFrom('inbox_members')
    .select('user_id')
    .where('inbox_id', 'in', wanted)
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '=', wanted.length)
    .execute();
  const administrators = await db(em)
    .selectFrom('account_users')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('role', '=', 'administrator')
    .execute();
  return readAgents(em, accountId, { ids: [...members, ...administrators].map((row) => row.user_id) });
}
