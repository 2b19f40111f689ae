import type { Tx } from '../../db/tx.ts';
import { found, invalidField } from '../../errors.ts';
import { readAgents } from '../../records/read-agents.ts';
import type { Whose } from './figures/read-figures.ts';
import type { Group, ReportType } from './schema.ts';

/** Something that figures are about; `subject` as the figures name it. */
export type Subject = { id: number; name: string; subject: string };

/** All of the account that figures are grouped by: agents, teams, inboxes by name, labels by title. */
export async function subjectsOf(tx: Tx, accountId: number, group: Group): Promise<Subject[]> {
  const rows = await rowsOf(tx, accountId, group);
  return rows.map(({ id, name }) => ({ id, name, subject: group === 'label' ? name : String(id) }));
}

/**
 * Whose figures a query asks for.
 * @throws AppError `invalid` without an id, where one is needed; `not_found` when the account has nothing with the id
 */
export async function whoseOf(
  tx: Tx,
  accountId: number,
  { type, id }: { type: ReportType; id?: number | undefined },
): Promise<Whose> {
  if (type === 'account') return { accountId, kind: 'account', subject: '' };
  if (id === undefined) throw invalidField('id', `is missing: the id of the ${type}`);
  const subjects = await subjectsOf(tx, accountId, type);
  const { subject } = found(
    subjects.find((each) => each.id === id),
    NAMES[type],
  );
  return { accountId, kind: type, subject };
}

const NAMES = { agent: 'Agent', team: 'Team', inbox: 'Inbox', label: 'Label' };

function rowsOf(tx: Tx, accountId: number, group: Group): Promise<{ id: number; name: string }[]> {
  switch (group) {
    case 'agent':
      return readAgents(tx, accountId);
    case 'team':
      return tx.db
        .selectFrom('teams')
        .select(['id', 'name'])
        .where('account_id', '=', accountId)
        .orderBy('name')
        .execute();
    case 'inbox':
      return tx.db
        .selectFrom('inboxes')
        .select(['id', 'name'])
        .where('account_id', '=', accountId)
        .where('deleted_at', 'is', null)
        .orderBy('name')
        .orderBy('id')
        .execute();
    case 'label':
      return tx.db
        .selectFrom('labels')
        .select(['id', 'title as name'])
        .where('account_id', '=', accountId)
        .orderBy('title')
        .execute();
  }
}
