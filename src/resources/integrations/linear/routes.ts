import { noteActivity } from '../../../conversations/note-activity.ts';
import { uuidOf } from '../../../http/idempotency.ts';
import { ok } from '../../../http/routes/answer.ts';
import { type Asked, routes } from '../../../http/routes/route.ts';
import { findVisibleConversation } from '../../../records/visible-inboxes.ts';
import { attributes, list, named, text } from '../../../wire/shape.ts';
import { connectionOf } from '../connection.ts';
import { askLinear, askLinearAll, nodesIn, objectAt } from './ask-linear.ts';
import { issueInput } from './issue-input.ts';
import { createIssue, linkedIssues, linkIssue, unlinkIssue } from './issues.ts';
import { SEARCH_ISSUES, TEAM_ENTITIES, TEAMS } from './operations.ts';
import { createIssueBody, linkedQuery, linkIssueBody, searchQuery, teamQuery, unlinkIssueBody } from './schema.ts';

export const linear = routes('/integrations/linear');

const things = list(attributes);
const teamEntitiesShape = named('LinearTeamEntities', {
  users: things,
  projects: things,
  states: things,
  labels: things,
});
const issueShape = named('LinearIssue', { id: text, title: text, identifier: text });
const linkShape = named('LinearLink', { id: text, link: text, link_id: text });
const unlinkedShape = named('LinearUnlinked', { link_id: text });

const MAY_ANSWER = [404, 422, 503];

linear.get(
  '/teams',
  { permission: 'integration:read', summary: 'List the teams at Linear', answer: ok(things), mayAnswer: MAY_ANSWER },
  async (asked) => nodesIn(await askLinear(await connectionIn(asked), TEAMS, 'teams')),
);

linear.get(
  '/team_entities',
  {
    permission: 'integration:read',
    summary: 'List what an issue of a team at Linear can have',
    query: teamQuery,
    answer: ok(teamEntitiesShape),
    mayAnswer: MAY_ANSWER,
  },
  async ({ query: { team_id: team }, ...asked }) => {
    const all = await askLinearAll(await connectionIn(asked), TEAM_ENTITIES, { team });
    return {
      users: nodesIn(objectAt(all, 'users')),
      projects: nodesIn(objectAt(all, 'projects')),
      states: nodesIn(objectAt(all, 'workflowStates')),
      labels: nodesIn(objectAt(all, 'issueLabels')),
    };
  },
);

linear.get(
  '/search_issue',
  {
    permission: 'integration:read',
    summary: 'Search issues at Linear',
    query: searchQuery,
    answer: ok(things),
    mayAnswer: MAY_ANSWER,
  },
  async ({ query: { q: term }, ...asked }) =>
    nodesIn(await askLinear(await connectionIn(asked), SEARCH_ISSUES, 'searchIssues', { term })),
);

linear.get(
  '/linked_issues',
  {
    permission: 'integration:read',
    summary: 'List the issues at Linear that are linked with a conversation',
    query: linkedQuery,
    answer: ok(things),
    mayAnswer: [403, ...MAY_ANSWER],
  },
  async ({ query, ...asked }) => {
    const { url } = await conversationIn(asked, query.conversation_id);
    return linkedIssues(await connectionIn(asked), url);
  },
);

linear.post(
  '/create_issue',
  {
    permission: 'integration:use',
    summary: 'Create an issue at Linear',
    description:
      'An activity in the conversation tells of it. Link it with `link_issue`. With an `Idempotency-Key`, no second issue is created where the answer of Linear was lost, and the request is sent again.',
    body: createIssueBody,
    example: { conversation_id: 1, team_id: 'e4bd1a3f-0a3d-4f0e-8a34-2a8c1c1b8d1e', title: 'Checkout fails' },
    answer: ok(issueShape),
    mayAnswer: [403, ...MAY_ANSWER],
    async ask({ body, ...asked }) {
      const { id } = await conversationIn(asked, body.conversation_id);
      const issue = await createIssue(await connectionIn(asked), issueInput(body), uuidOf(asked.ctx));
      return { conversationId: id, issue };
    },
  },
  async ({ tx, caller, now, granted: { conversationId, issue } }) => {
    await noteActivity(tx, conversationId, `Linear issue ${issue.identifier} was created by ${caller.name}`, now);
    return issue;
  },
);

linear.post(
  '/link_issue',
  {
    permission: 'integration:use',
    summary: 'Link an issue at Linear with a conversation',
    description: 'An activity in the conversation tells of it.',
    body: linkIssueBody,
    example: { conversation_id: 1, issue_id: 'ENG-42', title: 'Checkout fails' },
    answer: ok(linkShape),
    mayAnswer: [403, ...MAY_ANSWER],
    async ask({ body: { conversation_id: number, issue_id: issue, title = null }, ...asked }) {
      const { id, url } = await conversationIn(asked, number);
      const linkId = await linkIssue(await connectionIn(asked), { url, issue, title });
      return { conversationId: id, url, linkId };
    },
  },
  async ({ tx, caller, body: { issue_id: issue }, now, granted: { conversationId, url, linkId } }) => {
    await noteActivity(tx, conversationId, `Linear issue ${issue} was linked by ${caller.name}`, now);
    return { id: issue, link: url, link_id: linkId };
  },
);

linear.post(
  '/unlink_issue',
  {
    permission: 'integration:use',
    summary: 'Remove the link between an issue at Linear and a conversation',
    description: '`issue_id` is only named in the activity that tells of it.',
    body: unlinkIssueBody,
    example: { conversation_id: 1, link_id: '2f1a6e2c-6f0b-4b6e-9f52-0b7c1d2e3f40', issue_id: 'ENG-42' },
    answer: ok(unlinkedShape),
    mayAnswer: [403, ...MAY_ANSWER],
    async ask({ body: { conversation_id: number, link_id: link }, ...asked }) {
      const { id, url } = await conversationIn(asked, number);
      await unlinkIssue(await connectionIn(asked), url, link);
      return { conversationId: id };
    },
  },
  async ({ tx, caller, body: { link_id: link, issue_id: issue }, now, granted: { conversationId } }) => {
    await noteActivity(tx, conversationId, `Linear issue ${issue || link} was unlinked by ${caller.name}`, now);
    return { link_id: link };
  },
);

function connectionIn({ app, tx, account }: Pick<Asked, 'app' | 'tx' | 'account'>) {
  return connectionOf(app, tx, account.id, 'linear');
}

/** The row key of a conversation that the caller sees, and the address of its page, which issues link to. */
async function conversationIn({ tx, account, caller, publicUrl }: Asked, displayId: number) {
  const { id } = await findVisibleConversation(tx, account.id, displayId, caller);
  return { id, url: `${publicUrl}/app/accounts/${account.id}/conversations/${displayId}` };
}
