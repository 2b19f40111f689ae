import type { Tx } from '../../../db/tx.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { inList } from '../../../db/dialect.ts';
import { type Placeholders, prepared } from '../../../db/prepared.ts';

type Kind = 'inbox' | 'label' | 'team';

/**
 * How many open conversations with unread messages an inbox, label or team has; `id` is its row key. PostgreSQL gives the
 * count as text.
 */
export type UnreadCount = { kind: Kind; id: number; count: number | string };

/** Each inbox, label and team of the account with such conversations; `inboxIds` null = those of every inbox. */
export function countUnreadConversations(tx: Tx, accountId: number, inboxIds: number[] | null): Promise<UnreadCount[]> {
  const values = { accountId, inboxIds: JSON.stringify(inboxIds ?? []) };
  return counts(tx.aside, values, inboxIds === null ? 'all' : 'some');
}

type Scope = 'all' | 'some';
type Values = { accountId: number; inboxIds: string };

const counts = prepared((db, values: Placeholders<Values>, scope: Scope, tx) =>
  byColumn(db, tx, values, scope, 'inbox')
    .unionAll(byLabel(db, tx, values, scope))
    .unionAll(byColumn(db, tx, values, scope, 'team')),
);

function byColumn(db: Db, tx: Tx, values: Placeholders<Values>, scope: Scope, kind: 'inbox' | 'team') {
  const column = `c.${kind}_id` as const;
  return db
    .selectFrom('conversations as c')
    .select([named(kind), sql<number>`${sql.ref(column)}`.as('id'), sql<number | string>`count(*)`.as('count')])
    .where(sql<boolean>`${sql.join(unread(tx, values, scope), sql` and `)}`)
    .where(column, 'is not', null)
    .groupBy(column);
}

/** By the labels in each conversation: there are fewer unread ones than ones with a label. */
function byLabel(db: Db, tx: Tx, values: Placeholders<Values>, scope: Scope) {
  return db
    .selectFrom('conversations as c')
    .innerJoin(labelsOf(tx), (join) => join.onTrue())
    .innerJoin('labels as t', (join) =>
      join.onRef('t.account_id', '=', 'c.account_id').on('t.title', '=', sql<string>`l.value`),
    )
    .select([named('label'), sql<number>`t.id`.as('id'), sql<number | string>`count(*)`.as('count')])
    .where(sql<boolean>`${sql.join(unread(tx, values, scope), sql` and `)}`)
    .groupBy('t.id');
}

const named = (kind: Kind) => sql<Kind>`${sql.lit(kind)}`.as('kind');

function labelsOf(tx: Tx) {
  return tx.isPostgres
    ? sql<{ value: string }>`jsonb_array_elements_text(c.labels)`.as<'l'>(sql`l(value)`)
    : sql<{ value: string }>`json_each(c.labels)`.as<'l'>(sql`l`);
}

/** The same condition as in the index of unread conversations, so that the index is used. */
function unread(tx: Tx, values: Placeholders<Values>, scope: Scope): RawBuilder<unknown>[] {
  return [
    sql`c.account_id = ${values.accountId}`,
    sql`c.status = 'open'`,
    sql`c.unread_count > 0`,
    ...(scope === 'some' ? [inList(tx, 'c.inbox_id', values.inboxIds)] : []),
  ];
}
