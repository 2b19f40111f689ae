import { sql } from 'kysely';

/**
 * The columns of a user in an account. `user` and `member` are the aliases of the user and of the membership, which may be
 * absent. Before an invited user accepts, the account sees only its administrator's own input.
 */
export function shownUser(user: string, member: string) {
  const invited = sql.ref(`${member}.invited_email`);
  const own = (column: string) => sql.ref(`${user}.${column}`);
  return {
    name: sql<string>`coalesce(${sql.ref(`${member}.shown_name`)}, ${own('name')})`,
    displayName: sql<string | null>`case when ${invited} is null then ${own('display_name')} end`,
    email: sql<string>`coalesce(${invited}, ${own('email')})`,
    avatarUrl: sql<string | null>`case when ${invited} is null then ${own('avatar_url')} end`,
  };
}

const shown = shownUser('u', 'm');

/** The columns of a `UserRecord`, in queries where `u` is the user, `m` the membership and `r` the presence. */
export const AGENT_COLUMNS = [
  'u.id',
  shown.name.as('name'),
  shown.displayName.as('displayName'),
  shown.email.as('email'),
  shown.avatarUrl.as('avatarUrl'),
  'm.invited_email as invitedEmail',
  'm.availability',
  'm.auto_offline as autoOffline',
  'r.online_until as onlineUntil',
  'm.role',
] as const;
