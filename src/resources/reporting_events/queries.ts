import type { Tx } from '../../db/tx.ts';
import { paged, type Rows } from '../../db/pages/paged.ts';
import { REPORTED_NAMES, type ReportingName } from '../../entities/reporting-event.ts';

type ReportedName = (typeof REPORTED_NAMES)[number];

/** Which events; what is left out or undefined does not matter. */
export type EventFilter = {
  accountId: number;
  conversationId?: number;
  since?: Date | undefined;
  /** The first moment after the range. */
  until?: Date | undefined;
  inboxId?: number | undefined;
  userId?: number | undefined;
  name?: ReportedName | undefined;
};

export type ReportingEventRow = Omit<Selected, 'name'> & { name: ReportedName };

/** The matching events, newest first; one page, or all with `page` null. */
export async function listReportingEvents(
  tx: Tx,
  filter: EventFilter,
  page: Rows | null,
): Promise<ReportingEventRow[]> {
  return (await paged(selectEvents(tx, filter), page).execute()) as ReportingEventRow[];
}

/** How many events match. */
export async function countReportingEvents(tx: Tx, filter: EventFilter): Promise<number> {
  const { count } = await matching(tx.aside, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectEvents>['execute']>>[number];

function selectEvents(tx: Tx, filter: EventFilter) {
  return matching(tx, filter)
    .innerJoin('conversations as c', 'c.id', 'e.conversation_id')
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .select([
      'e.id',
      'e.name',
      'e.value',
      'e.value_in_business_hours as valueInBusinessHours',
      'e.event_start_time as startedAt',
      'e.event_end_time as endedAt',
      'e.account_id as accountId',
      'e.inbox_id as inboxId',
      'e.user_id as userId',
      'e.created_at as createdAt',
      'c.display_id as displayId',
    ]);
}

function matching(tx: Tx, { accountId, conversationId, since, until, inboxId, userId, name }: EventFilter) {
  const names: readonly ReportingName[] = name === undefined ? REPORTED_NAMES : [name];
  return tx.db
    .selectFrom('reporting_events as e')
    .where('e.account_id', '=', accountId)
    .where('e.name', 'in', names)
    .$if(conversationId !== undefined, (query) => query.where('e.conversation_id', '=', conversationId as number))
    .$if(since !== undefined, (query) => query.where('e.created_at', '>=', since as Date))
    .$if(until !== undefined, (query) => query.where('e.created_at', '<', until as Date))
    .$if(inboxId !== undefined, (query) => query.where('e.inbox_id', '=', inboxId as number))
    .$if(userId !== undefined, (query) => query.where('e.user_id', '=', userId as number));
}
