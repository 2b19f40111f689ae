import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { Team } from './team.ts';
import { User } from './user.ts';

const TeamMemberSchema = defineEntity({
  name: 'TeamMember',
  tableName: 'team_members',
  uniques: [{ properties: ['team', 'user'] }],
  properties: {
    id: id(),
    team: () => p.manyToOne(Team).lazyRef().deleteRule('cascade').index(false),
    user: () => p.manyToOne(User).lazyRef().deleteRule('cascade').index(),
    createdAt: moment(),
  },
});

/** A user's membership in a team. */
export class TeamMember extends TeamMemberSchema.class {}
TeamMemberSchema.setClass(TeamMember);
export { TeamMemberSchema };
