import type { Tx } from '../../db/tx.ts';
import { CONVERSATION_STATUSES, type ConversationStatus } from '../../entities/conversation.ts';
import { toDate } from '../../fields/to-date.ts';
import { changeStatus as change } from '../status/change-status.ts';
import { type ActionContext, actionKind } from './action-kind.ts';
import { choice, isNothing, nothing, problem } from './params.ts';

const status = choice(CONVERSATION_STATUSES);

/** Moves to a status; the second parameter is when a snooze ends. */
export const changeStatus = actionKind<[ConversationStatus, ...(string | null)[]]>({
  read: (given) => [...status(given), ...(isNothing(given[1]) ? [] : snoozeEnd(given.slice(1)))],
  run: (tx, id, [status, until = null], context) => move(tx, id, status, until, context),
});

export const resolveConversation = to('resolved');
export const openConversation = to('open');
export const pendingConversation = to('pending');

/** Snoozes until the time that is given, or else until the contact writes. */
export const snoozeConversation = actionKind<[string | null]>({
  read: snoozeEnd,
  run: (tx, id, [until], context) => move(tx, id, 'snoozed', until, context),
});

function to(status: ConversationStatus) {
  return actionKind<[]>({ read: nothing, run: (tx, id, _, context) => move(tx, id, status, null, context) });
}

function move(tx: Tx, id: number, status: ConversationStatus, until: string | null, { actor, now }: ActionContext) {
  const snoozedUntil = until === null ? null : new Date(until);
  return change(tx, id, { status, snoozedUntil, isOpenEnded: until === null, actor }, now);
}

/** As ISO 8601. @throws AppError `invalid` */
function snoozeEnd([given]: readonly unknown[]): [string | null] {
  if (isNothing(given)) return [null];
  const time = toDate(given);
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) throw problem('needs a time: ISO 8601, or Unix seconds');
  return [time.toISOString()];
}
