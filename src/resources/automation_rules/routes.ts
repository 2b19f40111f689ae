import { requestedActions } from '../../conversations/actions/given-actions.ts';
import { blobIdsIn } from '../../conversations/actions/actions.ts';
import { found, invalid } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list, shape } from '../../wire/shape.ts';
import { automationRuleShape } from './answers.ts';
import { createRule } from './create-rule.ts';
import { deleteRule } from './delete-rule.ts';
import { presentRule } from './presenter.ts';
import { completeRule, findRule, listRules, type RuleRow } from './queries.ts';
import { createRuleBody, updateRuleBody } from './schema.ts';
import { updateRule } from './update-rule.ts';

export const automationRules = routes('/automation_rules');

const oneRule = shape({ payload: automationRuleShape });
const WHOSE = 'Automation';

automationRules.get(
  '/',
  {
    permission: 'automation_rule:read',
    summary: 'List automation rules',
    page: 'optional',
    answer: ok(shape({ payload: list(automationRuleShape) })),
  },
  async ({ tx, account, page, publicUrl }) => {
    const rules = await listRules(tx, account.id, page);
    return { payload: rules.map((rule) => presentRule(rule, publicUrl)) };
  },
);

automationRules.post(
  '/',
  {
    permission: 'automation_rule:write',
    summary: 'Create an automation rule',
    description:
      'When the event has happened in a conversation that meets the conditions, the actions are done in the background, in the name of the system. `errors` tells what a rule could not do since it was last changed.',
    body: createRuleBody,
    name: 'automation_rule',
    example: {
      name: 'Urgent mails',
      event_name: 'message_created',
      conditions: [
        { attribute_key: 'content', filter_operator: 'contains', values: ['urgent'], query_operator: 'AND' },
        { attribute_key: 'message_type', filter_operator: 'equal_to', values: ['incoming'], query_operator: null },
      ],
      actions: [{ action_name: 'change_priority', action_params: ['urgent'] }],
    },
    answer: created(automationRuleShape),
  },
  async ({ tx, account, body, now, publicUrl }) => {
    const input = {
      name: body.name,
      description: body.description ?? null,
      eventName: body.event_name,
      conditions: body.conditions ?? [],
      active: body.active ?? true,
      ...requestedActions(tx, account.id, body.actions, now, WHOSE),
    };
    return presentRule(await completeRule(tx, await createRule(tx, account.id, input, now)), publicUrl);
  },
);

automationRules.get(
  '/:id',
  { permission: 'automation_rule:read', summary: 'Show an automation rule', find: ruleOf, answer: ok(oneRule) },
  ({ found: rule, ...asked }) => show(asked, rule),
);

automationRules.patch(
  '/:id',
  {
    permission: 'automation_rule:write',
    summary: 'Change an automation rule',
    description: '`conditions` and `actions` take the place of those that it has, and `errors` is empty from then on.',
    find: ruleOf,
    body: updateRuleBody,
    name: 'automation_rule',
    example: { name: 'Urgent mails at night', active: false },
    answer: ok(oneRule),
  },
  async ({ found: rule, body, ...asked }) => {
    const { tx, account, now } = asked;
    const { actions, signedIds } = body.actions
      ? requestedActions(tx, account.id, body.actions, now, WHOSE)
      : { actions: undefined, signedIds: undefined };
    const { name, description, active, conditions } = body;
    const changes = { name, description, eventName: body.event_name, conditions, active, actions, signedIds };
    return show(asked, await updateRule(tx, account.id, rule.id, changes, now));
  },
);

automationRules.delete(
  '/:id',
  { permission: 'automation_rule:write', summary: 'Delete an automation rule', find: ruleOf, answer: empty },
  ({ tx, found: rule, now }) => deleteRule(tx, rule, now),
);

automationRules.post(
  '/:id/clone',
  {
    permission: 'automation_rule:write',
    summary: 'Copy an automation rule',
    description: 'With the same name; one that sends files cannot be copied, because each rule has files of its own.',
    find: ruleOf,
    answer: created(oneRule),
    mayAnswer: [422],
  },
  async ({ found: rule, ...asked }) => {
    if (blobIdsIn(rule.actions).length > 0) {
      throw invalid('Validation failed', 'a rule that sends files cannot be copied: create one with files of its own');
    }
    return show(asked, await createRule(asked.tx, asked.account.id, { ...rule, signedIds: [] }, asked.now));
  },
);

async function show({ tx, publicUrl }: Pick<Asked, 'tx' | 'publicUrl'>, rule: RuleRow) {
  return { payload: presentRule(await completeRule(tx, rule), publicUrl) };
}

async function ruleOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findRule(tx, account.id, params.id), 'Automation rule');
}
