import type { AgentBotRecord } from './agent-bot.ts';
import type { TeamRecord } from './team.ts';
import type { UserRecord } from './user.ts';
import { inList } from '../db/dialect.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import type { EntityManager } from '../db/orm.ts';
import { shownUser } from './shown-user.ts';

const shown = shownUser('u', 'm');

// What many conversations share, read once for all of them; nothing is asked when there is nothing to find.

/** The inboxes with these ids, as conversations show them, each with its account. */
export function readInboxes(em: EntityManager, inboxIds: number[]): Promise<InboxOfConversation[]> {
  return ifAny(inboxIds, (ids) => inboxesOf(em, { ids }));
}

/** The users with these ids; what is null of one is of somebody who has left the account. */
export function readAssignees(em: EntityManager, userIds: number[], accountId: number): Promise<AssigneeRow[]> {
  return ifAny(userIds, (ids) => assigneesOf(em, { ids, accountId }));
}

export function readBots(em: EntityManager, botIds: number[]): Promise<AgentBotRecord[]> {
  return ifAny(botIds, (ids) => botsOf(em, { ids }));
}

/** The teams with these ids, with who is in them. */
export async function readTeams(em: EntityManager, teamIds: number[]): Promise<TeamRecord[]> {
  const teams = await ifAny(teamIds, (ids) => teamsOf(em, { ids }));
  const members = await ifAny(teamIds, (ids) => teamMembersOf(em, { ids }));
  return teams.map((team) => ({
    ...team,
    memberIds: members.filter(({ teamId }) => teamId === team.id).map(({ userId }) => userId),
  }));
}

/** What `read` gives for the ids, written as JSON; nothing for none. */
async function ifAny<Row>(ids: number[], read: (ids: string) => Promise<Row[]>): Promise<Row[]> {
  return ids.length > 0 ? read(JSON.stringify(ids)) : [];
}

const inboxesOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, em) =>
  db
    .selectFrom('inboxes as i')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where(inList(em, 'i.id', values.ids))
    .select([
      'i.id',
      'i.name',
      'i.agent_bot_id as agentBotId',
      'i.lock_to_single_conversation as lockToSingleConversation',
      'i.enable_auto_assignment as enableAutoAssignment',
      'i.auto_assignment_config as autoAssignmentConfig',
      'i.greeting_enabled as greetingEnabled',
      'i.working_hours_enabled as workingHoursEnabled',
      'i.enable_email_collect as enableEmailCollect',
      'i.csat_survey_enabled as csatSurveyEnabled',
      'a.id as accountId',
      'a.name as accountName',
      'ch.type as channelType',
      'ch.webhook_url as webhookUrl',
      'ch.reply_window_hours as replyWindowHours',
    ]),
);
export type InboxOfConversation = Awaited<ReturnType<typeof inboxesOf>>[number];

const assigneesOf = prepared((db, values: Placeholders<{ ids: string; accountId: number }>, _: void, em) =>
  db
    .selectFrom('users as u')
    .leftJoin('account_users as m', (join) =>
      join.onRef('m.user_id', '=', 'u.id').on('m.account_id', '=', values.accountId),
    )
    .where(inList(em, 'u.id', values.ids))
    .select([
      'u.id',
      shown.name.as('name'),
      shown.displayName.as('displayName'),
      shown.email.as('email'),
      shown.avatarUrl.as('avatarUrl'),
      'm.invited_email as invitedEmail',
      'm.availability',
      'm.auto_offline as autoOffline',
      'm.active_at as activeAt',
      'm.role',
    ]),
);
export type AssigneeRow = Awaited<ReturnType<typeof assigneesOf>>[number];

/** What is told of an assignee: who has left the account is still who something was given to. */
export function assigneeFacts(assignee: AssigneeRow): UserRecord {
  return {
    id: assignee.id,
    name: assignee.name,
    displayName: assignee.displayName,
    email: assignee.email,
    avatarUrl: assignee.avatarUrl,
    invitedEmail: assignee.invitedEmail,
    availability: assignee.availability ?? 'offline',
    autoOffline: assignee.autoOffline ?? true,
    activeAt: assignee.activeAt,
    role: assignee.role ?? 'agent',
  };
}

const botsOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, em) =>
  db
    .selectFrom('agent_bots as b')
    .where(inList(em, 'b.id', values.ids))
    .select([
      'b.id',
      'b.account_id as accountId',
      'b.name',
      'b.description',
      'b.outgoing_url as outgoingUrl',
      'b.avatar_url as avatarUrl',
    ]),
);

const teamsOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, em) =>
  db
    .selectFrom('teams as t')
    .where(inList(em, 't.id', values.ids))
    .select([
      't.id',
      't.name',
      't.description',
      't.allow_auto_assign as allowAutoAssign',
      't.created_at as createdAt',
      't.updated_at as updatedAt',
    ]),
);

const teamMembersOf = prepared((db, values: Placeholders<{ ids: string }>, _: void, em) =>
  db
    .selectFrom('team_members as m')
    .where(inList(em, 'm.team_id', values.ids))
    .select(['m.team_id as teamId', 'm.user_id as userId']),
);
