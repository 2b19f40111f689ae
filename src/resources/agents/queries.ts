import type { Tx } from '../../db/tx.ts';
import type { UserRecord } from '../../records/user.ts';
import { readAgents } from '../../records/read-agents.ts';

/** The member of the account with this user id; undefined when there is none. */
export async function findAgent(tx: Tx, accountId: number, userId: number): Promise<UserRecord | undefined> {
  const [agent] = await readAgents(tx, accountId, { ids: [userId] });
  return agent;
}
