import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { assignedShape } from './answers.ts';
import { assign } from '../../conversations/assignment/assign.ts';
import { presentAssigned, presentAssignedTeam } from './presenter.ts';
import { assignmentBody } from './schema.ts';
import { parentConversationOf } from './show-conversation.ts';

export const assignments = routes('/conversations/:conversation_id/assignments');

assignments.post(
  '/',
  {
    permission: 'conversation:write',
    summary: 'Assign a conversation',
    description: 'To a user, to a bot with `assignee_type` AgentBot, or to a team; null and 0 end an assignment.',
    find: parentConversationOf,
    body: assignmentBody,
    example: { assignee_id: 1 },
    answer: ok(assignedShape),
  },
  async ({ tx, caller, found: conversation, body, now }) => {
    const input = { assigneeId: body.assignee_id, isBot: body.assignee_type === 'AgentBot', teamId: body.team_id };
    const assigned = await assign(tx, conversation.id, { ...input, actor: caller }, now);
    return body.assignee_id === undefined ? presentAssignedTeam(assigned, caller) : presentAssigned(assigned, now);
  },
);
