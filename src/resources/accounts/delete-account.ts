import type { Tx } from '../../db/tx.ts';
import { inTransaction } from '../../db/transaction.ts';
import { endAuthorizations } from '../../oauth/end-authorizations.ts';
import { tell } from '../../events/tell.ts';
import { enqueue } from '../../queue.ts';
import { deleteTokens } from '../access_tokens/replace-token.ts';
import { forgetPermissions } from '../platform_tokens/permissions.ts';
import { hidePortalsOf } from '../portals/delete-portal.ts';

/** The kind of job that removes the content of an account. */
const DELETE_ACCOUNT = 'delete_account';

/**
 * Deletes an account: at once, members, bots and contacts have no access any more, and nothing is sent; a job removes what
 * is in it. Users stay, and so do their other accounts.
 */
export function deleteAccount(tx: Tx, accountId: number, now: Date): Promise<void> {
  return inTransaction(tx, async (tx) => {
    // Portals are locked before their account, as in the deletion of a portal.
    await hidePortalsOf(tx, accountId, now);
    await tx.db
      .updateTable('accounts')
      .set({ deleted_at: now, status: 'suspended', updated_at: now })
      .where('id', '=', accountId)
      .execute();
    await tx.db.deleteFrom('account_users').where('account_id', '=', accountId).execute();
    await tx.db.deleteFrom('webhooks').where('account_id', '=', accountId).execute();
    await tx.db
      .updateTable('inboxes')
      .set({ deleted_at: now, agent_bot_id: null })
      .where('account_id', '=', accountId)
      .execute();
    await tx.db
      .updateTable('channels')
      .set({ address: null, claimed_address: null, webhook_url: null, sealed_secrets: null })
      .where('account_id', '=', accountId)
      .execute();
    await endAuthorizations(tx, { accountId }, now);
    const bots = await tx.db.selectFrom('agent_bots').select('id').where('account_id', '=', accountId).execute();
    for (const { id } of bots) {
      await deleteTokens(tx, { type: 'AgentBot', id });
      await forgetPermissions(tx, { type: 'AgentBot', id });
    }
    await forgetPermissions(tx, { type: 'Account', id: accountId });
    await tell(tx, { is: 'access ended', accountId });
    await enqueue(tx, { kind: DELETE_ACCOUNT, accountId: null, payload: { account_id: accountId } }, now);
  });
}
