import { found } from '../../errors.ts';
import { callingMember } from '../../http/calling-member.ts';
import { created, noContent, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { customFilterShape } from './answers.ts';
import { createCustomFilter } from './create-custom-filter.ts';
import { deleteCustomFilter } from './delete-custom-filter.ts';
import { presentCustomFilter } from './presenter.ts';
import { findCustomFilter, listCustomFilters } from './queries.ts';
import { createCustomFilterBody, listCustomFiltersQuery, updateCustomFilterBody } from './schema.ts';
import { updateCustomFilter } from './update-custom-filter.ts';

/** Each user sees only their own filters. */
export const customFilters = routes('/custom_filters');

customFilters.get(
  '/',
  {
    permission: 'custom_filter:read',
    summary: 'List saved filters',
    description: "The caller's own, of one kind.",
    query: listCustomFiltersQuery,
    page: 'optional',
    answer: ok(list(customFilterShape)),
  },
  async ({ query: { filter_type: type = 'conversation' }, page, ...asked }) => {
    const rows = await listCustomFilters(asked.tx, callingMember(asked), type, page);
    return rows.map(presentCustomFilter);
  },
);

customFilters.post(
  '/',
  {
    permission: 'custom_filter:write',
    summary: 'Save a filter',
    body: createCustomFilterBody,
    name: 'custom_filter',
    example: {
      name: 'Urgent',
      filter_type: 'conversation',
      query: { payload: [{ attribute_key: 'priority', filter_operator: 'equal_to', values: ['urgent'] }] },
    },
    answer: created(customFilterShape),
  },
  async ({ body, ...asked }) => {
    const input = { name: body.name, filterType: body.filter_type ?? 'conversation', query: body.query ?? {} };
    return presentCustomFilter(await createCustomFilter(asked.tx, callingMember(asked), input, asked.now));
  },
);

customFilters.get(
  '/:id',
  {
    permission: 'custom_filter:read',
    summary: 'Show a saved filter',
    find: filterOf,
    answer: ok(customFilterShape),
  },
  ({ found: filter }) => presentCustomFilter(filter),
);

customFilters.patch(
  '/:id',
  {
    permission: 'custom_filter:write',
    summary: 'Change a saved filter',
    find: filterOf,
    body: updateCustomFilterBody,
    name: 'custom_filter',
    example: { name: 'Urgent and open' },
    answer: ok(customFilterShape),
  },
  async ({ found: filter, body, ...asked }) => {
    const input = { name: body.name, filterType: body.filter_type, query: body.query };
    return presentCustomFilter(await updateCustomFilter(asked.tx, callingMember(asked), filter, input, asked.now));
  },
);

customFilters.delete(
  '/:id',
  {
    permission: 'custom_filter:write',
    summary: 'Delete a saved filter',
    find: filterOf,
    answer: noContent,
  },
  ({ tx, found: filter }) => deleteCustomFilter(tx, filter),
);

async function filterOf(asked: Asked<'/:id'>) {
  return found(await findCustomFilter(asked.tx, callingMember(asked), asked.params.id), 'Custom filter');
}
