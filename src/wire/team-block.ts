import type { TeamRecord } from '../records/team.ts';
import { flag, integer, named, nullable, type Shown, text } from './shape.ts';

/** A team inside an answer to `viewer`, whose membership it shows. */
export function teamBlock(
  team: TeamRecord,
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
export function teamEventBlock(team: TeamRecord) {
  return { id: team.id, name: team.name };
}
