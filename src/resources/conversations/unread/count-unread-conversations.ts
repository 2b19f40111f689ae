import type { Tx } from '../../../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../../../db/dialect.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';

/** How many open conversations with unread messages something has; `id` is its row key. */
export type UnreadCount = { id: number; count: number };

export type UnreadCounts = { inboxes: UnreadCount[]; labels: UnreadCount[]; teams: UnreadCount[] };

/** Each inbox, label and team of the account with such conversations; `inboxIds` null = those of every inbox. */
export async function countUnreadConversations(
  tx: Tx,
  accountId: number,
  inboxIds: number[] | null,
): Promise<UnreadCounts> {
  const values = { accountId, inboxIds: JSON.stringify(inboxIds ?? []) };
  const scope = inboxIds === null ? 'all' : 'some';
  const [inboxes, labels, teams] = await tx.aside.together((tx) => [
    byColumn(tx, values, `inbox_id ${scope}`),
    byLabel(tx, values, `label ${scope}`),
    byColumn(tx, values, `team_id ${scope}`),
  ]);
  return { inboxes: counted(inboxes), labels: counted(labels), teams: counted(teams) };
}

/** PostgreSQL gives counts as text. */
const counted = (rows: UnreadCount[]) => rows.map(({ id, count }) => ({ id, count: Number(count) }));

type Values = { accountId: number; inboxIds: string };

const byColumn = prepared((db, values: Placeholders<Values>, variant: string, tx) => {
  const column = `c.${variant.split(' ')[0] as 'inbox_id' | 'team_id'}` as const;
  return db
    .selectFrom('conversations as c')
    .select([sql<number>`${sql.ref(column)}`.as('id'), sql<number>`count(*)`.as('count')])
    .where(sql<boolean>`${sql.join(unread(tx, values, variant), sql` and `)}`)
    .where(column, 'is not', null)
    .groupBy(column)
    .orderBy(column);
});

/** By the labels in each conversation: there are fewer unread ones than ones with a label. */
const byLabel = prepared((db, values: Placeholders<Values>, variant: string, tx) =>
  db
    .selectFrom('conversations as c')
    .innerJoin(labelsOf(tx), (join) => join.onTrue())
    .innerJoin('labels as t', (join) =>
      join.onRef('t.account_id', '=', 'c.account_id').on('t.title', '=', sql<string>`l.value`),
    )
    .select(['t.id', sql<number>`count(*)`.as('count')])
    .where(sql<boolean>`${sql.join(unread(tx, values, variant), sql` and `)}`)
    .groupBy('t.id')
    .orderBy('t.id'),
);

function labelsOf(tx: Tx) {
  return tx.isPostgres
    ? sql<{ value: string }>`jsonb_array_elements_text(c.labels)`.as<'l'>(sql`l(value)`)
    : sql<{ value: string }>`json_each(c.labels)`.as<'l'>(sql`l`);
}

/** The same condition as in the index of unread conversations, so that the index is used. */
function unread(tx: Tx, values: Placeholders<Values>, variant: string) {
  return [
    sql`c.account_id = ${values.accountId}`,
    sql`c.status = 'open'`,
    sql`c.unread_count > 0`,
    ...(variant.endsWith('some') ? [inList(tx, 'c.inbox_id', values.inboxIds)] : []),
  ];
}
