import type { EntityManager } from '../../db/orm.ts';
import type { UserFacts } from '../../events/facts.ts';
import { readAgents } from '../../events/read-agents.ts';

/** The member of the account with this user id; undefined when there is none. */
export async function findAgent(em: EntityManager, accountId: number, userId: number): Promise<UserFacts | undefined> {
  const [agent] = await readAgents(em, accountId, { ids: [userId] });
  return agent;
}
