import type { InferType } from 'yup';
import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { listInboxes } from '../inboxes/queries.ts';
import { showInbox } from '../inboxes/show-inbox.ts';
import { assignmentPolicyShape, policyInboxesShape } from './answers.ts';
import { createAssignmentPolicy } from './create-policy.ts';
import { deleteAssignmentPolicy } from './delete-policy.ts';
import { presentAssignmentPolicy } from './presenter.ts';
import { findAssignmentPolicy, inboxIdsOf, listAssignmentPolicies } from './queries.ts';
import { createAssignmentPolicyBody, updateAssignmentPolicyBody } from './schema.ts';
import { updateAssignmentPolicy } from './update-policy.ts';

export { inboxPolicy } from './inbox-routes.ts';

export const assignmentPolicies = routes('/assignment_policies');

assignmentPolicies.get(
  '/',
  {
    permission: 'assignment_policy:read',
    summary: 'List assignment policies',
    page: 'optional',
    answer: ok(list(assignmentPolicyShape)),
  },
  async ({ tx, account, page }) => {
    const rows = await listAssignmentPolicies(tx, account.id, page);
    return rows.map(presentAssignmentPolicy);
  },
);

assignmentPolicies.post(
  '/',
  {
    permission: 'assignment_policy:write',
    summary: 'Create an assignment policy',
    description:
      'It says how its inboxes assign conversations automatically: to the online member who was chosen longest ago (`round_robin`) or has the fewest open ones there (`balanced`); to one member at most `fair_distribution_limit` (100) of an inbox within `fair_distribution_window` seconds (3600). What nobody can take waits, and is assigned as soon as somebody can: the oldest first (`earliest_created`), or those whose contacts have waited longest for an answer (`longest_waiting`). Inboxes get it by `POST .../inboxes/{id}/assignment_policy`.',
    body: createAssignmentPolicyBody,
    name: 'assignment_policy',
    example: { name: 'Evenly', assignment_order: 'balanced', fair_distribution_limit: 20 },
    answer: created(assignmentPolicyShape),
  },
  async ({ tx, account, body, now }) =>
    presentAssignmentPolicy(await createAssignmentPolicy(tx, account.id, { ...inputOf(body), name: body.name }, now)),
);

assignmentPolicies.get(
  '/:id',
  {
    permission: 'assignment_policy:read',
    summary: 'Show an assignment policy',
    find: policyOf,
    answer: ok(assignmentPolicyShape),
  },
  ({ found: policy }) => presentAssignmentPolicy(policy),
);

assignmentPolicies.patch(
  '/:id',
  {
    permission: 'assignment_policy:write',
    summary: 'Change an assignment policy',
    description: 'While it is not `enabled`, its inboxes assign as those without a policy.',
    find: policyOf,
    body: updateAssignmentPolicyBody,
    name: 'assignment_policy',
    example: { enabled: false },
    answer: ok(assignmentPolicyShape),
  },
  async ({ tx, found: policy, body, now }) =>
    presentAssignmentPolicy(await updateAssignmentPolicy(tx, policy, { ...inputOf(body), name: body.name }, now)),
);

assignmentPolicies.delete(
  '/:id',
  {
    permission: 'assignment_policy:write',
    summary: 'Delete an assignment policy',
    description: 'Its inboxes have none then.',
    find: policyOf,
    answer: empty,
  },
  ({ tx, found: policy }) => deleteAssignmentPolicy(tx, policy),
);

assignmentPolicies.get(
  '/:id/inboxes',
  {
    permission: 'assignment_policy:read',
    summary: 'List the inboxes with an assignment policy',
    find: policyOf,
    page: 'optional',
    answer: ok(policyInboxesShape),
  },
  async ({ account, found: policy, page, ...asked }) => {
    const rows = await listInboxes(asked.tx, account.id, await inboxIdsOf(asked.tx, policy.id), page);
    return { inboxes: rows.map((inbox) => showInbox(asked, inbox)) };
  },
);

function inputOf(body: Omit<InferType<typeof updateAssignmentPolicyBody>, 'name'>) {
  return {
    description: body.description,
    assignmentOrder: body.assignment_order,
    conversationPriority: body.conversation_priority,
    fairDistributionLimit: body.fair_distribution_limit,
    fairDistributionWindow: body.fair_distribution_window,
    enabled: body.enabled,
  };
}

async function policyOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findAssignmentPolicy(tx, account.id, params.id), 'Assignment policy');
}
