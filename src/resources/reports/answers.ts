import { AVAILABILITIES } from '../../entities/account-user.ts';
import {
  integer,
  list,
  named,
  nullable,
  number,
  oneOf,
  propertiesOf,
  seconds,
  type Shape,
  shape,
  text,
} from '../../wire/shape.ts';

const average: Shape<number | null> = nullable(number);

export const pointShape = named('ReportPoint', { value: number, timestamp: seconds }, { count: integer });

const totals = shape({
  conversations_count: integer,
  incoming_messages_count: integer,
  outgoing_messages_count: integer,
  avg_first_response_time: number,
  avg_resolution_time: number,
  resolutions_count: integer,
  reply_time: number,
});
export const summaryShape = named('ReportSummary', { ...propertiesOf(totals), previous: totals });

const botTotals = shape({ bot_resolutions_count: integer, bot_handoffs_count: integer });
export const botSummaryShape = named('ReportBotSummary', { ...propertiesOf(botTotals), previous: botTotals });

export const botMetricsShape = named('ReportBotMetrics', {
  conversation_count: integer,
  message_count: integer,
  resolution_rate: integer,
  handoff_rate: integer,
});

export const liveShape = named('LiveMetrics', {
  open: integer,
  unattended: integer,
  unassigned: integer,
  pending: integer,
});

export const liveAgentShape = named('LiveAgent', {
  id: integer,
  name: text,
  email: text,
  thumbnail: text,
  availability: oneOf(AVAILABILITIES),
  metric: shape({ open: integer, unattended: integer }),
});

export const groupedLiveShape = named(
  'GroupedLiveMetrics',
  { open: integer, unattended: integer, unassigned: integer },
  { team_id: nullable(integer), assignee_id: nullable(integer) },
);

export const matrixShape = named('InboxLabelMatrix', {
  inboxes: list(shape({ id: integer, name: text })),
  labels: list(shape({ id: integer, title: text })),
  matrix: list(list(integer)),
});

/** How many first responses came within so many hours. */
export const WAITS = ['0-1h', '1-4h', '4-8h', '8-24h', '24h+'] as const;
const waits = shape(
  Object.fromEntries(WAITS.map((wait) => [wait, integer])) as Record<(typeof WAITS)[number], Shape<number>>,
);
/** By channel type. */
export const distributionShape: Shape<Record<string, Record<string, number>>> = {
  type: 'object',
  additionalProperties: waits,
};

export const outgoingShape = named('OutgoingMessages', { id: integer, name: text, outgoing_messages_count: integer });

export const groupSummaryShape = named(
  'GroupSummary',
  {
    id: integer,
    conversations_count: integer,
    resolved_conversations_count: integer,
    avg_resolution_time: average,
    avg_first_response_time: average,
    avg_reply_time: average,
  },
  { name: text },
);

const statuses = shape({ open: integer, resolved: integer, pending: integer, snoozed: integer, total: integer });
export const channelSummaryShape: Shape<Record<string, Record<string, number>>> = {
  type: 'object',
  additionalProperties: statuses,
};
