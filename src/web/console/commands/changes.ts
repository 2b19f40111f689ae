import type { Assignee, Conversation } from '../store/conversation.ts';
import type { Priority, Status } from '../store/wire.ts';
import { assign, assignTeam, type Intent, setLabels, setPriority, setStatus } from '../sync/intents.ts';

/** A change that can be made to one conversation or to many. */
export type Change =
  | { is: 'assignee'; assignee: Assignee | null }
  | { is: 'team'; id: number | null }
  | { is: 'label'; title: string; isAdded: boolean }
  | { is: 'priority'; priority: Priority | null }
  /** `until`: when a snooze ends, ISO 8601; null = when the contact writes. */
  | { is: 'status'; status: Status; until: string | null };

/** The change of one conversation. */
export function intentOf({ id, labels }: Conversation, change: Change): Intent {
  switch (change.is) {
    case 'assignee':
      return assign(id, change.assignee);
    case 'team':
      return assignTeam(id, change.id);
    case 'priority':
      return setPriority(id, change.priority);
    case 'status':
      return setStatus(id, change.status, change.until);
    case 'label': {
      const others = labels.filter((title) => title !== change.title);
      return setLabels(id, change.isAdded ? [...others, change.title] : others);
    }
  }
}

/** The change of many, as `POST bulk_actions` takes it. */
export function bulkBodyOf(change: Change): object {
  switch (change.is) {
    case 'assignee':
      return { fields: { assignee_id: change.assignee?.id ?? 0 } };
    case 'team':
      return { fields: { team_id: change.id ?? 0 } };
    case 'priority':
      return { fields: { priority: change.priority } };
    case 'status':
      return { fields: { status: change.status }, ...(change.until !== null && { snoozed_until: change.until }) };
    case 'label':
      return { labels: { [change.isAdded ? 'add' : 'remove']: [change.title] } };
  }
}

/** A change of some of the conversations that were changed. */
export type Undoing = { ids: number[]; change: Change };

/** What takes the change back for conversations as they were before; null = it cannot be taken back for all of them. */
export function undoingOf(change: Change, before: readonly Conversation[]): Undoing[] | null {
  const undoings = new Map<string, Undoing>();
  for (const conversation of before) {
    const back = backOf(change, conversation);
    if (back === null) return null;
    if (back === 'same') continue;
    const key = JSON.stringify(back);
    const undoing = undoings.get(key) ?? { ids: [], change: back };
    undoing.ids.push(conversation.id);
    undoings.set(key, undoing);
  }
  return [...undoings.values()];
}

/** The change back to what was; `same` = the change changes nothing; null = there is no way back. */
function backOf(change: Change, before: Conversation): Change | 'same' | null {
  const { assignee, teamId, priority, labels, status, snoozedUntil } = before;
  switch (change.is) {
    case 'assignee':
      // Many conversations are assigned to members only.
      if (assignee?.type === 'AgentBot') return null;
      return assignee?.id === change.assignee?.id ? 'same' : { is: 'assignee', assignee };
    case 'team':
      return teamId === change.id ? 'same' : { is: 'team', id: teamId };
    case 'priority':
      return priority === change.priority ? 'same' : { is: 'priority', priority };
    case 'label':
      return labels.includes(change.title) === change.isAdded ? 'same' : { ...change, isAdded: !change.isAdded };
    case 'status': {
      const isSame = status === change.status && (status !== 'snoozed' || snoozedUntil === change.until);
      return isSame ? 'same' : { is: 'status', status, until: status === 'snoozed' ? snoozedUntil : null };
    }
  }
}
