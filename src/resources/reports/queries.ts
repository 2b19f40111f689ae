import type { Tx } from '../../db/tx.ts';
import { sql } from 'kysely';
import type { ChannelType } from '../../entities/channel.ts';
import type { ConversationStatus } from '../../entities/conversation.ts';
import { HOUR, SECOND } from '../../time.ts';
import type { Range } from './figures/periods.ts';

/** Numbers of conversations; unattended ones are open, without a first reply or with a contact who waits. */
export type Live = { open: number; unattended: number; unassigned: number; pending: number };

const numberOf = (condition: ReturnType<typeof sql>) => sql<number>`count(case when ${condition} then 1 end)`;
const UNATTENDED = sql`status = 'open' and (first_reply_created_at is null or waiting_since is not null)`;

const LIVE = {
  open: numberOf(sql`status = 'open'`),
  unattended: numberOf(UNATTENDED),
  unassigned: numberOf(sql`status = 'open' and assignee_id is null`),
  pending: numberOf(sql`status = 'pending'`),
};

/** The present counts of the account's conversations, or of a team's. */
export function countLive(tx: Tx, accountId: number, teamId: number | null): Promise<Live> {
  return tx.aside.db
    .selectFrom('conversations')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['open', 'pending'])
    .$if(teamId !== null, (query) => query.where('team_id', '=', teamId))
    .select([LIVE.open.as('open'), LIVE.unattended.as('unattended')])
    .select([LIVE.unassigned.as('unassigned'), LIVE.pending.as('pending')])
    .executeTakeFirstOrThrow();
}

/** The same of open conversations, by their team or assignee; null = none. */
export function countLiveBy(
  tx: Tx,
  accountId: number,
  column: 'team_id' | 'assignee_id',
): Promise<(Omit<Live, 'pending'> & { key: number | null })[]> {
  return tx.aside.db
    .selectFrom('conversations')
    .where('account_id', '=', accountId)
    .where('status', '=', 'open')
    .groupBy(column)
    .orderBy(column)
    .select([
      `${column} as key`,
      LIVE.open.as('open'),
      LIVE.unattended.as('unattended'),
      LIVE.unassigned.as('unassigned'),
    ])
    .execute();
}

/** How many of the conversations that began in the range have each status now, by the channel of their inbox. */
export function countByChannel(
  tx: Tx,
  accountId: number,
  { since, until }: Range,
): Promise<{ channel: ChannelType; status: ConversationStatus; count: number }[]> {
  return tx.aside.db
    .selectFrom('reporting_events as e')
    .innerJoin('conversations as c', 'c.id', 'e.conversation_id')
    .innerJoin('inboxes as i', 'i.id', 'e.inbox_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where('e.account_id', '=', accountId)
    .where('e.name', '=', sql.lit('conversation_created' as const))
    .where('e.created_at', '>=', since)
    .where('e.created_at', '<', until)
    .groupBy(['ch.type', 'c.status'])
    .select((eb) => ['ch.type as channel', 'c.status', eb.fn.countAll<number>().as('count')])
    .execute();
}

const WITHIN_HOURS = [1, 4, 8, 24];

/**
 * How many first responses of the range came within 1, 4, 8 and 24 hours (`wait` 0 to 3), or later (4), by the channel of the
 * inbox.
 */
export function countWaits(
  tx: Tx,
  accountId: number,
  { since, until }: Range,
): Promise<{ channel: ChannelType; wait: number; count: number }[]> {
  const cases = WITHIN_HOURS.map(
    (hours, wait) => sql`when e.value < ${sql.lit((hours * HOUR) / SECOND)} then ${sql.lit(wait)}`,
  );
  const wait = sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(WITHIN_HOURS.length)} end`;
  return tx.aside.db
    .selectFrom('reporting_events as e')
    .innerJoin('inboxes as i', 'i.id', 'e.inbox_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where('e.account_id', '=', accountId)
    .where('e.name', '=', sql.lit('first_response' as const))
    .where('e.created_at', '>=', since)
    .where('e.created_at', '<', until)
    .groupBy(['ch.type', wait])
    .select((eb) => ['ch.type as channel', wait.as('wait'), eb.fn.countAll<number>().as('count')])
    .execute();
}

/** The number of conversations in which a bot did this in the range. */
export async function countOfBots(
  tx: Tx,
  accountId: number,
  name: 'conversation_bot_handoff' | 'conversation_bot_resolved',
  { since, until }: Range,
): Promise<number> {
  const { count } = await tx.aside.db
    .selectFrom('reporting_events')
    .where('account_id', '=', accountId)
    .where('name', '=', sql.lit(name))
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .select((eb) => eb.fn.count<number>('conversation_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The inboxes of the account that a bot is connected to. */
export async function botInboxes(tx: Tx, accountId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('inboxes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('agent_bot_id', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}
