import type { Tx } from '../../db/tx.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ConversationRecord } from '../../records/conversation.ts';
import { inList, shareAdvisoryLock } from '../../db/dialect.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { REPORT_KINDS, type ReportKind } from '../../entities/report-sum.ts';
import { columnsOf, eventFacts, messageFacts, ofKinds, summedUp } from './facts.ts';
import { MEASURES } from './measures.ts';

// Sums count facts for their subjects at that time. A transaction that changes the subjects of summed facts appends the
// differences. Facts that are not summed yet need nothing.

/** Whole conversations, or only their messages in `messageIds`. */
export type Removed = { conversationIds: readonly number[]; messageIds?: readonly number[] };

/** Subtracts from the sums what is about to be removed. */
export async function subtractRemoved(tx: Tx, { conversationIds, messageIds }: Removed): Promise<void> {
  await keepSums(tx);
  const conversations = JSON.stringify(conversationIds);
  await append(tx, -1, {
    messages: messageIds
      ? inList(tx, 'm.id', JSON.stringify(messageIds))
      : inList(tx, 'm.conversation_id', conversations),
    events: messageIds ? null : inList(tx, 'e.conversation_id', conversations),
    kinds: REPORT_KINDS,
  });
}

/** Subtracts from the sums that new conversations counted for the member, who is about to lose all that they have. */
export async function subtractAssigned(tx: Tx, { accountId, userId }: { accountId: number; userId: number }) {
  await keepSums(tx);
  const events = sql<SqlBool>`e.name = 'conversation_created' and c.account_id = ${accountId} and c.assignee_id = ${userId}`;
  await append(tx, -1, { messages: null, events, kinds: ['agent'] });
}

/**
 * Does `change`, which gives the conversation other labels, another team or assignee, and has what was counted for the
 * former ones count for the new ones.
 */
export async function movingFacts(
  tx: Tx,
  before: ConversationRecord,
  after: Pick<ConversationRecord, 'assignee' | 'labels' | 'team'>,
  change: () => Promise<void>,
): Promise<void> {
  const moved = movedBy(before, after);
  const values = { conversationId: before.id };
  if (moved.length > 0) await keepSums(tx);
  for (const what of moved) await tx.sent(appendMoved(tx, values, `${what} -1`));
  await change();
  for (const what of moved) await tx.sent(appendMoved(tx, values, `${what} 1`));
}

type Moved = 'agent' | 'label' | 'team';
const KINDS: Record<Moved, readonly ReportKind[]> = {
  agent: ['agent'],
  label: ['label', 'inbox_label'],
  team: ['team'],
};

type Owners = Pick<ConversationRecord, 'assignee' | 'labels' | 'team'>;

function movedBy(before: Owners, after: Owners): Moved[] {
  const isRelabelled = before.labels !== after.labels && before.labels.join('\n') !== after.labels.join('\n');
  return [
    ...(before.assignee?.id === after.assignee?.id ? [] : ['agent' as const]),
    ...(isRelabelled ? ['label' as const] : []),
    ...(before.team?.id === after.team?.id ? [] : ['team' as const]),
  ];
}

/** Appends what a conversation has counted for its assignee, labels or team, with this sign. */
const appendMoved = prepared(
  (db, values: Placeholders<{ conversationId: number }>, variant: `${Moved} ${Sign}`, tx) => {
    const [what, sign] = variant.split(' ') as [Moved, `${Sign}`];
    const events = sql<SqlBool>`e.conversation_id = ${values.conversationId}`;
    const facts = {
      // Messages count for their senders, not for the assignee.
      messages: what === 'agent' ? null : sql<SqlBool>`m.conversation_id = ${values.conversationId}`,
      events: what === 'agent' ? sql<SqlBool>`${events} and e.name = 'conversation_created'` : events,
      kinds: KINDS[what],
    };
    return { compile: () => statement(tx, Number(sign) as Sign, facts).compile(db) };
  },
);

/** Facts, each kind of them under a condition (null = none), and the kinds that they count for. */
type Facts = { messages: RawBuilder<SqlBool> | null; events: RawBuilder<SqlBool> | null; kinds: readonly ReportKind[] };
type Sign = 1 | -1;

/** Until the end of the transaction, nothing more is summed up. */
export function keepSums(tx: Tx): Promise<void> {
  return shareAdvisoryLock(tx, 'report sums', 0);
}

async function append(tx: Tx, sign: Sign, facts: Facts): Promise<void> {
  await tx.sent(statement(tx, sign, facts).execute(tx.db));
}

/** Appends the facts, as far as they have been summed up: what must be added, or subtracted. */
function statement(tx: Tx, sign: Sign, { messages, events, kinds }: Facts): RawBuilder<unknown> {
  const facts = sql.join(
    [
      ...(messages ? [messageFacts(tx, sql<SqlBool>`${messages} and m.id <= ${summedUp.messages}`)] : []),
      ...(events ? [eventFacts(tx, sql<SqlBool>`${events} and e.id <= ${summedUp.events}`)] : []),
    ],
    sql` union all `,
  );
  const columns = columnsOf();
  const sums = sql.join(MEASURES.map((name) => sql`sum(${sql.ref(name)}) * ${sql.lit(sign)}`));
  return sql`insert into report_changes (account_id, kind, subject, quarter, ${columns})
    with facts as (${facts})
    select account_id, kind, subject, quarter, ${sums} from (${ofKinds(tx, 'facts', kinds)}) k
    group by account_id, kind, subject, quarter`;
}
