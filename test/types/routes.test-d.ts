// What the compiler must refuse of routes and presenters. `npm run typecheck` reads this file, and nothing runs it: an
// error that is expected and does not come is an error.

import { created, empty, ok } from '../../src/http/routes/answer.ts';
import { routes } from '../../src/http/routes/route.ts';
import { object, oneOf, requiredText } from '../../src/fields.ts';
import { flag, integer, list, named, nullable, shape, type Shown, text } from '../../src/wire/shape.ts';

const teaShape = named('Tea', { id: integer, name: text, green: nullable(flag) }, { price: integer });
const teaBody = object({ name: requiredText(), kind: oneOf(['black', 'green']).optional() });
const teas = routes('/shelves/:shelf_id/teas');
const tea = { id: 1, name: 'Assam', green: false };

// What is right is taken: without this, all that follows might be refused for another reason.
teas.post(
  '/:id/:color',
  {
    permission: 'label:write',
    summary: 'Create a tea',
    find: ({ params }) => params.shelf_id + params.id,
    body: teaBody,
    page: 15,
    answer: created(teaShape),
  },
  ({ body, params, found, page }) => {
    const name: string = body.name;
    const kind: 'black' | 'green' | undefined | null = body.kind;
    const sum: number = params.id + params.shelf_id + found + page.limit;
    const color: string = params.color;
    return { id: sum, name: `${name} ${kind} ${color}`, green: null, price: 3 };
  },
);
teas.delete('/:id', { permission: 'label:write', summary: 'Delete a tea', answer: empty }, () => {});

// @ts-expect-error: a route says who may use it
teas.get('/', { summary: 'List teas', answer: ok(list(teaShape)) }, () => [tea]);

// @ts-expect-error: with a row of the table
teas.get('/', { permission: 'tea:read', summary: 'List teas', answer: ok(list(teaShape)) }, () => [tea]);

// @ts-expect-error: a route says what it answers
teas.get('/', { permission: 'label:read', summary: 'List teas' }, () => [tea]);

// @ts-expect-error: a route says what it does
teas.get('/', { permission: 'label:read', answer: ok(list(teaShape)) }, () => [tea]);

const reads = { permission: 'label:read', summary: 'Show a tea', answer: ok(teaShape) } as const;
teas.get('/:id', reads, () => tea);

// @ts-expect-error: a field is missing
teas.get('/:id', reads, () => ({ id: 1, name: 'Assam' }));

// @ts-expect-error: a field is of another type
teas.get('/:id', reads, () => ({ id: '1', name: 'Assam', green: false }));

// @ts-expect-error: a field is null that cannot be
teas.get('/:id', reads, async () => ({ id: 1, name: null, green: false }));

// @ts-expect-error: nothing is answered where there is something to say
teas.get('/:id', reads, () => {});

// @ts-expect-error: the path has no such parameter
teas.get('/:id', reads, ({ params }) => ({ ...tea, name: params.name }));

// @ts-expect-error: ids are numbers
teas.get('/:id', reads, ({ params }) => ({ ...tea, name: params.id }));

// @ts-expect-error: there is nothing that was found where nothing was looked for
teas.get('/:id', reads, ({ found }) => ({ ...tea, name: found.name }));

const writes = { permission: 'label:write', summary: 'Change a tea', body: teaBody, answer: ok(teaShape) } as const;
teas.patch('/:id', writes, ({ body }) => ({ ...tea, name: body.name }));

// @ts-expect-error: the body's schema has no such field
teas.patch('/:id', writes, ({ body }) => ({ ...tea, name: body.title }));

// @ts-expect-error: the field may be absent
teas.patch('/:id', writes, ({ body }) => ({ ...tea, name: body.kind }));

const lists = { permission: 'label:read', summary: 'List teas', page: 'optional', answer: ok(list(teaShape)) } as const;
teas.get('/', lists, ({ page }) => (page === null ? [] : [{ ...tea, id: page.limit }]));

// @ts-expect-error: there may be no page
teas.get('/', lists, ({ page }) => [{ ...tea, id: page.limit }]);

const all = { permission: 'label:read', summary: 'List teas', answer: ok(list(teaShape)) } as const;
// @ts-expect-error: the route has no pages
teas.get('/', all, ({ page }) => [{ ...tea, id: page.limit }]);

export function presentTea(): Shown<typeof teaShape> {
  return {
    ...tea,
    // @ts-expect-error: the shape has no such key
    origin: 'India',
  };
}

export function presentCups(): Shown<typeof cupsShape> {
  return {
    cups: [
      {
        id: 1,
        // @ts-expect-error: nor has one in it
        size: 2,
      },
    ],
  };
}
const cupsShape = shape({ cups: list(shape({ id: integer })) });
