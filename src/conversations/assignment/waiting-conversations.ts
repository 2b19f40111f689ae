import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inList } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { Candidate } from './candidates.ts';
import type { AssigningInbox, InboxPolicy } from './inbox-policy.ts';

/** The condition that the conversation `c` waits for somebody: it is open, and neither a user's nor a bot's. */
export function isWaiting(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(c.status = 'open' and c.assignee_id is null and c.assignee_bot_id is null)`;
}

/** Whether another conversation than this one waits in the inbox. */
export async function othersWait(tx: Tx, inboxId: number, id: number): Promise<boolean> {
  return (await anotherOne(tx, { inboxId, id })).length > 0;
}

const anotherOne = prepared((db, values: Placeholders<{ inboxId: number; id: number }>) =>
  db
    .selectFrom('conversations as c')
    .select('c.id')
    .where('c.inbox_id', '=', values.inboxId)
    .where(isWaiting())
    .where('c.id', '!=', values.id)
    // Without an order, SQLite would look through all open ones.
    .orderBy('c.id')
    .limit(1),
);

/**
 * The row key of the first waiting conversation, by the policy, that one of these members may get; null = none. A team's
 * conversation goes only to members of the team, if the team assigns automatically. An inbox that assigns only teams'
 * conversations later has no others.
 */
export async function firstWaiting(
  tx: Tx,
  inbox: AssigningInbox,
  { priority }: InboxPolicy,
  free: readonly Candidate[],
): Promise<number | null> {
  if (free.length === 0) return null;
  const teams = await teamsOf(tx, { userIds: JSON.stringify(free.map(({ userId }) => userId)) });
  const values = {
    accountId: inbox.account.id,
    inboxId: inbox.id,
    teamIds: JSON.stringify([...new Set(teams.map(({ id }) => id))]),
  };
  if (inbox.onlyOfTeams) return (await first(tx, values, 'of_teams'))[0]?.id ?? null;
  const [longest] = priority === 'longest_waiting' ? await first(tx, values, 'longest_waiting') : [];
  const [found] = longest ? [longest] : await first(tx, values, 'earliest_created');
  return found?.id ?? null;
}

/** The users' teams with automatic assignment, in any account. */
const teamsOf = prepared((db, values: Placeholders<{ userIds: string }>, _: void, tx) =>
  db
    .selectFrom('team_members as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .where(inList(tx, 'm.user_id', values.userIds))
    .where('t.allow_auto_assign', '=', true)
    .select('t.id'),
);

type Search = { accountId: number; inboxId: number; teamIds: string };

type Order = 'earliest_created' | 'longest_waiting' | 'of_teams';

/** In the order of an index, or found by one; the contact of the longest waiting one waits for an answer. */
const first = prepared((db, values: Placeholders<Search>, variant: Order, tx) => {
  const waiting = db
    .selectFrom('conversations as c')
    .select('c.id')
    .where('c.account_id', '=', values.accountId)
    .where('c.inbox_id', '=', values.inboxId)
    .where(isWaiting())
    .limit(1);
  const ofTeams = inList(tx, 'c.team_id', values.teamIds);
  if (variant === 'of_teams') return waiting.where('c.team_id', 'is not', null).where(ofTeams).orderBy('c.id');
  const query = waiting.where((eb) => eb.or([eb('c.team_id', 'is', null), ofTeams]));
  return variant === 'earliest_created'
    ? query.orderBy('c.id')
    : query.where('c.waiting_since', 'is not', null).orderBy('c.waiting_since').orderBy('c.display_id');
});
