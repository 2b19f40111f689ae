import { isOfMember } from '../presence/of-member.ts';
import type { Tx } from '../db/tx.ts';
import type { Db } from '../db/database.ts';
import type { UserRecord } from './user.ts';
import { sql } from 'kysely';
import { inList } from '../db/dialect.ts';
import { type Placeholders, remembered } from '../db/prepared.ts';
import { type Extent, extentOf, paged, type Rows } from '../db/pages/paged.ts';
import { AGENT_COLUMNS, shownUser } from './agent-columns.ts';
import { readByIds } from './read-by-ids.ts';

/** Which members of an account; a filter that is left out does not apply. */
export type AgentFilter = {
  ids?: readonly number[];
  /** Members of this inbox. */
  inboxId?: number;
  /** Members of this team. */
  teamId?: number;
  /** Participants of the conversation with this row key. */
  conversationId?: number;
};

/** The administrators of the account with their own e-mail addresses, ordered by user id. */
export function readAdministrators(tx: Tx, accountId: number): Promise<{ id: number; email: string }[]> {
  return tx.db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.account_id', '=', accountId)
    .where('m.role', '=', 'administrator')
    .orderBy('u.id')
    .select(['u.id', 'u.email'])
    .execute();
}

/** The members of the account that match, ordered by name in any letter case; `page` null = all. One statement. */
export function readAgents(
  tx: Tx,
  accountId: number,
  filter: AgentFilter = {},
  page: Rows | null = null,
): Promise<UserRecord[]> {
  const { ids, inboxId, teamId, conversationId } = filter;
  if (Object.keys(filter).length === 0) {
    const { values, extent } = extentOf(page);
    return ofAccount(tx, { accountId, ...values }, extent);
  }
  const query = selectAgents(tx.db)
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
    .orderBy(BY_NAME)
    .orderBy('u.id');
  return paged(query, page).execute();
}

const ofAccount = remembered((db, values: Placeholders<{ accountId: number } & Rows>, extent: Extent) =>
  selectAgents(db)
    .where('m.account_id', '=', values.accountId)
    .orderBy(BY_NAME)
    .orderBy('u.id')
    .$if(extent === 'page', (query) => query.limit(values.limit).offset(values.offset)),
);

const BY_NAME = sql`lower(${shownUser('u', 'm').name})`;

function selectAgents(db: Db) {
  return db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('presences as r', (join) => join.on(isOfMember('m')))
    .select(AGENT_COLUMNS);
}

/**
 * The users with these ids, also those who have left the account: they are offline agents then. One statement; in no
 * particular order.
 */
export async function readAssignees(tx: Tx, userIds: number[], accountId: number): Promise<UserRecord[]> {
  const rows = await readByIds(userIds, (ids) => usersByIds(tx, { ids, accountId }));
  return rows.map((row) => ({
    ...row,
    availability: row.availability ?? 'offline',
    autoOffline: row.autoOffline ?? true,
    role: row.role ?? 'agent',
  }));
}

const usersByIds = remembered((db, values: Placeholders<{ ids: string; accountId: number }>, _: void, tx) =>
  db
    .selectFrom('users as u')
    .leftJoin('account_users as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.account_id', '=', values.accountId),
    )
    .leftJoin('presences as r', (join) =>
      join.onRef('r.user_id', '=', 'u.id').on('r.account_id', '=', values.accountId),
    )
    .where(inList(tx, 'u.id', values.ids))
    .select(AGENT_COLUMNS),
);
