import { found } from '../../errors.ts';
import { answers, takes } from '../../http/describe.ts';
import { idOf } from '../../http/find.ts';
import { optionalPageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { list } from '../../shapes.ts';
import { customFilterShape } from './answers.ts';
import { createCustomFilter } from './create-custom-filter.ts';
import { deleteCustomFilter } from './delete-custom-filter.ts';
import { presentCustomFilter } from './presenter.ts';
import { findCustomFilter, listCustomFilters, type Owner } from './queries.ts';
import { createCustomFilterBody, listQuery, updateCustomFilterBody } from './schema.ts';
import { updateCustomFilter } from './update-custom-filter.ts';

/** /custom_filters: each user sees their own. */
export const customFilters = router();

customFilters.get(
  '/',
  allow('custom_filter:read'),
  takes({ query: listQuery, page: true }),
  answers(list(customFilterShape)),
  async (ctx) => {
    const { filter_type: type = 'conversation' } = validateQuery(listQuery, ctx);
    const rows = await listCustomFilters(ctx.state.em, ownerOf(ctx), type, optionalPageOf(ctx));
    ctx.body = rows.map(presentCustomFilter);
  },
);

customFilters.post(
  '/',
  allow('custom_filter:write'),
  takes({ body: createCustomFilterBody, name: 'custom_filter' }),
  answers(customFilterShape, 201),
  async (ctx) => {
    const body = validate(createCustomFilterBody, ctx);
    const input = { name: body.name, filterType: body.filter_type ?? 'conversation', query: body.query ?? {} };
    ctx.body = presentCustomFilter(await createCustomFilter(ctx.state.em, ownerOf(ctx), input, ctx.state.now));
  },
);

customFilters.get('/:id', allow('custom_filter:read'), takes({}), answers(customFilterShape), async (ctx) => {
  ctx.body = presentCustomFilter(await filterOf(ctx));
});

customFilters.patch(
  '/:id',
  allow('custom_filter:write'),
  takes({ body: updateCustomFilterBody, name: 'custom_filter' }),
  answers(customFilterShape),
  async (ctx) => {
    const { em, now } = ctx.state;
    const filter = await filterOf(ctx);
    const body = validate(updateCustomFilterBody, ctx);
    const input = { name: body.name, filterType: body.filter_type, query: body.query };
    ctx.body = presentCustomFilter(await updateCustomFilter(em, ownerOf(ctx), filter, input, now));
  },
);

customFilters.delete('/:id', allow('custom_filter:write'), takes({}), answers(null, 204), async (ctx) => {
  await deleteCustomFilter(ctx.state.em, await filterOf(ctx));
  ctx.body = '';
});

function ownerOf(ctx: Ctx): Owner {
  return { accountId: ctx.state.account.id, userId: ctx.state.caller.id };
}

async function filterOf(ctx: Ctx) {
  return found(await findCustomFilter(ctx.state.em, ownerOf(ctx), idOf(ctx, 'Custom filter')), 'Custom filter');
}
