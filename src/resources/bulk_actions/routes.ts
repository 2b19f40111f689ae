import { found } from '../../errors.ts';
import { callingMember } from '../../http/calling-member.ts';
import { checkPermission } from '../../http/permissions.ts';
import { ok } from '../../http/routes/answer.ts';
import { USUAL_PAGE } from '../../http/routes/page.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { pageShape } from '../../wire/shape.ts';
import { actionsIn } from './actions-in-request.ts';
import { bulkActionShape } from './answers.ts';
import { itemsIn } from './items-in-request.ts';
import { presentBulkAction } from './presenter.ts';
import { findBulkAction, listBulkActions } from './queries.ts';
import { requestBulkAction } from './request-bulk-action.ts';
import { bulkActionBody } from './schema.ts';

/** Each user sees only their own. */
export const bulkActions = routes('/bulk_actions');

bulkActions.post(
  '/',
  {
    permission: 'bulk_action:create',
    summary: 'Change many conversations or contacts',
    description:
      'Those with `ids`, or all that meet the conditions in `payload` and that the caller sees, one after the other in the background. Deleting contacts needs an administrator.',
    body: bulkActionBody,
    name: 'bulk_action',
    example: { type: 'Conversation', ids: [1], fields: { status: 'resolved' }, labels: { add: ['billing'] } },
    answer: ok(bulkActionShape),
    mayAnswer: [403],
  },
  async ({ ctx, tx, account, caller, body, now }) => {
    const actions = actionsIn(body);
    if (actions.some(({ name }) => name === 'delete')) checkPermission('contact:delete', ctx);
    const { named, total } = await itemsIn(tx, account.id, body, caller, now);
    const asked = { type: body.type, task: { actions, event: 'bulk_action.executed', ...named }, total };
    return presentBulkAction(await requestBulkAction(tx, account.id, asked, caller, now));
  },
);

bulkActions.get(
  '/',
  {
    permission: 'bulk_action:read',
    summary: 'List bulk actions',
    description: "The caller's own of the last month, also those of macros, the newest first.",
    page: USUAL_PAGE,
    answer: ok(pageShape(bulkActionShape)),
  },
  async ({ page, ...asked }) => {
    const { rows, count } = await listBulkActions(asked.tx, callingMember(asked), page);
    return { payload: rows.map(presentBulkAction), meta: { count, current_page: page.number } };
  },
);

bulkActions.get(
  '/:id',
  {
    permission: 'bulk_action:read',
    summary: 'Show how far a bulk action is',
    description: 'With the first hundred errors.',
    find: bulkActionOf,
    answer: ok(bulkActionShape),
  },
  ({ found: bulk }) => presentBulkAction(bulk),
);

async function bulkActionOf(asked: Asked<'/:id'>) {
  return found(await findBulkAction(asked.tx, callingMember(asked), asked.params.id), 'Bulk action');
}
