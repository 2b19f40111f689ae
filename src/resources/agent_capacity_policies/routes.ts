import type { InferType } from 'yup';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { capacityPolicyShape } from './answers.ts';
import { createCapacityPolicy } from './create-policy.ts';
import { deleteCapacityPolicy } from './delete-policy.ts';
import { inboxLimits } from './limit-routes.ts';
import { policyOf } from './policy-of.ts';
import { presentCapacityPolicy } from './presenter.ts';
import { completePolicy, listCapacityPolicies } from './queries.ts';
import { createCapacityPolicyBody, updateCapacityPolicyBody } from './schema.ts';
import { updateCapacityPolicy } from './update-policy.ts';
import { policyUsers } from './user-routes.ts';

export const agentCapacityPolicies = routes('/agent_capacity_policies');

agentCapacityPolicies.get(
  '/',
  {
    permission: 'agent_capacity_policy:read',
    summary: 'List agent capacity policies',
    page: 'optional',
    answer: ok(list(capacityPolicyShape)),
  },
  async ({ tx, account, page }) => {
    const rows = await listCapacityPolicies(tx, account.id, page);
    return rows.map(presentCapacityPolicy);
  },
);

agentCapacityPolicies.post(
  '/',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Create an agent capacity policy',
    description:
      'It limits how many open conversations of an inbox its agents get automatically; more wait until one of theirs is resolved or given to somebody else. Conversations with one of the `excluded_labels`, and those created more than `exclude_older_than_hours` ago, do not count.',
    body: createCapacityPolicyBody,
    name: 'agent_capacity_policy',
    example: { name: 'New agents', exclusion_rules: { excluded_labels: ['parked'], exclude_older_than_hours: 72 } },
    answer: created(capacityPolicyShape),
  },
  async ({ tx, account, body, now }) => {
    const policy = await createCapacityPolicy(tx, account.id, { ...inputOf(body), name: body.name }, now);
    return presentCapacityPolicy(await completePolicy(tx, policy));
  },
);

agentCapacityPolicies.get(
  '/:id',
  {
    permission: 'agent_capacity_policy:read',
    summary: 'Show an agent capacity policy',
    find: policyOf,
    answer: ok(capacityPolicyShape),
  },
  async ({ tx, found: policy }) => presentCapacityPolicy(await completePolicy(tx, policy)),
);

agentCapacityPolicies.patch(
  '/:id',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Change an agent capacity policy',
    description: 'Of the `exclusion_rules`, what is left out stays as it is.',
    find: policyOf,
    body: updateCapacityPolicyBody,
    name: 'agent_capacity_policy',
    example: { exclusion_rules: { excluded_labels: ['parked', 'spam'] } },
    answer: ok(capacityPolicyShape),
  },
  async ({ tx, found, body, now }) => {
    const policy = await updateCapacityPolicy(tx, found, { ...inputOf(body), name: body.name }, now);
    return presentCapacityPolicy(await completePolicy(tx, policy));
  },
);

agentCapacityPolicies.delete(
  '/:id',
  {
    permission: 'agent_capacity_policy:write',
    summary: 'Delete an agent capacity policy',
    description: 'With its limits; its agents have none then.',
    find: policyOf,
    answer: empty,
  },
  ({ tx, found: policy }) => deleteCapacityPolicy(tx, policy),
);

agentCapacityPolicies.include(policyUsers, inboxLimits);

function inputOf({ description, exclusion_rules: rules }: Omit<InferType<typeof updateCapacityPolicyBody>, 'name'>) {
  return {
    description,
    excludedLabels: rules?.excluded_labels,
    excludeOlderThanHours: rules?.exclude_older_than_hours,
  };
}
