import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { Team } from './team.ts';
import { User } from './user.ts';

/** A user's membership in a team. */
export const TeamMember = defineEntity({
  name: 'TeamMember',
  tableName: 'team_members',
  uniques: [{ properties: ['team', 'user'] }],
  properties: {
    id: id(),
    team: p.manyToOne(Team).deleteRule('cascade').index(false),
    user: p.manyToOne(User).deleteRule('cascade').index(),
    createdAt: moment(),
  },
});
