import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';
import { forgetPermissions } from '../platform_tokens/permissions.ts';
import { forgetAvatar } from '../files/avatar-owner.ts';

/**
 * Deletes a bot with its tokens: its inboxes and conversations have none from then on, and what is still due to it is
 * not sent.
 */
export function deleteBot(tx: Tx, bot: { id: number }, now: Date): Promise<void> {
  const owner = { type: 'AgentBot', id: bot.id } as const;
  return inTransaction(tx, async (tx) => {
    await forgetAvatar(tx, owner, now);
    await deleteTokens(tx, owner);
    await forgetPermissions(tx, owner);
    await tx.db.deleteFrom('agent_bots').where('id', '=', bot.id).execute();
  });
}
