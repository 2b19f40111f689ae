import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AnyObjectSchema, ref, ValidationError } from 'yup';
import { validAsGiven } from '../../src/fields/valid-as-given.ts';
import { narrow, validate } from '../../src/fields/validate.ts';
import { flag, integer, object, oneOf, requiredText, text } from '../../src/fields.ts';
import { valid } from '../support/openapi/arbitrary.ts';
import { inputSchema } from '../../src/http/openapi/input-schema.ts';
import type { Shape } from '../../src/wire/shape.ts';
import { hostile } from '../support/openapi/hostile.ts';
import { allRoutes } from '../support/openapi/routes.ts';

const OPTIONS = { abortEarly: false, stripUnknown: true };

/** What `check` returns: the checked value, or each error with its field. */
function outcome(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ValidationError)) return String(error);
    return error.inner.map(({ path, message }) => `${path}: ${message}`);
  }
}

/** The schemas of all bodies and queries, with the operation that has them. */
const schemas = allRoutes().flatMap(({ method, path, query, body }) =>
  [query, body]
    .filter((schema) => schema !== undefined && !('choose' in schema))
    .map((schema) => [`${method} ${path}`, schema as AnyObjectSchema] as const),
);

function routeOf(method: string, path: string) {
  const found = allRoutes().find((route) => route.method === method && route.path === path);
  if (!found) throw new Error(`there is no ${method} ${path}`);
  return found;
}

/** Objects with some of the fields, right and wrong. */
const givenTo = (schema: AnyObjectSchema): fc.Arbitrary<object> => {
  const shapes = inputSchema(schema)['properties'] as Record<string, object>;
  const fields = Object.entries(shapes).map(([name, shape]) => [
    name,
    fc.oneof({ weight: 3, arbitrary: valid(shape as Shape, {}) }, { weight: 1, arbitrary: hostile() }),
  ]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
};

describe('a schema without the optional fields that are not given', () => {
  it.each(schemas)('gives the same as the whole one: %s', (_, schema) => {
    fc.assert(
      fc.property(givenTo(schema), (given) => {
        const whole = outcome(() => schema.validateSync(given, OPTIONS));
        expect(outcome(() => validate(schema, given))).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps fields that are required, have a default, or depend on others', () => {
    const schema = object({
      name: requiredText(),
      color: text().default('red'),
      // oxlint-disable-next-line unicorn/no-thenable
      reason: text().when('color', { is: 'red', then: (field) => field.required() }),
      note: text(),
    });

    expect(Object.keys(narrow(schema, {}).fields)).toEqual(['name', 'color', 'reason']);
    expect(Object.keys(narrow(schema, { note: 'x' }).fields)).toEqual(['name', 'color', 'reason', 'note']);
  });
});

describe('an object with only valid values', () => {
  const schema = object({ name: requiredText(), kind: oneOf(['a', 'b']), position: integer(), isOn: flag() });

  it.each([{ name: 'Ann' }, { name: 'Ann', kind: 'a', position: 3, isOn: false }])(
    'comes back itself where nothing is converted: %j',
    (given) => {
      expect(validAsGiven(narrow(schema, given))(given)).toBe(true);
      expect(validate(schema, given)).toBe(given);
    },
  );

  it('is what programs mostly send to create a message', () => {
    const { body, example } = routeOf('POST', '/api/v1/accounts/:account_id/conversations/:conversation_id/messages');

    expect(validAsGiven(narrow(body as AnyObjectSchema, example!))(example!)).toBe(true);
  });

  it('is converted, and loses what the schema does not have', () => {
    expect(validate(schema, { name: 'Ann', position: '3', isOn: 'true', more: 1 })).toEqual({
      name: 'Ann',
      position: 3,
      isOn: true,
    });
    expect(validate(schema, { name: 'Ann', more: 1 })).toEqual({ name: 'Ann' });
  });

  it('is refused where two fields do not fit each other', () => {
    const dates = object({ from: integer(), to: integer().min(ref('from'), 'ends before it begins') });
    const unequal = object({ one: text(), other: text().notOneOf([ref('one')], 'is the same') });

    expect(validate(dates, { from: 1, to: 2 })).toEqual({ from: 1, to: 2 });
    expect(() => validate(dates, { from: 2, to: 1 })).toThrow('ends before it begins');
    expect(validate(unequal, { one: 'a', other: 'b' })).toEqual({ one: 'a', other: 'b' });
    expect(() => validate(unequal, { one: 'a', other: 'a' })).toThrow('is the same');
  });
});
