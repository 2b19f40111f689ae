import type { UserRecord } from './user.ts';
import { sql } from 'kysely';
import { db, type EntityManager } from '../db/orm.ts';
import { shownUser } from './shown-user.ts';

const shown = shownUser('u', 'm');

/** Which members of an account; what is left out does not matter. */
export type AgentFilter = {
  ids?: readonly number[];
  /** Members of this inbox. */
  inboxId?: number;
  /** Members of this team. */
  teamId?: number;
  /** Participants of the conversation with this row key. */
  conversationId?: number;
};

/** Who administers the account, oldest first. */
export function readAdministrators(em: EntityManager, accountId: number): Promise<{ id: number; email: string }[]> {
  return db(em)
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'administrator')
    .orderBy('u.id')
    .select(['u.id', 'u.email'])
    .execute();
}

/** The members of the account that match, by name; one statement. */
export function readAgents(
  em: EntityManager,
  accountId: number,
  filter: AgentFilter = {},
  page: { offset: number; limit: number } | null = null,
): Promise<UserRecord[]> {
  const { ids, inboxId, teamId, conversationId } = filter;
  return db(em)
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.account_id', '=', accountId)
    .$if(ids !== undefined, (query) => query.where('u.id', 'in', ids?.length ? ids : [0]))
    .$if(inboxId !== undefined, (query) =>
      query.where('u.id', 'in', (eb) =>
        eb
          .selectFrom('inbox_members')
          .select('user_id')
          .where('inbox_id', '=', inboxId ?? 0),
      ),
    )
    .$if(teamId !== undefined, (query) =>
      query.where('u.id', 'in', (eb) =>
        eb
          .selectFrom('team_members')
          .select('user_id')
          .where('team_id', '=', teamId ?? 0),
      ),
    )
    .$if(conversationId !== undefined, (query) =>
      query.where('u.id', 'in', (eb) =>
        eb
          .selectFrom('participants')
          .select('user_id')
          .where('conversation_id', '=', conversationId ?? 0),
      ),
    )
    .select([
      'u.id',
      shown.name.as('name'),
      shown.displayName.as('displayName'),
      shown.email.as('email'),
      shown.avatarUrl.as('avatarUrl'),
      'm.invited_email as invitedEmail',
      'm.availability',
      'm.auto_offline as autoOffline',
      'm.active_at as activeAt',
      'm.role',
    ])
    .orderBy(sql`lower(${shown.name})`)
    .orderBy('u.id')
    .$if(page !== null, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
}
