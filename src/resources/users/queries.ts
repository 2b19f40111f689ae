import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../../db/dialect.ts';
import { found } from '../../errors.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';

export type PlatformUserRow = Awaited<ReturnType<typeof listPlatformUsers>>[number];

const COLUMNS = [
  'u.id',
  'u.name',
  'u.display_name as displayName',
  'u.email',
  'u.pubsub_secret as pubsubSecret',
  'u.avatar_url as avatarUrl',
  'u.message_signature as messageSignature',
  'u.ui_settings as uiSettings',
  'u.custom_attributes as customAttributes',
  'u.created_at as createdAt',
] as const;

/** The user with this id, with their memberships. @throws AppError `not_found`, "User not found" */
export async function readPlatformUser(tx: Tx, id: number): Promise<PlatformUserRow> {
  const user = found(
    await tx.db.selectFrom('users as u').where('u.id', '=', id).select(COLUMNS).executeTakeFirst(),
    'User',
  );
  return { ...user, memberships: await membershipsOf(tx, [id]) };
}

/**
 * A page of the users that the program may see, because it created them or was granted them, in the order of their ids,
 * each with their memberships.
 */
export async function listPlatformUsers(tx: Tx, platformAppId: number, page: Rows) {
  const query = tx.db
    .selectFrom('platform_permissions as pp')
    .innerJoin('users as u', 'u.id', 'pp.permissible_id')
    .where('pp.platform_app_id', '=', platformAppId)
    .where('pp.permissible_type', '=', sql.lit('User'))
    .where('pp.may_manage', '=', true)
    .orderBy('pp.permissible_id')
    .select(COLUMNS);
  const users = await paged(query, page).execute();
  const memberships =
    users.length > 0
      ? await membershipsOf(
          tx,
          users.map(({ id }) => id),
        )
      : [];
  return users.map((user) => ({ ...user, memberships: memberships.filter(({ userId }) => userId === user.id) }));
}

function membershipsOf(tx: Tx, userIds: number[]) {
  return tx.db
    .selectFrom('account_users as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .where(inList(tx, 'm.user_id', JSON.stringify(userIds)))
    .orderBy('m.id')
    .select(['m.user_id as userId', 'a.id', 'a.name', 'm.role', 'm.active_at as activeAt'])
    .execute();
}
