import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { array, mixed, number, type AnySchema } from 'yup';
import {
  attributes,
  email,
  flag,
  integer,
  moment,
  object,
  oneOf,
  phoneNumber,
  requiredText,
  text,
  timezone,
  url,
} from '../../src/fields.ts';
import { inputSchema } from '../../src/http/openapi/input-schema.ts';
import type { Shape } from '../../src/wire/shape.ts';
import { valid } from '../support/openapi/arbitrary.ts';

const ajv = new Ajv2020({ strict: false });
(formats as unknown as (to: Ajv2020) => void)(ajv);

/** What the document shows of one field. */
function shown(field: AnySchema): Shape {
  const schema = inputSchema(object({ field }));
  return (schema['properties'] as Record<string, Shape>)['field']!;
}

const isRequired = (field: AnySchema) => inputSchema(object({ field }))['required'] !== undefined;

describe('a field', () => {
  it.each<[string, AnySchema, Shape]>([
    ['text', text(), { type: 'string', maxLength: 255 }],
    ['text with another limit', text(10), { type: 'string', maxLength: 10 }],
    ['text that may be null', text().nullable(), { type: ['string', 'null'], maxLength: 255 }],
    ['text that must be there', requiredText(), { type: 'string', minLength: 1, maxLength: 255 }],
    [
      'text of a pattern',
      text().matches(/^#[0-9a-f]{6}$/),
      { type: 'string', maxLength: 255, pattern: '^#[0-9a-f]{6}$' },
    ],
    ['a list of choices', oneOf(['a', 'b']), { enum: ['a', 'b'] }],
    ['one that may be null', oneOf(['a', 'b']).nullable(), { enum: ['a', 'b', null] }],
    ['one with a default', oneOf(['a', 'b']).default('a'), { enum: ['a', 'b'], default: 'a' }],
    ['any number', number(), { type: 'number' }],
    ['a flag', flag(), { type: 'boolean' }],
    ['a list', array(text()).min(1).max(9), { type: 'array', items: shown(text()), minItems: 1, maxItems: 9 }],
    ['an object', object({ a: flag() }), { type: 'object', properties: { a: shown(flag()) } }],
    ['an object of free keys', attributes(), { type: 'object' }],
    ['an e-mail address', email(), { type: ['string', 'null'], format: 'email', maxLength: 255 }],
    ['whatever', mixed(), {}],
    ['whatever, said better', mixed().meta({ jsonSchema: { type: 'object' } } as never), { type: 'object' }],
  ])('is %s', (_, field, expected) => {
    expect(shown(field)).toEqual(expected);
  });

  it('is a whole number within bounds, as which text is accepted too', () => {
    const field = integer().min(1).max(100);
    const describes = ajv.compile(shown(field));

    expect([1, 100].filter((value) => !describes(value))).toEqual([]);
    expect([0, 101, 1.5, '7', 'seven', '', null, true].filter((value) => describes(value))).toEqual([]);
    expect(field.validateSync('7')).toBe(7);
  });

  it('is a flag, as which text and digits are accepted too', () => {
    const accepted = ['true', 'false', '1', '0', 1, 0].map((value) => flag().validateSync(value));

    expect(accepted).toEqual([true, false, true, false, true, false]);
  });

  it.each<[string, boolean, AnySchema]>([
    ['may be absent', false, text()],
    ['must be there', true, requiredText()],
    ['may be absent after all', false, requiredText().optional()],
    ['may be absent because it has a default', false, oneOf(['a']).default('a').required()],
    ['may be absent with what it needs', false, object({ a: requiredText() }).default(undefined)],
    ['must be there for what it needs', true, object({ a: requiredText() })],
    ['may be absent as it needs nothing', false, object({ a: text() })],
  ])('%s', (_, expected, field) => {
    expect(isRequired(field)).toBe(expected);
  });
});

describe('what the document says that a field accepts', () => {
  it.each<[string, AnySchema]>([
    ['text', text()],
    ['required text', requiredText()],
    ['a whole number', integer()],
    ['a flag', flag()],
    ['a choice', oneOf(['a', 'b']).nullable()],
    ['an object of free keys', attributes()],
    ['a moment', moment()],
    ['an e-mail address', email()],
    ['a phone number', phoneNumber()],
    ['an address', url()],
    ['a time zone', timezone()],
  ])('is accepted: %s', (_, field) => {
    fc.assert(
      fc.property(valid(shown(field), {}), (value) => {
        if (typeof value === 'string' && value.trim() === '') return;
        expect(() => field.validateSync(value)).not.toThrow();
      }),
    );
  });
});
