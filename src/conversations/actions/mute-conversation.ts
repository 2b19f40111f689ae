import { setMuted } from '../set-muted.ts';
import { actionKind } from './action-kind.ts';
import { nothing } from './params.ts';

export const muteConversation = actionKind<[]>({
  read: nothing,
  run: (tx, id, _, { actor, now }) => setMuted(tx, id, { muted: true, actor }, now),
});
