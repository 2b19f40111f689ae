import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list, shape } from '../../wire/shape.ts';
import { labelShape } from './answers.ts';
import { createLabel } from './create-label.ts';
import { deleteLabel } from './delete-label.ts';
import { presentLabel } from './presenter.ts';
import { findLabel, listLabels } from './queries.ts';
import { createLabelBody, updateLabelBody } from './schema.ts';
import { updateLabel } from './update-label.ts';

const DEFAULT_COLOR = '#1f93ff';

export const labels = routes('/labels');

labels.get(
  '/',
  {
    permission: 'label:read',
    summary: 'List labels',
    page: 'optional',
    answer: ok(shape({ payload: list(labelShape) })),
  },
  async ({ tx, account, page }) => {
    const rows = await listLabels(tx, account.id, page);
    return { payload: rows.map(presentLabel) };
  },
);

labels.post(
  '/',
  {
    permission: 'label:write',
    summary: 'Create a label',
    body: createLabelBody,
    name: 'label',
    example: { title: 'vip', description: 'Answer these first', color: '#1f93ff' },
    answer: created(labelShape),
  },
  async ({ tx, account, body, now }) => {
    const input = {
      title: body.title,
      description: body.description ?? null,
      color: body.color ?? DEFAULT_COLOR,
      showOnSidebar: body.show_on_sidebar ?? true,
    };
    return presentLabel(await createLabel(tx, account, input, now));
  },
);

labels.get(
  '/:id',
  { permission: 'label:read', summary: 'Show a label', find: labelOf, answer: ok(labelShape) },
  ({ found: label }) => presentLabel(label),
);

labels.patch(
  '/:id',
  {
    permission: 'label:write',
    summary: 'Change a label',
    find: labelOf,
    body: updateLabelBody,
    name: 'label',
    example: { color: '#e11d48', show_on_sidebar: false },
    answer: ok(labelShape),
  },
  async ({ tx, found: label, body, now }) => {
    const input = {
      title: body.title,
      description: body.description,
      color: body.color,
      showOnSidebar: body.show_on_sidebar,
    };
    return presentLabel(await updateLabel(tx, label, input, now));
  },
);

labels.delete(
  '/:id',
  { permission: 'label:write', summary: 'Delete a label', find: labelOf, answer: empty },
  ({ tx, found: label, now }) => deleteLabel(tx, label, now),
);

async function labelOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findLabel(tx, account.id, params.id), 'Label');
}
