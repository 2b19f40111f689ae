import type { AnyObjectSchema, SchemaDescription } from 'yup';
import type { Needed } from '../../fields.ts';
import type { Shape } from '../../wire/shape.ts';
import { portablePattern } from './portable-pattern.ts';

/** yup's description of a field; `innerType` describes a list's items, `fields` an object's fields. */
type Description = SchemaDescription & {
  meta?: { jsonSchema?: Shape; title?: string; description?: string; examples?: readonly unknown[]; needs?: Needed[] };
  innerType?: Description;
  fields?: Record<string, Description>;
};

/**
 * The JSON Schema of a yup schema's fields, as clients should send them. The server accepts more: numbers and flags
 * written as text. Rules that exist only in code are left out, so a matching value may still be refused.
 */
export function inputSchema(schema: Pick<AnyObjectSchema, 'describe'>): Shape {
  return convert(schema.describe() as Description);
}

/** The fields of an object's schema, each with whether it must be given. */
export function fieldsOf(schema: Shape): { name: string; schema: Shape; required: boolean }[] {
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Shape>).map(([name, field]) => ({
    name,
    schema: field,
    required: required.includes(name),
  }));
}

function convert(description: Description): Shape {
  const { jsonSchema, title, description: words, examples } = description.meta ?? {};
  const own = {
    ...(title !== undefined && { title }),
    ...withItems(jsonSchema ?? withoutNull(description)),
    ...(words !== undefined && { description: words }),
    ...(examples !== undefined && { examples }),
  };
  const schema = description.nullable ? orNull(own) : own;
  return isPlain(description.default) ? { ...schema, default: description.default } : schema;
}

/** Adds an empty `items` to lists of anything, because many tools require a schema of the items. */
function withItems(schema: Shape): Shape {
  const isList = [schema['type']].flat().includes('array');
  return isList && schema['items'] === undefined ? { ...schema, items: {} } : schema;
}

function withoutNull(description: Description): Shape {
  const values = description.oneOf.filter((value) => value !== null);
  if (values.length > 0) return { enum: values };
  const convertKind = KINDS[description.type];
  return convertKind ? convertKind(description) : {};
}

const KINDS: Record<string, (description: Description) => Shape> = {
  string: (description) => ({ type: 'string', ...textRules(description) }),
  number: (description) => ({
    type: has(description, 'integer') ? 'integer' : 'number',
    ...bounds(description, 'minimum', 'maximum'),
  }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date-time' }),
  array: (description) => ({
    type: 'array',
    ...(description.innerType && { items: convert(description.innerType) }),
    ...bounds(description, 'minItems', 'maxItems'),
  }),
  object: convertObject,
};

function convertObject({ fields = {}, meta }: Description): Shape {
  const needs = meta?.needs ?? [];
  const always = needs.length === 1 ? needs.flatMap((way) => way.fields) : [];
  const filled = needs.filter(({ takesNull }) => !takesNull).flatMap((way) => way.fields);
  const required = Object.keys(fields).filter((name) => always.includes(name) || mustBeGiven(fields[name]));
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    filled.includes(name) ? asFilled(field) : convert(field),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(needs.length > 1 && { anyOf: needs.map(wayOf) }),
  };
}

function wayOf({ fields, description }: Needed): Shape {
  return { required: [...fields], ...(description !== undefined && { description }) };
}

/** The field where it is required: neither null nor blank. */
function asFilled(field: Description): Shape {
  const schema = convert({ ...field, nullable: false });
  const isPlainText = schema['type'] === 'string' && schema['format'] === undefined;
  return isPlainText ? { ...schema, minLength: schema['minLength'] ?? 1 } : schema;
}

/**
 * Whether the field is required: it has no default and is not optional. An object that yup creates when absent is
 * required if one of its fields is.
 */
function mustBeGiven(field: Description | undefined): boolean {
  if (field === undefined || field.meta?.jsonSchema?.['default'] !== undefined) return false;
  if (field.type === 'object' && field.default !== undefined) {
    return Object.values(field.fields ?? {}).some(mustBeGiven);
  }
  return !field.optional && field.default === undefined;
}

function textRules(description: Description): Shape {
  const pattern = parameter(description, 'matches', 'regex');
  const portable = pattern instanceof RegExp ? portablePattern(pattern) : undefined;
  const least = has(description, 'required') ? { minLength: 1 } : {};
  return {
    ...least,
    ...bounds(description, 'minLength', 'maxLength'),
    ...(portable !== undefined && { pattern: portable }),
  };
}

function bounds(description: Description, min: string, max: string): Shape {
  const least = parameter(description, 'min', 'min');
  const most = parameter(description, 'max', 'max');
  return { ...(least !== undefined && { [min]: least }), ...(most !== undefined && { [max]: most }) };
}

function has(description: Description, test: string): boolean {
  return description.tests.some(({ name }) => name === test);
}

function parameter(description: Description, test: string, name: string): unknown {
  return description.tests.find((found) => found.name === test)?.params?.[name];
}

function orNull(schema: Shape): Shape {
  const { type, enum: values } = schema;
  if (Array.isArray(values)) return { ...schema, enum: [...(values as unknown[]), null] };
  if (typeof type === 'string' || Array.isArray(type)) {
    return { ...schema, type: [...new Set([type, 'null'].flat() as string[])] };
  }
  if (Array.isArray(schema['anyOf'])) {
    return { ...schema, anyOf: [...(schema['anyOf'] as unknown[]), { type: 'null' }] };
  }
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
