import type { Tx } from '../../db/tx.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import type { AssignmentOrder, ConversationPriority } from '../../entities/assignment-policy.ts';
import type { Attributes } from '../../entities/columns.ts';
import { SECOND } from '../../time.ts';
import { type Candidate, readCandidates } from './candidates.ts';
import { takesMore } from './choose-candidate.ts';

/** How an inbox that assigns waiting conversations shares them out; by its assignment policy, if that is enabled. */
export type InboxPolicy = {
  order: AssignmentOrder;
  priority: ConversationPriority;
  /** Null = no policy, and any number. */
  turns: { most: number; withinMs: number } | null;
};

/** The fields of an inbox that decide; `onlyOfTeams` says that it assigns nothing later but what teams assign automatically. */
export type AssigningInbox = {
  id: number;
  account: { id: number };
  autoAssignmentConfig: Attributes;
  onlyOfTeams?: boolean;
};

/** The policy of the inbox with this id. */
export async function readInboxPolicy(tx: Tx, inboxId: number): Promise<InboxPolicy> {
  const [policy] = await enabledPolicy(tx, { inboxId });
  if (!policy) return { order: 'round_robin', priority: 'earliest_created', turns: null };
  const { order, priority, most, seconds } = policy;
  return { order, priority, turns: { most, withinMs: seconds * SECOND } };
}

const enabledPolicy = prepared((db, values: Placeholders<{ inboxId: number }>) =>
  db
    .selectFrom('inboxes as i')
    .innerJoin('assignment_policies as p', 'p.id', 'i.assignment_policy_id')
    .where('i.id', '=', values.inboxId)
    .where('p.enabled', '=', true)
    .select([
      'p.assignment_order as order',
      'p.conversation_priority as priority',
      'p.fair_distribution_limit as most',
      'p.fair_distribution_window as seconds',
    ]),
);

/** The members of the inbox who are online and may get one more conversation by the policy; `use` as in `readCandidates`. */
export async function freeMembers(
  tx: Tx,
  inbox: AssigningInbox,
  policy: InboxPolicy,
  now: Date,
  use: 'look' | 'assign',
): Promise<Candidate[]> {
  const since = windowStart(policy, now);
  const all = await readCandidates(tx, { accountId: inbox.account.id, inboxId: inbox.id, now, since }, use);
  const limits = { inbox: inboxLimit(inbox), turns: policy.turns?.most ?? null };
  return all.filter((member) => takesMore(member, limits));
}

/** Turns after this time count. */
export function windowStart({ turns }: InboxPolicy, now: Date): Date {
  return new Date(now.getTime() - (turns?.withinMs ?? 0));
}

/** How many open conversations of the inbox one member may have; null = any number. */
export function inboxLimit({ autoAssignmentConfig }: { autoAssignmentConfig: Attributes }): number | null {
  const limit = Number(autoAssignmentConfig['max_assignment_limit'] ?? 0);
  return limit > 0 ? limit : null;
}
