import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { UNKNOWN_SECONDS } from '../../entities/reporting-event.ts';
import { REPORT_KINDS, type ReportKind } from '../../entities/report-sum.ts';
import { MINUTE } from '../../time.ts';
import { type Measure, MEASURES, OF_EVENTS, OF_MESSAGES } from './measures.ts';

// Facts are what reports count: messages, and reporting events. Each counts for its account, its inbox, the user who did it,
// and the team and the labels that its conversation has now; a new conversation counts for its assignee.

/** Every time zone begins its hours with a quarter of an hour. */
export const QUARTER = 15 * MINUTE;
/** Quarters of an hour in a day. */
export const QUARTERS_OF_DAY = 96;

/**
 * The `quarter` of the row with the sums of a whole day in UTC, counted since 1970: totals of long ranges are read from these.
 */
export const dayRow = (day: number) => -1 - day;

type Sql = RawBuilder<unknown>;

/** The messages `m` that count, with their conversations `c`, under a condition. */
export function messageFacts(tx: Tx, condition: RawBuilder<SqlBool>, names: readonly Measure[] = MEASURES): Sql {
  const measures = names.map((name) => {
    const [type] = Object.entries(OF_MESSAGES).find(([, measure]) => measure === name) ?? [];
    return type === undefined ? sql`0 as ${sql.ref(name)}` : oneIf(sql`m.message_type = ${sql.lit(type)}`, name);
  });
  return sql`select m.account_id, m.inbox_id, case when m.sender_type = 'User' then m.sender_id end as user_id, c.team_id,
    c.labels, ${quarterOf(tx, 'm.created_at')} as quarter, m.id as message_id, ${sql.join(measures)}
    from messages m join conversations c on c.id = m.conversation_id
    where m.message_type in (${sql.join(Object.keys(OF_MESSAGES).map((type) => sql.lit(type)))})
      and m.private = ${sql.lit(false)} and ${condition}`;
}

/** The reporting events `e` that count, with their conversations `c`, under a condition. */
export function eventFacts(tx: Tx, condition: RawBuilder<SqlBool>, names: readonly Measure[] = MEASURES): Sql {
  return sql`select e.account_id, e.inbox_id,
    case when e.name = 'conversation_created' then c.assignee_id else e.user_id end as user_id, c.team_id, c.labels,
    ${quarterOf(tx, 'e.created_at')} as quarter, null as message_id, ${sql.join(names.map(measureOfEvents))}
    from reporting_events e join conversations c on c.id = e.conversation_id
    where ${condition}`;
}

function measureOfEvents(measure: Measure): Sql {
  for (const [name, { count, seconds, businessSeconds }] of Object.entries(OF_EVENTS)) {
    const isOfName = sql<SqlBool>`e.name = ${sql.lit(name)}`;
    if (measure === count) return oneIf(isOfName, measure);
    if (measure === seconds) return sql`case when ${isOfName} then e.value else 0 end as ${sql.ref(measure)}`;
    if (measure === businessSeconds) {
      const value = sql`case when e.value_in_business_hours = ${sql.lit(UNKNOWN_SECONDS)} then e.value else e.value_in_business_hours end`;
      return sql`case when ${isOfName} then ${value} else 0 end as ${sql.ref(measure)}`;
    }
  }
  return sql`0 as ${sql.ref(measure)}`;
}

const oneIf = (condition: Sql, name: string) => sql`case when ${condition} then 1 else 0 end as ${sql.ref(name)}`;

function quarterOf(tx: Tx, column: string): Sql {
  return tx.isPostgres
    ? sql`floor(extract(epoch from ${sql.ref(column)}) * 1000 / ${sql.lit(QUARTER)})::int`
    : sql`${sql.ref(column)} / ${sql.lit(QUARTER)}`;
}

/**
 * The rows of `facts`, repeated for each subject of the `kinds`, with `kind`, `subject` and all columns of the fact. `facts` is
 * the name of a table or common table expression.
 */
export function ofKinds(tx: Tx, facts: string, kinds: readonly ReportKind[] = REPORT_KINDS): Sql {
  return sql.join(
    kinds.map((kind) => ofKind(tx, sql.table(facts), kind)),
    sql` union all `,
  );
}

function ofKind(tx: Tx, facts: Sql, kind: ReportKind): Sql {
  const labels = tx.isPostgres
    ? sql`cross join lateral (select distinct jsonb_array_elements_text(f.labels) as value) l`
    : sql`join json_each(f.labels) l on true`;
  const named = (subject: Sql, more = sql``) =>
    sql`select ${sql.lit(kind)} as kind, ${subject} as subject, f.* from ${facts} f ${more}`;
  switch (kind) {
    case 'account':
      return named(sql`''`);
    case 'inbox':
      return named(sql`cast(f.inbox_id as text)`);
    case 'agent':
      return named(sql`cast(f.user_id as text)`, sql`where f.user_id is not null`);
    case 'team':
      return named(sql`cast(f.team_id as text)`, sql`where f.team_id is not null`);
    case 'label':
      return named(sql`l.value`, labels);
    case 'inbox_label':
      return named(sql`f.inbox_id || ':' || l.value`, sql`${labels} where f.conversations <> 0`);
  }
}

/** The columns of the measures. */
export function columnsOf(names: readonly Measure[] = MEASURES): Sql {
  return sql.join(names.map((name) => sql.ref(name)));
}

/** The sums of the measures under their names. */
export function sumsOf(names: readonly Measure[] = MEASURES): Sql {
  return sql.join(names.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
}

/** How far messages and events have been summed up. */
export const summedUp = {
  messages: sql`(select messages_up_to from report_progress)`,
  events: sql`(select events_up_to from report_progress)`,
};
