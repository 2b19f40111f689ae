import { sql } from 'kysely';
import { db, type EntityManager } from '../../db/orm.ts';

type Member = { accountId: number; userId: number };

/**
 * Changes a member's name in the account. The user is renamed too as long as only this account knows them: they are in
 * no other account and cannot have signed in.
 */
export async function renameAgent(em: EntityManager, member: Member, name: string, now: Date): Promise<void> {
  await renameNewUser(em, member, name, now);
  await db(em)
    .updateTable('account_users')
    .set({ shown_name: name })
    .where('account_id', '=', member.accountId)
    .where('user_id', '=', member.userId)
    .execute();
}

async function renameNewUser(em: EntityManager, member: Member, name: string, now: Date): Promise<void> {
  const { accountId, userId } = member;
  await db(em)
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
