import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { ReportingName } from '../../entities/reporting-event.ts';
import { businessSeconds, secondsBetween } from './business-seconds.ts';

/** Something that reports count; `userId` null = it belongs to no user. It happens when the transaction does. */
export type Reported = { name: ReportingName; userId: number | null; start: Date };

/** Writes what happened to the conversation `now`, with its seconds, for reports. */
export async function recordForReports(
  tx: Tx,
  { id: conversationId, account, inbox }: Pick<ConversationRecord, 'id' | 'account' | 'inbox'>,
  { name, userId, start }: Reported,
  now: Date,
): Promise<void> {
  const value = secondsBetween(start, now);
  const valueInBusinessHours =
    inbox.workingHoursEnabled && value > 0 ? await openSeconds(tx, inbox.id, start, now) : value;
  const seconds = { value, valueInBusinessHours };
  await tx.sent(
    insert(tx, { accountId: account.id, inboxId: inbox.id, conversationId, name, userId, start, now, ...seconds }),
  );
}

/** As `businessSeconds`, by the inbox's present hours. */
async function openSeconds(tx: Tx, inboxId: number, start: Date, end: Date): Promise<number> {
  const [inbox] = await hoursOf(tx, { inboxId });
  return inbox ? businessSeconds(inbox, start, end) : secondsBetween(start, end);
}

const hoursOf = prepared((db, values: Placeholders<{ inboxId: number }>) =>
  db
    .selectFrom('inboxes')
    .select(['working_hours_enabled as workingHoursEnabled', 'working_hours as workingHours', 'timezone'])
    .where('id', '=', values.inboxId),
);

type Values = {
  accountId: number;
  inboxId: number;
  conversationId: number;
  name: ReportingName;
  userId: number | null;
  value: number;
  valueInBusinessHours: number;
  start: Date;
  now: Date;
};

const insert = prepared((db, values: Placeholders<Values>) =>
  db.insertInto('reporting_events').values({
    account_id: values.accountId,
    inbox_id: values.inboxId,
    conversation_id: values.conversationId,
    name: values.name,
    user_id: values.userId,
    value: values.value,
    value_in_business_hours: values.valueInBusinessHours,
    event_start_time: values.start,
    event_end_time: values.now,
    created_at: values.now,
  }),
);
