import type { RecordOf } from './columns.ts';

/** The columns of a team's record. */
export const TEAM = ['id', 'name', 'description', 'allowAutoAssign', 'createdAt', 'updatedAt'] as const;

/** A team as conversations show it. */
export type TeamRecord = RecordOf<'teams', typeof TEAM> & {
  /** The users in it. */
  memberIds: number[];
};
