import type { Tx } from '../db/tx.ts';
import type { Actor } from './actor.ts';
import { readAgents } from './read-agents.ts';

/** The user as the author of a job's changes; null = no longer a member of the account. */
export async function readActor(
  tx: Tx,
  accountId: number,
  userId: number,
  from: Pick<Actor, 'tokenId' | 'answeredDeliveryId'>,
): Promise<Actor | null> {
  const [user] = await readAgents(tx, accountId, { ids: [userId] });
  if (!user) return null;
  const { id, name, displayName, email, avatarUrl, role } = user;
  return { type: 'User', id, name, displayName, email, avatarUrl, role, ...from };
}
