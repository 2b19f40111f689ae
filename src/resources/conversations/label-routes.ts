import { answers, takes } from '../../http/describe.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { labelsShape } from '../contacts/answers.ts';
import { labelsBody } from '../contacts/schema.ts';
import { setLabels } from './set-labels.ts';
import { conversationOf } from './show-routes.ts';

/** /conversations/{conversation_id}/labels */
export const conversationLabels = router();

conversationLabels.get('/', allow('conversation:read'), takes({}), answers(labelsShape), async (ctx) => {
  const { labels } = await conversationOf(ctx, 'conversation_id');
  ctx.body = { payload: labels };
});

conversationLabels.post(
  '/',
  allow('conversation:write'),
  takes({ body: labelsBody }),
  answers(labelsShape),
  async (ctx) => {
    const { em, caller, now } = ctx.state;
    const conversation = await conversationOf(ctx, 'conversation_id');
    const { labels } = validate(labelsBody, ctx);
    const { labels: payload } = await setLabels(em, conversation, { labels: labels ?? [], actor: caller }, now);
    ctx.body = { payload };
  },
);
