import { requestedActions } from '../../conversations/actions/given-actions.ts';
import { accessDenied, found } from '../../errors.ts';
import type { Action, MacroVisibility } from '../../entities/macro.ts';
import { callingMember } from '../../http/calling-member.ts';
import { checkPermission } from '../../http/permissions.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list, shape } from '../../wire/shape.ts';
import { bulkActionShape } from '../bulk_actions/answers.ts';
import { presentBulkAction } from '../bulk_actions/presenter.ts';
import { requestBulkAction } from '../bulk_actions/request-bulk-action.ts';
import { macroShape } from './answers.ts';
import { createMacro } from './create-macro.ts';
import { deleteMacro } from './delete-macro.ts';
import { presentMacro } from './presenter.ts';
import { completeMacro, findMacro, listMacros, type MacroRow } from './queries.ts';
import { createMacroBody, executeMacroBody, updateMacroBody } from './schema.ts';
import { updateMacro } from './update-macro.ts';

/** Each user sees their own, and those for all. */
export const macros = routes('/macros');

const oneMacro = shape({ payload: macroShape });

macros.get(
  '/',
  {
    permission: 'macro:read',
    summary: 'List macros',
    description: 'Those for all, and the personal ones of the caller.',
    page: 'optional',
    answer: ok(shape({ payload: list(macroShape) })),
  },
  async ({ page, now, publicUrl, ...asked }) => {
    const rows = await listMacros(asked.tx, callingMember(asked), page);
    return { payload: rows.map((macro) => presentMacro(macro, now, publicUrl)) };
  },
);

macros.post(
  '/',
  {
    permission: 'macro:write',
    summary: 'Create a macro',
    description: 'Agents make personal ones. Only administrators have events sent to an address.',
    body: createMacroBody,
    name: 'macro',
    example: {
      name: 'Close with thanks',
      visibility: 'personal',
      actions: [
        { action_name: 'send_message', action_params: ['Thank you for writing to us!'] },
        { action_name: 'add_label', action_params: ['done'] },
        { action_name: 'resolve_conversation', action_params: [] },
      ],
    },
    answer: created(oneMacro),
    mayAnswer: [403],
  },
  async ({ body, ...asked }) => {
    const { tx, account, now } = asked;
    const { actions, signedIds } = requestedActions(tx, account.id, body.actions, now);
    const { visibility = 'personal' } = body;
    checkWrite(asked, visibility, actions);
    const macro = await createMacro(tx, callingMember(asked), { name: body.name, visibility, actions, signedIds }, now);
    return show(asked, macro);
  },
);

macros.get(
  '/:id',
  { permission: 'macro:read', summary: 'Show a macro', find: macroOf, answer: ok(oneMacro) },
  ({ found: macro, ...asked }) => show(asked, macro),
);

macros.patch(
  '/:id',
  {
    permission: 'macro:write',
    summary: 'Change a macro',
    description: 'One for all is changed by administrators. `actions` take the place of those that it has.',
    find: macroOf,
    body: updateMacroBody,
    name: 'macro',
    example: { name: 'Close and say thanks' },
    answer: ok(oneMacro),
    mayAnswer: [403],
  },
  async ({ found: macro, body, ...asked }) => {
    const { tx, account, now } = asked;
    const { name, visibility, actions: given } = body;
    const { actions, signedIds } = given ? requestedActions(tx, account.id, given, now) : {};
    checkMayChange(asked, macro);
    checkWrite(asked, visibility ?? macro.visibility, actions ?? macro.actions);
    const changes = { name, visibility, actions, signedIds };
    return show(asked, await updateMacro(tx, callingMember(asked), macro.id, changes, now));
  },
);

macros.delete(
  '/:id',
  { permission: 'macro:write', summary: 'Delete a macro', find: macroOf, answer: empty, mayAnswer: [403] },
  ({ found: macro, ...asked }) => {
    checkMayChange(asked, macro);
    return deleteMacro(asked.tx, macro, asked.now);
  },
);

macros.post(
  '/:id/execute',
  {
    permission: 'macro:execute',
    summary: 'Execute a macro',
    description:
      'On these conversations, one after the other in the background and in the name of the caller, who must see them. The answer can be asked for again as a bulk action.',
    find: macroOf,
    body: executeMacroBody,
    example: { conversation_ids: [1] },
    answer: ok(bulkActionShape),
    mayAnswer: [403],
  },
  async ({ found: { actions, visibility }, body, ...asked }) => {
    const { tx, account, caller, now } = asked;
    // Its author may not be an administrator any more.
    if (visibility === 'personal') checkWrite(asked, visibility, actions);
    const ids = [...new Set(body.conversation_ids)];
    const task = { actions, event: 'macro.executed', ids, conditions: [], lastKey: 0 };
    const requested = { type: 'Conversation', task, total: ids.length } as const;
    return presentBulkAction(await requestBulkAction(tx, account.id, requested, caller, now));
  },
);

type Writing = Pick<Asked, 'ctx' | 'caller' | 'tx' | 'account' | 'now' | 'publicUrl'>;

async function show({ tx, now, publicUrl }: Writing, macro: MacroRow) {
  return { payload: presentMacro(await completeMacro(tx, macro), now, publicUrl) };
}

/** @throws AppError `access_denied` for what only administrators may write */
function checkWrite({ ctx }: Writing, visibility: MacroVisibility, actions: Action[]): void {
  if (visibility === 'global') checkPermission('account:write', ctx);
  if (actions.some(({ name }) => name === 'send_webhook_event')) checkPermission('webhook:write', ctx);
}

/** @throws AppError `access_denied` for a macro for all, unless the caller is an administrator */
function checkMayChange({ ctx, caller }: Writing, { visibility, createdById }: MacroRow): void {
  if (visibility === 'global') checkPermission('account:write', ctx);
  else if (createdById !== caller.id) throw accessDenied('a personal macro is changed by its author');
}

async function macroOf(asked: Asked<'/:id'>) {
  return found(await findMacro(asked.tx, callingMember(asked), asked.params.id), 'Macro');
}
