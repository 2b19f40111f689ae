/** A team as conversations show it. */
export type TeamRecord = {
  id: number;
  name: string;
  description: string | null;
  allowAutoAssign: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** The users in it. */
  memberIds: number[];
};
