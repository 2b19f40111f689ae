/** What is told of a team where it stands in something else. */
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
