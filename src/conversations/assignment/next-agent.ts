import { isOfMember } from '../../presence/of-member.ts';
import type { Tx } from '../../db/tx.ts';
import type { ConversationRecord } from '../../records/conversation.ts';
import type { InboxRecord } from '../../records/inbox.ts';
import type { TeamRecord } from '../../records/team.ts';
import { sql } from 'kysely';
import { inList, takeAdvisoryLock } from '../../db/dialect.ts';
import { parseFlags, type Placeholders, prepared } from '../../db/prepared.ts';
import { firstOf } from './choose-candidate.ts';
import { freeMembers, inboxLimit, readInboxPolicy } from './inbox-policy.ts';
import { noteChosen, noteTurn } from './note-chosen.ts';

/**
 * Chooses the next assignee, and notes that it was their turn: of the members of the conversation's inbox, and of `team`
 * unless that is null, who are online and have fewer open conversations in the inbox than its limit, the one who was chosen
 * longest ago; or who is next by the inbox's assignment policy and the members' capacity. Returns the user's id; null =
 * there is none, or the team does not assign automatically. To be called in the transaction that assigns the
 * conversation, after all other locks: it takes the one for counting conversations, which comes last.
 */
export async function nextAgent(
  tx: Tx,
  conversation: ConversationRecord,
  team: TeamRecord | null,
  now: Date,
): Promise<number | null> {
  if (team && !team.allowAutoAssign) return null;
  // Two transactions at once would choose the same member. The assignment is counted next, so this lock is shared.
  await takeAdvisoryLock(tx, 'conversation counts', conversation.account.id);
  const choose = conversation.inbox.assignsWaiting ? nextByPolicy : nextInTurn;
  const next = await choose(tx, conversation.inbox, team, now);
  if (!next) return null;
  await noteChosen(tx, conversation.inbox.id, next.id, now);
  return next.userId;
}

type Chosen = { id: number; userId: number } | undefined;

async function nextByPolicy(tx: Tx, inbox: InboxRecord, team: TeamRecord | null, now: Date): Promise<Chosen> {
  const policy = await readInboxPolicy(tx, inbox.id);
  const free = await freeMembers(tx, inbox, policy, now, 'assign');
  const next = firstOf(team ? free.filter(({ userId }) => team.memberIds.includes(userId)) : free, policy.order);
  if (next) await noteTurn(tx, next.id, policy, now);
  return next;
}

async function nextInTurn(tx: Tx, inbox: InboxRecord, team: TeamRecord | null, now: Date): Promise<Chosen> {
  const limit = inboxLimit(inbox);
  const values = {
    accountId: inbox.account.id,
    inboxId: inbox.id,
    now,
    among: JSON.stringify(team?.memberIds ?? []),
    limit: limit ?? 0,
  };
  const [next] = await candidate(tx, values, `${team !== null} ${limit !== null}`);
  return next;
}

type Search = { accountId: number; inboxId: number; now: Date; among: string; limit: number };

const candidate = prepared((db, values: Placeholders<Search>, variant: string, tx) => {
  const [ofTeam = false, limited = false] = parseFlags(variant);
  const query = db
    .selectFrom('inbox_members as m')
    .innerJoin('account_users as a', (join) =>
      join.onRef('a.user_id', '=', 'm.user_id').on('a.account_id', '=', values.accountId),
    )
    .leftJoin('presences as r', (join) => join.on(isOfMember('a')))
    .select(['m.id', 'm.user_id as userId'])
    .where('m.inbox_id', '=', values.inboxId)
    .where('a.availability', '=', sql.lit('online'))
    .where((eb) => eb.or([eb('a.auto_offline', '=', sql.lit(false)), eb('r.online_until', '>=', values.now)]))
    .$if(ofTeam, (query) => query.where(inList(tx, 'm.user_id', values.among)))
    .$if(limited, (query) =>
      query.where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('conversation_counts as n')
              .select(sql.lit(1).as('one'))
              .where('n.account_id', '=', values.accountId)
              .where('n.status', '=', sql.lit('open'))
              .where('n.inbox_id', '=', values.inboxId)
              .whereRef('n.assignee_id', '=', 'm.user_id')
              .where('n.count', '>=', values.limit),
          ),
        ),
      ),
    )
    .orderBy(sql`m.last_assigned_at is not null`)
    .orderBy('m.last_assigned_at')
    .orderBy('m.id')
    .limit(1);
  // A member who is being removed from the inbox is skipped.
  return tx.isPostgres ? query.forNoKeyUpdate(['m']).skipLocked() : query;
});
