import type { Tx } from '../../db/tx.ts';
import type { Member } from '../../records/user.ts';
import { sql } from 'kysely';

/**
 * Changes a member's name in the account. The user is renamed too as long as only this account knows them: they are in
 * no other account and cannot have signed in.
 */
export async function renameAgent(tx: Tx, member: Member, name: string, now: Date): Promise<void> {
  await renameNewUser(tx, member, name, now);
  await tx.db
    .updateTable('account_users')
    .set({ shown_name: name })
    .where('account_id', '=', member.accountId)
    .where('user_id', '=', member.userId)
    .execute();
}

async function renameNewUser(tx: Tx, member: Member, name: string, now: Date): Promise<void> {
  const { accountId, userId } = member;
  await tx.db
    .updateTable('users')
    .set({ name, updated_at: now })
    .where('id', '=', userId)
    .where('password_hash', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sessions').select('id').where('user_id', '=', userId))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('access_tokens')
            .select('id')
            .where('owner_type', '=', sql.lit('User'))
            .where('owner_id', '=', userId),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_users').select('id').where('user_id', '=', userId).where('account_id', '!=', accountId),
        ),
      ),
    )
    .execute();
}
