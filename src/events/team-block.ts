import { flag, integer, named, nullable, type Shown, text } from '../shapes.ts';

/** What is told of a team where it stands in something else. */
export type TeamFacts = {
  id: number;
  name: string;
  description: string | null;
  allowAutoAssign: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** The users in it. */
  memberIds: number[];
};

/** A team as `viewer` sees it inside an answer. */
export function teamBlock(
  team: TeamFacts,
  accountId: number,
  viewer: { type: string; id: number },
): Shown<typeof teamBlockShape> {
  return {
    id: team.id,
    name: team.name,
    description: team.description,
    allow_auto_assign: team.allowAutoAssign,
    account_id: accountId,
    is_member: viewer.type === 'User' && team.memberIds.includes(viewer.id),
  };
}

export const teamBlockShape = named('TeamBlock', {
  id: integer,
  name: text,
  description: nullable(text),
  allow_auto_assign: flag,
  account_id: integer,
  is_member: flag,
});

/** A team inside an event. */
export function teamEventBlock(team: TeamFacts) {
  return { id: team.id, name: team.name };
}
