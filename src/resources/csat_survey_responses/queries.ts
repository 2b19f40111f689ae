import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import type { UserRecord } from '../../records/user.ts';
import { sql } from 'kysely';
import { RATINGS } from '../../entities/csat-response.ts';
import { columns, recordReader } from '../../records/columns.ts';
import { CONTACT, type ContactRecord } from '../../records/contact.ts';
import { readAssignees } from '../../records/read-agents.ts';
import { handlerOf } from './handler-of.ts';
import { NO_FILTER, type ResponseFilter, type Sort } from './schema.ts';

/**
 * An answer with its contact, the agent that it rates, and the user who wrote the notes about it; `agent` null = nobody
 * handled the conversation, or the agent is not known any more, and `reviewer` accordingly.
 */
export type ResponseRow = Selected & {
  contact: ContactRecord;
  agent: UserRecord | null;
  reviewer: UserRecord | null;
};

/** The account's answer with this id; null when there is none. */
export async function findResponse(tx: Tx, accountId: number, id: number): Promise<ResponseRow | null> {
  const rows = await selectResponses(tx, accountId, NO_FILTER).where('r.id', '=', id).execute();
  return (await withAgents(tx, accountId, rows))[0] ?? null;
}

/**
 * One page of the account's answers that match, in the order of `sort`; of those with the same rating, newest first.
 */
export async function listResponses(
  tx: Tx,
  accountId: number,
  filter: ResponseFilter,
  sort: Sort,
  page: Rows,
): Promise<ResponseRow[]> {
  const column = sort.endsWith('rating') ? 'r.rating' : 'r.created_at';
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = selectResponses(tx, accountId, filter)
    .orderBy(column, direction)
    .$if(column === 'r.rating', (query) => query.orderBy('r.created_at', 'desc'))
    .orderBy('r.id', direction);
  return withAgents(tx, accountId, await paged(query, page).execute());
}

const BATCH = 500;

/** All of the account's answers that match, newest first, read in batches: memory does not grow with their number. */
export async function* eachResponse(tx: Tx, accountId: number, filter: ResponseFilter) {
  let last: { createdAt: Date; id: number } | undefined;
  do {
    const { createdAt, id } = last ?? { createdAt: null, id: 0 };
    const rows = await selectResponses(tx, accountId, filter)
      .$if(createdAt !== null, (query) =>
        query.where(sql<boolean>`(r.created_at, r.id) < (${createdAt}, ${id})` as never),
      )
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(BATCH)
      .execute();
    yield* await withAgents(tx, accountId, rows);
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last);
}

/**
 * `counts` are the numbers of matching answers with each rating, in the order of RATINGS. `sent` is the number of surveys
 * sent that match, whatever their rating: by the time of sending instead of answering, and by who handles
 * the conversation now instead of who was rated.
 */
export async function countResponses(tx: Tx, accountId: number, filter: ResponseFilter) {
  const rows = await matching(tx, accountId, filter)
    .groupBy('r.rating')
    .select((eb) => ['r.rating', eb.fn.countAll<number | string>().as('count')])
    .execute();
  const counts = RATINGS.map((rating) => Number(rows.find((row) => row.rating === rating)?.count ?? 0));
  return { counts, sent: await countSurveys(tx, accountId, filter) };
}

/**
 * The number of surveys sent that match, by the time of sending and who handles the conversation now; the filter's rating does not
 * apply.
 */
async function countSurveys(tx: Tx, accountId: number, filter: ResponseFilter): Promise<number> {
  const { since, until, userIds, inboxId, teamId } = filter;
  const { count } = await tx.db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .where('m.account_id', '=', accountId)
    .where('m.content_type', '=', sql.lit('input_csat' as const))
    .where('m.private', '=', sql.lit(false))
    .$if(since !== undefined, (query) => query.where('m.created_at', '>=', since as Date))
    .$if(until !== undefined, (query) => query.where('m.created_at', '<=', until as Date))
    .$if(userIds !== undefined, (query) => query.where(handlerOf(), 'in', anyOf(userIds)))
    .$if(inboxId !== undefined, (query) => query.where('m.inbox_id', '=', inboxId as number))
    .$if(teamId !== undefined, (query) => query.where('c.team_id', '=', teamId as number))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function matching(tx: Tx, accountId: number, filter: ResponseFilter) {
  const { since, until, userIds, inboxId, teamId, rating } = filter;
  return tx.db
    .selectFrom('csat_survey_responses as r')
    .innerJoin('conversations as c', 'c.id', 'r.conversation_id')
    .innerJoin('contacts as p', 'p.id', 'r.contact_id')
    .where('r.account_id', '=', accountId)
    .$if(since !== undefined, (query) => query.where('r.created_at', '>=', since as Date))
    .$if(until !== undefined, (query) => query.where('r.created_at', '<=', until as Date))
    .$if(userIds !== undefined, (query) => query.where('r.assigned_agent_id', 'in', anyOf(userIds)))
    .$if(inboxId !== undefined, (query) => query.where('c.inbox_id', '=', inboxId as number))
    .$if(teamId !== undefined, (query) => query.where('c.team_id', '=', teamId as number))
    .$if(rating !== undefined, (query) => query.where('r.rating', '=', rating as number));
}

/** The ids, never as an empty list, which SQL does not allow. */
function anyOf(ids: number[] = []): number[] {
  return ids.length > 0 ? ids : [0];
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectResponses>['execute']>>[number];

function selectResponses(tx: Tx, accountId: number, filter: ResponseFilter) {
  return matching(tx, accountId, filter)
    .select(columns('r', RESPONSE))
    .select(columns('p', CONTACT, 'contact.'))
    .select('c.display_id as displayId');
}

const RESPONSE = [
  'id',
  'accountId',
  'messageId',
  'rating',
  'feedbackMessage',
  'assignedAgentId',
  'reviewNotes',
  'reviewNotesUpdatedAt',
  'reviewNotesUpdatedById',
  'createdAt',
] as const;
const contactIn = recordReader(CONTACT, 'contact.');

async function withAgents(tx: Tx, accountId: number, rows: Selected[]): Promise<ResponseRow[]> {
  const named = rows.flatMap(({ assignedAgentId, reviewNotesUpdatedById }) => [
    assignedAgentId,
    reviewNotesUpdatedById,
  ]);
  const ids = [...new Set(named)].filter((id) => id !== null);
  const agents = await readAssignees(tx, ids, accountId);
  return rows.map((row) => ({
    ...row,
    contact: contactIn(row),
    agent: agents.find(({ id }) => id === row.assignedAgentId) ?? null,
    reviewer: agents.find(({ id }) => id === row.reviewNotesUpdatedById) ?? null,
  }));
}
