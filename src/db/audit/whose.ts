import type { Db } from '../database.ts';

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>;

/** The accounts in whose logs a change of the row is; none = in that of the installation. */
export type Whose = (db: Db, row: Row) => Promise<number[]>;

const idIn = (row: Row, column: string): number | null => row[column] as number | null;

/** The account of the row. */
export const ofAccount: Whose = async (_, row) => only(idIn(row, 'account_id'));

/** All accounts of the user in `column`, without open invitations, which anyone may send. */
export function ofUser(column: string): Whose {
  return async (db, row) => {
    const members = await db
      .selectFrom('account_users')
      .select('account_id as id')
      .where('user_id', '=', idIn(row, column))
      .where('invited_email', 'is', null)
      .orderBy('account_id')
      .execute();
    return members.map(({ id }) => id);
  };
}

/** The account of the inbox, team or bot that `column` names. */
export function ofOne(table: 'inboxes' | 'teams' | 'agent_bots', column: string): Whose {
  return async (db, row) => {
    const found = await db
      .selectFrom(table)
      .select('account_id as id')
      .where('id', '=', idIn(row, column))
      .executeTakeFirst();
    return only(found?.id ?? null);
  };
}

/** The accounts of an access token's owner. */
export const ofOwner: Whose = async (db, row) => {
  if (row['owner_type'] === 'User') return ofUser('owner_id')(db, row);
  return row['owner_type'] === 'AgentBot' ? ofOne('agent_bots', 'owner_id')(db, row) : [];
};

export const ofInstallation: Whose = async () => [];

const only = (id: number | null): number[] => (id === null ? [] : [id]);
