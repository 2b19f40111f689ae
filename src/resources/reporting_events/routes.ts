import { REPORTED_NAMES } from '../../entities/reporting-event.ts';
import { integer as id, moment, object, oneOf } from '../../fields.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { iso } from '../../time.ts';
import {
  integer,
  iso as isoShape,
  list,
  named,
  nullable,
  number,
  oneOf as oneOfShape,
  shape,
  type Shown,
} from '../../wire/shape.ts';
import { parentConversationOf } from '../conversations/show-conversation.ts';
import { countReportingEvents, listReportingEvents, type ReportingEventRow } from './queries.ts';

const PAGE_SIZE = 25;

const reportingEventShape = named('ReportingEvent', {
  id: integer,
  name: oneOfShape(REPORTED_NAMES),
  value: number,
  value_in_business_hours: number,
  event_start_time: isoShape,
  event_end_time: isoShape,
  account_id: integer,
  inbox_id: integer,
  user_id: nullable(integer),
  conversation_id: integer,
  created_at: isoShape,
  updated_at: isoShape,
});

const DESCRIPTION =
  'What reports count, newest first. `conversation_id` is the number of the conversation, and `user_id` who replied, or the assignee at the time. Values are in seconds.';

const listQuery = object({
  since: moment(),
  until: moment(),
  inbox_id: id(),
  user_id: id(),
  name: oneOf(REPORTED_NAMES).strict(false),
});

export const reportingEvents = routes('/reporting_events');

reportingEvents.get(
  '/',
  {
    permission: 'reporting_event:read',
    summary: 'List reporting events',
    description: DESCRIPTION,
    query: listQuery,
    page: PAGE_SIZE,
    answer: ok(
      shape({
        payload: list(reportingEventShape),
        meta: shape({ count: integer, current_page: integer, total_pages: integer }),
      }),
    ),
  },
  async ({ tx, account, query, page }) => {
    const filter = {
      accountId: account.id,
      since: query.since,
      until: query.until,
      inboxId: query.inbox_id,
      userId: query.user_id,
      name: query.name,
    };
    const count = await countReportingEvents(tx, filter);
    const rows = await listReportingEvents(tx, filter, page);
    return {
      payload: rows.map(present),
      meta: { count, current_page: page.number, total_pages: Math.ceil(count / page.limit) },
    };
  },
);

const ofConversation = routes('/conversations/:conversation_id/reporting_events');

ofConversation.get(
  '/',
  {
    permission: 'reporting_event:read',
    summary: 'List the reporting events of a conversation',
    description: DESCRIPTION,
    find: parentConversationOf,
    answer: ok(list(reportingEventShape)),
  },
  async ({ tx, account, found: conversation }) =>
    (await listReportingEvents(tx, { accountId: account.id, conversationId: conversation.id }, null)).map(present),
);

reportingEvents.include(ofConversation);

function present(event: ReportingEventRow): Shown<typeof reportingEventShape> {
  return {
    id: event.id,
    name: event.name,
    value: event.value,
    value_in_business_hours: event.valueInBusinessHours,
    event_start_time: iso(event.startedAt),
    event_end_time: iso(event.endedAt),
    account_id: event.accountId,
    inbox_id: event.inboxId,
    user_id: event.userId,
    conversation_id: event.displayId,
    created_at: iso(event.createdAt),
    updated_at: iso(event.createdAt),
  };
}
