import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { list, shape } from '../../shapes.ts';
import { labelShape } from './answers.ts';
import { createLabel } from './create-label.ts';
import { deleteLabel } from './delete-label.ts';
import { presentLabel } from './presenter.ts';
import { findLabel, listLabels } from './queries.ts';
import { createLabelBody, updateLabelBody } from './schema.ts';
import { updateLabel } from './update-label.ts';

const DEFAULT_COLOR = '#1f93ff';

/** /labels */
export const labels = router();

labels.get(
  '/',
  allow('label:read'),
  takes({ page: true }),
  answers(shape({ payload: list(labelShape) })),
  async (ctx) => {
    const rows = await listLabels(ctx.state.em, ctx.state.account.id, optionalPageOf(ctx));
    ctx.body = { payload: rows.map(presentLabel) };
  },
);

labels.post(
  '/',
  allow('label:write'),
  takes({ body: createLabelBody, name: 'label' }),
  answers(labelShape, 201),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const body = validate(createLabelBody, ctx);
    const input = {
      title: body.title,
      description: body.description ?? null,
      color: body.color ?? DEFAULT_COLOR,
      showOnSidebar: body.show_on_sidebar ?? true,
    };
    ctx.body = presentLabel(await createLabel(em, account, input, now));
  },
);

labels.get('/:id', allow('label:read'), takes({}), answers(labelShape), async (ctx) => {
  ctx.body = presentLabel(await labelOf(ctx));
});

labels.patch(
  '/:id',
  allow('label:write'),
  takes({ body: updateLabelBody, name: 'label' }),
  answers(labelShape),
  async (ctx) => {
    const label = await labelOf(ctx);
    const body = validate(updateLabelBody, ctx);
    const input = {
      title: body.title,
      description: body.description,
      color: body.color,
      showOnSidebar: body.show_on_sidebar,
    };
    ctx.body = presentLabel(await updateLabel(ctx.state.em, label, input, ctx.state.now));
  },
);

labels.delete('/:id', allow('label:write'), takes({}), answers(null), async (ctx) => {
  await deleteLabel(ctx.state.em, await labelOf(ctx), ctx.state.now);
  ctx.body = '';
});

async function labelOf(ctx: Ctx) {
  return found(await findLabel(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Label')), 'Label');
}
