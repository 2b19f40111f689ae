import { sql } from 'kysely';
import type { Place } from '../database.ts';
import { withRows } from './rows.ts';

/** The only account in the place. */
type Account = { id: number; place: Place };

/** The counts that are kept beside the rows. */
export const keptCounts = ({ id, place }: Account) =>
  withRows(place, async (rows) => ({
    contacts: Number(
      (await rows.selectFrom('accounts').select('contacts_count').where('id', '=', id).executeTakeFirstOrThrow())
        .contacts_count,
    ),
    conversations: await rows
      .selectFrom('conversation_counts')
      .select(['status', 'inbox_id as inbox', 'assignee_id as assignee', 'count'])
      .where('count', '<>', 0)
      .orderBy('status')
      .orderBy('inbox_id')
      .orderBy('assignee_id')
      .execute(),
  }));

/** The same, one row after the other. */
export const countedRows = ({ id, place }: Account) =>
  withRows(place, async (rows) => ({
    contacts: (await rows.selectFrom('contacts').select('id').where('account_id', '=', id).execute()).length,
    conversations: (
      await rows
        .selectFrom('conversations')
        .select(['status', 'inbox_id as inbox', sql<number>`coalesce(assignee_id, 0)`.as('assignee')])
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .groupBy(['status', 'inbox_id', sql`coalesce(assignee_id, 0)`])
        .orderBy('status')
        .orderBy('inbox_id')
        .orderBy('assignee')
        .execute()
    ).map((row) => ({ ...row, count: Number(row.count) })),
  }));
