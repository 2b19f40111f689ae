import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { assignedShape } from './answers.ts';
import { assign } from './assign.ts';
import { presentAssigned, presentAssignedTeam } from './presenter.ts';
import { assignmentBody } from './schema.ts';
import { conversationOf } from './show-routes.ts';

/** /conversations/{conversation_id}/assignments */
export const assignments = router();

assignments.post(
  '/',
  allow('conversation:write'),
  takes({ body: assignmentBody }),
  answers(assignedShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const conversation = await conversationOf(ctx, 'conversation_id');
    const body = validate(assignmentBody, ctx);
    const input = { assigneeId: body.assignee_id, isBot: body.assignee_type === 'AgentBot', teamId: body.team_id };
    const assigned = await assign(em, conversation, { ...input, actor: caller }, now);
    ctx.type = 'application/json';
    ctx.body = body.assignee_id === undefined ? presentAssignedTeam(assigned, caller) : presentAssigned(assigned, now);
  },
);
