import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { inboxLimitShape } from './answers.ts';
import { createInboxLimit } from './create-limit.ts';
import { deleteInboxLimit } from './delete-limit.ts';
import { policyOf } from './policy-of.ts';
import { presentInboxLimit } from './presenter.ts';
import { findInboxLimit } from './queries.ts';
import { createInboxLimitBody, updateInboxLimitBody } from './schema.ts';
import { updateInboxLimit } from './update-limit.ts';

/** How many conversations of which inbox agents with a capacity policy get. */
export const inboxLimits = routes('/agent_capacity_policies');

inboxLimits.post(
  '/:id/inbox_limits',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Limit the conversations of an inbox that an agent gets',
    description: 'With 0, they get none automatically.',
    find: policyOf,
    body: createInboxLimitBody,
    example: { inbox_id: 1, conversation_limit: 5 },
    answer: created(inboxLimitShape),
  },
  async ({ tx, found: policy, body, now }) => {
    const input = { inboxId: body.inbox_id, conversationLimit: body.conversation_limit };
    return presentInboxLimit(await createInboxLimit(tx, policy, input, now));
  },
);

inboxLimits.patch(
  '/:id/inbox_limits/:limit_id',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Change the limit of an inbox',
    description: 'Agents who have more keep them.',
    find: limitOf,
    body: updateInboxLimitBody,
    example: { conversation_limit: 8 },
    answer: ok(inboxLimitShape),
  },
  async ({ tx, found: limit, body, now }) =>
    presentInboxLimit(await updateInboxLimit(tx, limit, body.conversation_limit, now)),
);

inboxLimits.delete(
  '/:id/inbox_limits/:limit_id',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Remove the limit of an inbox',
    find: limitOf,
    answer: empty,
  },
  ({ tx, found: limit }) => deleteInboxLimit(tx, limit),
);

async function limitOf(asked: Asked<'/:id/inbox_limits/:limit_id'>) {
  const policy = await policyOf(asked);
  return found(await findInboxLimit(asked.tx, policy.id, asked.params.limit_id), 'Inbox limit');
}
