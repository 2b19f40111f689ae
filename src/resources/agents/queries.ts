import type { UserRecord } from '../../records/user.ts';
import type { EntityManager } from '../../db/orm.ts';
import { readAgents } from '../../records/read-agents.ts';

/** The member of the account with this user id; undefined when there is none. */
export async function findAgent(em: EntityManager, accountId: number, userId: number): Promise<UserRecord | undefined> {
  const [agent] = await readAgents(em, accountId, { ids: [userId] });
  return agent;
}
