import { assignTeam as assign } from '../assignment/assign-team.ts';
import { actionKind } from './action-kind.ts';
import { idOrNothing, nothing } from './params.ts';

/** Assigns to a team, or with nothing to none. */
export const assignTeam = actionKind<[number | null]>({
  read: idOrNothing,
  run: (tx, id, [teamId], { actor, now }) => assign(tx, id, { teamId, actor }, now),
});

export const removeAssignedTeam = actionKind<[]>({
  read: nothing,
  run: (tx, id, _, { actor, now }) => assign(tx, id, { teamId: null, actor }, now),
});
