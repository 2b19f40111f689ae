import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { cannedResponseShape } from './answers.ts';
import { createCannedResponse } from './create-canned-response.ts';
import { deleteCannedResponse } from './delete-canned-response.ts';
import { presentCannedResponse } from './presenter.ts';
import { findCannedResponse, listCannedResponses, searchCannedResponses } from './queries.ts';
import { createCannedResponseBody, listQuery, updateCannedResponseBody } from './schema.ts';
import { updateCannedResponse } from './update-canned-response.ts';

/** /canned_responses */
export const cannedResponses = router();

cannedResponses.get(
  '/',
  allow('canned_response:read'),
  takes({ query: listQuery, page: true }),
  answers(list(cannedResponseShape)),
  async (ctx) => {
    const { em, account } = ctx.state;
    const { search } = validateQuery(listQuery, ctx);
    const page = optionalPageOf(ctx);
    const rows = search
      ? await searchCannedResponses(em, account.id, search, page)
      : await listCannedResponses(em, account.id, page);
    ctx.body = rows.map(presentCannedResponse);
  },
);

cannedResponses.post(
  '/',
  allow('canned_response:write'),
  takes({ body: createCannedResponseBody, name: 'canned_response' }),
  answers(cannedResponseShape, 201),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const body = validate(createCannedResponseBody, ctx);
    const input = { shortCode: body.short_code, content: body.content };
    ctx.body = presentCannedResponse(await createCannedResponse(em, account, input, now));
  },
);

cannedResponses.patch(
  '/:id',
  allow('canned_response:write'),
  takes({ body: updateCannedResponseBody, name: 'canned_response' }),
  answers(cannedResponseShape),
  async (ctx) => {
    const response = await responseOf(ctx);
    const body = validate(updateCannedResponseBody, ctx);
    const input = { shortCode: body.short_code, content: body.content };
    ctx.body = presentCannedResponse(await updateCannedResponse(ctx.state.em, response, input, ctx.state.now));
  },
);

cannedResponses.delete('/:id', allow('canned_response:write'), takes({}), answers(null), async (ctx) => {
  await deleteCannedResponse(ctx.state.em, await responseOf(ctx));
  ctx.body = '';
});

async function responseOf(ctx: Ctx) {
  return found(
    await findCannedResponse(ctx.state.em, ctx.state.account.id, idOf(ctx, 'Canned response')),
    'Canned response',
  );
}
