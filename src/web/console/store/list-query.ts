import { sorted } from '../../kit/sorted.ts';
import { type Condition, meets } from './conditions.ts';
import type { Conversation } from './conversation.ts';
import type { Priority, Status } from './wire.ts';

export type Assignment = 'me' | 'unassigned' | 'all';
export type ConversationType = 'mention' | 'participating' | 'unattended';
export type Sort =
  | 'last_activity_at_desc'
  | 'last_activity_at_asc'
  | 'created_at_desc'
  | 'created_at_asc'
  | 'priority_desc'
  | 'priority_asc'
  | 'waiting_since_desc'
  | 'waiting_since_asc';

/** Which conversations a list has, and in which order. */
export type ListQuery = {
  status: Status | 'all';
  assignment: Assignment;
  inboxId?: number;
  teamId?: number;
  labels?: readonly string[];
  type?: ConversationType;
  /** Those of a filter, in place of all else but the order, which then is that of the latest activity. */
  conditions?: readonly Condition[];
  sort: Sort;
};

export const USUAL_LIST: ListQuery = { status: 'open', assignment: 'me', sort: 'last_activity_at_desc' };

/** The list of a filter. */
export const filteredBy = (conditions: readonly Condition[]): ListQuery => ({
  ...USUAL_LIST,
  status: 'all',
  assignment: 'all',
  conditions,
});

/** The same text for the same conversations in the same order. */
export function keyOf({ status, assignment, inboxId, teamId, labels, type, conditions, sort }: ListQuery): string {
  const all = [status, assignment, inboxId ?? 0, teamId ?? 0, sorted(labels ?? []), type ?? '', sort, conditions ?? 0];
  return JSON.stringify(all);
}

/** The parameters of `GET conversations`, for lists without conditions. */
export function parametersOf(query: ListQuery, page: number): URLSearchParams {
  const { status, assignment, inboxId, teamId, labels = [], type, sort } = query;
  const parameters = new URLSearchParams({ status, assignee_type: assignment, sort_by: sort, page: String(page) });
  if (inboxId !== undefined) parameters.set('inbox_id', String(inboxId));
  if (teamId !== undefined) parameters.set('team_id', String(teamId));
  for (const label of labels) parameters.append('labels[]', label);
  if (type !== undefined) parameters.set('conversation_type', type);
  return parameters;
}

/** Whether the list has the conversation; null = only the server knows. `userId` is the user whose list it is. */
export function belongs(conversation: Conversation, query: ListQuery, userId: number): boolean | null {
  const { assignee, labels } = conversation;
  if (query.status !== 'all' && conversation.status !== query.status) return false;
  if (query.assignment === 'me' && !(assignee?.type === 'User' && assignee.id === userId)) return false;
  if (query.assignment === 'unassigned' && assignee !== null) return false;
  if (query.inboxId !== undefined && conversation.inboxId !== query.inboxId) return false;
  if (query.teamId !== undefined && conversation.teamId !== query.teamId) return false;
  if (query.labels && !query.labels.some((label) => labels.includes(label))) return false;
  if (query.conditions) return meets(conversation, query.conditions);
  if (query.type === 'unattended') return !conversation.isAnswered || conversation.waitingSince > 0;
  return query.type === undefined ? true : null;
}

/** Whether what the list has is up to the server alone, at least for some conversations: the store cannot follow it by itself. */
export function isFollowedByServer({ type, conditions }: ListQuery): boolean {
  return type === 'mention' || type === 'participating' || conditions !== undefined;
}

type Compare = (a: Conversation, b: Conversation) => number;

const RANKS: Record<Priority, number> = { urgent: 4, high: 3, medium: 2, low: 1 };
const rank = ({ priority }: Conversation) => (priority ? RANKS[priority] : 0);
const byActivity: Compare = (a, b) => b.lastActivityAt - a.lastActivityAt;
const byNumber: Compare = (a, b) => a.id - b.id;
/** Conversations without a priority, or without somebody who waits, come last in both directions. */
const lastWithout = (has: (conversation: Conversation) => boolean, compare: Compare): Compare => {
  return (a, b) => Number(has(b)) - Number(has(a)) || compare(a, b);
};
const isWaiting = ({ waitingSince }: Conversation) => waitingSince > 0;

const COMPARES: Record<Sort, Compare> = {
  last_activity_at_desc: byActivity,
  last_activity_at_asc: (a, b) => byActivity(b, a),
  created_at_desc: (a, b) => byNumber(b, a),
  created_at_asc: byNumber,
  priority_desc: (a, b) => rank(b) - rank(a) || byActivity(a, b),
  priority_asc: lastWithout(
    (one) => rank(one) > 0,
    (a, b) => rank(a) - rank(b) || byActivity(a, b),
  ),
  waiting_since_desc: lastWithout(isWaiting, (a, b) => b.waitingSince - a.waitingSince || byNumber(a, b)),
  waiting_since_asc: lastWithout(isWaiting, (a, b) => a.waitingSince - b.waitingSince || byNumber(a, b)),
};

/** The order of the server's list; conversations that were active within the same second are equal here. */
export const compareBy = (sort: Sort): Compare => COMPARES[sort];
