import { sql } from 'kysely';
import { db, type EntityManager } from '../../db/orm.ts';
import type { Availability } from '../../entities/account-user.ts';
import { notFound } from '../../errors.ts';

/** What is to change; undefined leaves things as they are. */
export type MembershipChanges = { availability?: Availability; autoOffline?: boolean; activeAt?: Date };

/**
 * Changes how the user is at work in one account; the one that they were active in last is the one that they are in.
 * @throws AppError `not_found`, "Account not found", for an account that they do not work in
 */
export async function updateMembership(
  em: EntityManager,
  membership: { accountId: number; userId: number },
  input: MembershipChanges,
  now: Date,
): Promise<void> {
  const updated = await db(em)
    .updateTable('account_users')
    .set({
      availability: input.availability,
      auto_offline: input.autoOffline,
      active_at: input.activeAt,
      // Whoever says how they work there accepts, and is shown as they are.
      invited_email: null,
      shown_name: sql`case when invited_email is null then shown_name end`,
      updated_at: now,
    })
    .where('account_id', '=', membership.accountId)
    .where('user_id', '=', membership.userId)
    .executeTakeFirst();
  if (Number(updated.numUpdatedRows) === 0) throw notFound('Account');
}
