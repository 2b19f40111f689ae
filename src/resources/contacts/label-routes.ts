import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { labelsShape } from './answers.ts';
import { findLabels, setLabels } from './set-labels.ts';
import { labelsBody } from './schema.ts';

/** /contacts/{id}/labels */
export const contactLabels = router();

contactLabels.get('/:id/labels', allow('contact:read'), takes({}), answers(labelsShape), async (ctx) => {
  ctx.body = { payload: await findLabels(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Contact')) };
});

contactLabels.post(
  '/:id/labels',
  allow('contact:write'),
  takes({ body: labelsBody }),
  answers(labelsShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const id = idOf(ctx, 'Contact');
    await findLabels(em, account.id, id);
    const { labels } = validate(labelsBody, ctx);
    ctx.body = { payload: await setLabels(em, account.id, id, labels ?? [], now) };
  },
);
