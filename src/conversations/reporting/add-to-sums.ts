import { sql, type SqlBool } from 'kysely';
import { greatestOf, leastOf } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import { HIGHEST_MESSAGE } from '../../entities/report-sum.ts';
import { columnsOf, dayRow, eventFacts, messageFacts, ofKinds, QUARTERS_OF_DAY, sumsOf } from './facts.ts';
import { MEASURES } from './measures.ts';

// The statements of sum-up.ts, prepared because compiling takes as long as running.

/** The numbers of the last messages and events read. */
export type Numbers = { messages: number; events: number };

const columns = columnsOf();
const PLACE = sql`account_id, kind, subject, quarter`;

/** The place in the sums of the row for a quarter of an hour, and of that for its day. */
const SPANS = {
  quarter: PLACE,
  day: sql`account_id, kind, subject, ${sql.lit(dayRow(0))} - quarter / ${sql.lit(QUARTERS_OF_DAY)}`,
};
type Span = keyof typeof SPANS;
const SPAN_NAMES = Object.keys(SPANS) as Span[];

/** The numbers of messages and events after the first, up to the second. */
type Between = { afterMessage: number; upToMessage: number; afterEvent: number; upToEvent: number };

/** Adds up what was written between these numbers. */
export async function addFacts(tx: Tx, after: Numbers, upTo: Numbers): Promise<void> {
  const between = {
    afterMessage: after.messages,
    upToMessage: upTo.messages,
    afterEvent: after.events,
    upToEvent: upTo.events,
  };
  for (const span of SPAN_NAMES) await addFactsTo(tx, between, span);
}

const addFactsTo = prepared(
  (db, { afterMessage, upToMessage, afterEvent, upToEvent }: Placeholders<Between>, span: Span, tx) => {
    const messages = sql<SqlBool>`m.id > ${afterMessage} and m.id <= ${upToMessage}`;
    const events = sql<SqlBool>`e.id > ${afterEvent} and e.id <= ${upToEvent}`;
    const numbers = sql`coalesce(min(case when kind = 'account' then message_id end), ${sql.lit(HIGHEST_MESSAGE)}),
    coalesce(max(case when kind = 'account' then message_id end), 0)`;
    const statement = sql`insert into report_sums (${PLACE}, ${columns}, first_message_id, last_message_id)
    with facts as (${messageFacts(tx, messages)} union all ${eventFacts(tx, events)})
    select ${SPANS[span]}, ${sumsOf()}, ${numbers} from (${ofKinds(tx, 'facts')}) k where true group by 1, 2, 3, 4
    ${onConflict(tx)}`;
    return { compile: () => statement.compile(db) };
  },
);

/** Adds up what has been appended, and drops what counts nothing any more. */
export async function addChanges(tx: Tx): Promise<void> {
  for (const span of SPAN_NAMES) {
    await addChangesTo(tx, {}, span);
    await dropEmpty(tx, {}, span);
  }
  await tx.db.deleteFrom('report_changes').execute();
}

const addChangesTo = prepared((db, _: Placeholders<object>, span: Span, tx) => {
  const statement = sql`insert into report_sums (${PLACE}, ${columns})
    select ${SPANS[span]}, ${sumsOf()} from report_changes where true group by 1, 2, 3, 4
    ${onConflict(tx)}`;
  return { compile: () => statement.compile(db) };
});

const dropEmpty = prepared((db, _: Placeholders<object>, span: Span) => {
  const nothing = sql.join(
    MEASURES.map((name) => sql`${sql.ref(name)} = 0`),
    sql` and `,
  );
  const statement = sql`delete from report_sums
    where ${nothing} and (${PLACE}) in (select ${SPANS[span]} from report_changes)`;
  return { compile: () => statement.compile(db) };
});

function onConflict(tx: Tx) {
  const added = MEASURES.map(
    (name) => sql`${sql.ref(name)} = report_sums.${sql.ref(name)} + excluded.${sql.ref(name)}`,
  );
  const first = (table: string) => sql.ref<number>(`${table}.first_message_id`);
  const last = (table: string) => sql.ref<number>(`${table}.last_message_id`);
  return sql`on conflict (${PLACE}) do update set ${sql.join(added)},
    first_message_id = ${leastOf(tx, first('report_sums'), first('excluded'))},
    last_message_id = ${greatestOf(tx, last('report_sums'), last('excluded'))}`;
}
