import { db, type EntityManager } from '../../db/orm.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dropTokens } from '../access_tokens/replace-token.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';

/**
 * Deletes a bot with its tokens: its inboxes and conversations have none from then on, and what is still due to it is
 * not sent.
 */
export function deleteBot(em: EntityManager, bot: { id: number }, now: Date): Promise<void> {
  const owner = { type: 'AgentBot', id: bot.id } as const;
  return inTransaction(em, async (em) => {
    await forgetAvatar(em, owner, now);
    await dropTokens(em, owner);
    await db(em).deleteFrom('agent_bots').where('id', '=', bot.id).execute();
  });
}
