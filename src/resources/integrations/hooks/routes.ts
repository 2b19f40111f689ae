import { found } from '../../../errors.ts';
import { created, empty, ok } from '../../../http/routes/answer.ts';
import { type Asked, routes } from '../../../http/routes/route.ts';
import { seesSecrets } from '../../../records/access/token-scope.ts';
import { createHook } from '../../hooks/create-hook.ts';
import { deleteHook } from '../../hooks/delete-hook.ts';
import { findHook } from '../../hooks/queries.ts';
import { updateHook } from '../../hooks/update-hook.ts';
import { hookShape, processedShape } from '../answers.ts';
import { processEvent } from '../openai/process-event.ts';
import { presentHook } from '../presenter.ts';
import { createHookBody, processEventBody, updateHookBody } from './schema.ts';

export const hooks = routes('/integrations/hooks');

hooks.post(
  '/',
  {
    permission: 'integration:write',
    summary: 'Have the account use a service',
    description:
      'For apps whose `settings_json_schema` says which settings they need. Of these, only `visible_properties` are shown again. Others are connected at their provider.',
    body: createHookBody,
    name: 'hook',
    example: { app_id: 'openai', settings: { api_key: 'sk-proj-0123456789' } },
    answer: created(hookShape),
    mayAnswer: [422],
  },
  async ({ tx, account, body: { app_id: appId, status: enabled = true, settings }, now }) => {
    const hook = await createHook(tx, account.id, { appId, enabled, settings: settings ?? {} }, now);
    return presentHook(hook, true);
  },
);

hooks.get(
  '/:id',
  { permission: 'integration:read', summary: 'Show a hook', find: hookOf, answer: ok(hookShape) },
  ({ found: hook, caller }) => presentHook(hook, seesSecrets(caller)),
);

hooks.patch(
  '/:id',
  {
    permission: 'integration:write',
    summary: 'Change a hook',
    description: 'Slack goes on with new messages when it is switched on again: what came meanwhile is not told.',
    find: hookOf,
    body: updateHookBody,
    name: 'hook',
    example: { status: 'disabled' },
    answer: ok(hookShape),
    mayAnswer: [422],
  },
  async ({ tx, account, found: { id }, body: { status: enabled, settings }, now }) =>
    presentHook(await updateHook(tx, account.id, id, { enabled, settings: settings ?? undefined }, now), true),
);

hooks.delete(
  '/:id',
  {
    permission: 'integration:write',
    summary: 'Delete a hook',
    description: 'That of a connection ends the connection.',
    find: hookOf,
    answer: empty,
  },
  ({ tx, found: hook, now }) => deleteHook(tx, hook, now),
);

hooks.post(
  '/:id/process_event',
  {
    permission: 'integration:use',
    summary: 'Have OpenAI write something',
    description:
      'For the hook of `openai`. `summarize`, `reply_suggestion` and `label_suggestion` read the conversation `data.conversation_display_id`; the others rewrite `data.content`, `rephrase` in the tone `data.tone`.',
    find: hookOf,
    body: processEventBody,
    example: { event: { name: 'make_friendly', data: { content: 'No.' } } },
    answer: ok(processedShape),
    mayAnswer: [403, 404, 422, 503],
    // It waits for another server, which must not happen inside a transaction.
    isNotRepeated: true,
  },
  async ({ app, tx, found: hook, body, caller }) => ({
    message: await processEvent(app, tx, hook, body.event, caller),
  }),
);

async function hookOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findHook(tx, account.id, params.id), 'Hook');
}
