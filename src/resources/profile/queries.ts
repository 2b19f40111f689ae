import { isOfMember } from '../../presence/of-member.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { unauthorized } from '../../errors.ts';

export type UserRow = Awaited<ReturnType<typeof byId>>[number];
export type MembershipRow = Awaited<ReturnType<typeof listMemberships>>[number];

/** The user with this id, who has been authenticated. @throws AppError `unauthorized` when they have been deleted */
export async function readUser(tx: Tx, id: number): Promise<UserRow> {
  const [row] = await byId(tx, { id });
  if (!row) throw unauthorized();
  return row;
}

const byId = remembered(
  (db, values: Placeholders<{ id: number }>) =>
    db
      .selectFrom('users')
      .where('id', '=', values.id)
      .select([
        'id',
        'name',
        'display_name as displayName',
        'email',
        'avatar_url as avatarUrl',
        'pubsub_secret as pubsubSecret',
        'message_signature as messageSignature',
        'ui_settings as uiSettings',
        'custom_attributes as customAttributes',
        'created_at as createdAt',
      ]),
  (rows) => ({ users: rows.map(({ id }) => id) }),
);

/**
 * The accounts in which a user works, in the order in which they joined them; open invitations only with an address that is proved,
 * as they may be meant for somebody else.
 */
export function listMemberships(tx: Tx, userId: number) {
  return ofUser(tx, { userId });
}

const ofUser = remembered(
  (db, values: Placeholders<{ userId: number }>) =>
    db
      .selectFrom('account_users as m')
      .innerJoin('accounts as a', 'a.id', 'm.account_id')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .leftJoin('presences as r', (join) => join.on(isOfMember('m')))
      .where('m.user_id', '=', values.userId)
      .where((eb) => eb.or([eb('m.invited_email', 'is', null), eb('u.email_proved_at', 'is not', null)]))
      .orderBy('m.id')
      .select([
        'm.user_id as userId',
        'a.id as accountId',
        'a.name as accountName',
        'a.locale as accountLocale',
        'a.status as accountStatus',
        'm.role',
        'm.availability',
        'm.auto_offline as autoOffline',
        'm.active_at as activeAt',
        'r.online_until as onlineUntil',
        'm.inviter_id as inviterId',
      ]),
  (rows) => {
    const users = rows.map(({ userId }) => userId);
    return {
      account_users: users,
      users,
      presences: users,
      accounts: rows.map(({ accountId }) => accountId),
    };
  },
);
