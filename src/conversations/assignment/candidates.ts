import { isOfMember } from '../../presence/of-member.ts';
import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { textsIn } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { HOUR } from '../../time.ts';

/** A member of an inbox who is online, with what decides whether they are next. */
export type Candidate = {
  /** The row key of the membership. */
  id: number;
  userId: number;
  /** When they were last chosen in this inbox; null = never. */
  lastAssignedAt: Date | null;
  /** Their open conversations in the inbox. */
  open: number;
  /** How many of these count for their capacity, and how many may. Null = any number. */
  counted: number;
  capacity: number | null;
  /** How many conversations of the inbox they got automatically since the time that was asked for. */
  turns: number;
};

/**
 * The members of the inbox who are online at `now`, with their turns since `since`. `use` is 'assign' in the transaction that
 * assigns a conversation to one of them: it leaves out those who are just being removed from the inbox.
 */
export async function readCandidates(
  tx: Tx,
  values: { accountId: number; inboxId: number; now: Date; since: Date },
  use: 'look' | 'assign',
): Promise<Candidate[]> {
  const rows = await candidates(tx, values, use);
  return rows.map((row) => ({
    ...row,
    open: Number(row.open ?? 0),
    counted: Number(row.counted),
    turns: Number(row.turns),
  }));
}

const candidates = prepared(
  (
    db,
    values: Placeholders<{ accountId: number; inboxId: number; now: Date; since: Date }>,
    use: 'look' | 'assign',
    tx,
  ) => {
    const query = db
      .selectFrom('inbox_members as m')
      .innerJoin('account_users as a', (join) =>
        join.onRef('a.user_id', '=', 'm.user_id').on('a.account_id', '=', values.accountId),
      )
      .leftJoin('presences as r', (join) => join.on(isOfMember('a')))
      .leftJoin('inbox_capacity_limits as l', (join) =>
        join
          .onRef('l.agent_capacity_policy_id', '=', 'a.agent_capacity_policy_id')
          .onRef('l.inbox_id', '=', 'm.inbox_id'),
      )
      .leftJoin('agent_capacity_policies as p', 'p.id', 'l.agent_capacity_policy_id')
      .leftJoin('conversation_counts as n', (join) =>
        join
          .on('n.account_id', '=', values.accountId)
          .on('n.status', '=', sql.lit('open'))
          .onRef('n.inbox_id', '=', 'm.inbox_id')
          .onRef('n.assignee_id', '=', 'm.user_id'),
      )
      .where('m.inbox_id', '=', values.inboxId)
      .where('a.availability', '=', sql.lit('online'))
      .where((eb) => eb.or([eb('a.auto_offline', '=', sql.lit(false)), eb('r.online_until', '>=', values.now)]))
      .orderBy('m.id')
      .select([
        'm.id',
        'm.user_id as userId',
        'm.last_assigned_at as lastAssignedAt',
        'n.count as open',
        'l.conversation_limit as capacity',
        countedFor(tx, values.now).as('counted'),
        sql<number>`(select count(*) from assignment_turns t
          where t.inbox_member_id = m.id and t.assigned_at > ${values.since})`.as('turns'),
      ]);
    return tx.isPostgres && use === 'assign' ? query.forNoKeyUpdate(['m']).skipLocked() : query;
  },
);

/**
 * How many open conversations of the member `m` in the inbox count for the limit `l` of the policy `p`; 0 without a limit. Where
 * the policy excludes none, all of them do, and `n` has their number.
 */
function countedFor(tx: Tx, now: Placeholders<{ now: Date }>['now']): RawBuilder<number> {
  const oldest = tx.isPostgres
    ? sql`${now}::timestamptz - p.exclude_older_than_hours * interval '1 hour'`
    : sql`${now} - p.exclude_older_than_hours * ${sql.lit(HOUR)}`;
  return sql<number>`case
    when l.id is null then 0
    when p.exclude_older_than_hours is null and p.excluded_labels = '[]' then coalesce(n.count, 0)
    else (
      select count(*) from conversations c
      where c.account_id = a.account_id and c.assignee_id = m.user_id and c.status = 'open' and c.inbox_id = m.inbox_id
        and (p.exclude_older_than_hours is null or c.created_at >= ${oldest})
        and (p.excluded_labels = '[]' or not ${hasExcludedLabel(tx)})
    ) end`;
}

/** Whether the conversation `c` has a label that the policy `p` excludes: by its row, which is read in any case. */
function hasExcludedLabel(tx: Tx): RawBuilder<SqlBool> {
  const excluded = textsIn(tx, sql.ref('p.excluded_labels'));
  return tx.isPostgres
    ? sql<SqlBool>`c.labels ?| array(${excluded})`
    : sql<SqlBool>`exists (select 1 from json_each(c.labels) where value in (${excluded}))`;
}
