import { PRIORITIES, type Priority } from '../../entities/conversation.ts';
import { changePriority as change } from '../change-priority.ts';
import { actionKind } from './action-kind.ts';
import { choice } from './params.ts';

/** Sets the priority; nothing removes it. */
export const changePriority = actionKind<[Priority | null]>({
  read: choice([...PRIORITIES, null]),
  run: (tx, id, [priority], { actor, now }) => change(tx, id, { priority, actor }, now),
});
