import type { Shape } from '../../wire/shape.ts';

const FILE: Shape = { type: 'string', format: 'binary' };

/**
 * The schema of a form for the object that `schema` describes: `labels[]` for a list, `channel[type]` for a nested
 * field. An object of free keys is one field with JSON. With a `name`, all fields are nested below it, as in
 * `message[content]`. Fields in `files` are left out.
 */
export function formSchema(schema: Shape, files: readonly string[] = [], name?: string): Shape {
  const taken = new Set(files.map(withoutBrackets));
  const fields = fieldsIn(schema, undefined, true).filter((field) => !taken.has(withoutBrackets(field.name)));
  const all = fields.map((field) => ({ ...field, name: below(name, field.name) }));
  const patterns = all.filter(({ isPattern }) => isPattern).map((field) => ({ ...field, name: patternOf(field.name) }));
  const named = all.filter(({ isPattern }) => !isPattern);
  const required = named.filter((field) => field.required);
  const ways = (schema['anyOf'] ?? []) as { required: string[] }[];
  return {
    type: 'object',
    ...(named.length > 0 && { properties: propertiesOf(named) }),
    ...(patterns.length > 0 && { patternProperties: propertiesOf(patterns) }),
    ...(required.length > 0 && { required: required.map((field) => field.name) }),
    ...(ways.length > 0 && {
      anyOf: ways.map((way) => ({ ...way, required: way.required.map((field) => below(name, field)) })),
    }),
  };
}

/**
 * The schema of a form's file fields. With a `name`, a field such as `avatar` may also be nested below it, as in
 * `contact[avatar]`; a field whose own name is nested is listed only under that.
 */
export function filesSchema(files: readonly string[], name?: string): Shape {
  const nested = name === undefined ? [] : files.filter((file) => !withoutBrackets(file).includes('['));
  const all = [...files, ...nested.map((file) => below(name, file))];
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map((file) => [file, file.endsWith('[]') ? { type: 'array', items: FILE } : FILE]),
    ),
  };
}

/** `value`, an example of the schema, as the fields of a form; with a `name`, nested below it. */
export function formExample(schema: Shape, value: object, name?: string): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Shape>;
  const fields = Object.entries(value).flatMap(([field, inner]) =>
    exampleFields(properties[field] ?? {}, inner, below(name, field)),
  );
  return Object.fromEntries(fields);
}

/** One field; with `isPattern`, `name` is that of the first item of a list of objects and stands for all items. */
type Field = { name: string; schema: Shape; required: boolean; isPattern: boolean };

function fieldsIn(schema: Shape, prefix: string | undefined, isNeeded: boolean): Field[] {
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Shape>).flatMap(([name, field]) =>
    fieldsOf(field, below(prefix, name), isNeeded && required.includes(name)),
  );
}

function fieldsOf(schema: Shape, name: string, required: boolean): Field[] {
  const items = (schema['items'] ?? {}) as Shape;
  if (isOf(schema, 'object') && schema['properties']) return fieldsIn(schema, name, required);
  if (!isOf(schema, 'array')) return [{ name, schema, required, isPattern: false }];
  if (items['properties']) {
    return fieldsIn(items, `${name}[0]`, false).map((field) => ({ ...field, isPattern: true }));
  }
  return [{ name: `${name}[]`, schema: { ...schema, type: 'array' }, required, isPattern: false }];
}

/** For content[0][url], a pattern that content[1][url] matches too. */
function patternOf(name: string): string {
  const escaped = name.replaceAll(/[[\]]/g, String.raw`\$&`);
  return `^${escaped.replaceAll(String.raw`\[0\]`, String.raw`\[\d+\]`)}$`;
}

function exampleFields(schema: Shape, value: unknown, name: string): [string, unknown][] {
  const items = (schema['items'] ?? {}) as Shape;
  if (isOf(schema, 'object') && schema['properties']) return Object.entries(formExample(schema, value as object, name));
  if (!isOf(schema, 'array')) return [[name, value]];
  if (!items['properties']) return [[`${name}[]`, value]];
  return (value as object[]).flatMap((item, index) => Object.entries(formExample(items, item, `${name}[${index}]`)));
}

/** message[content] for content, message[channel][type] for channel[type], message[labels][] for labels[]. */
function below(prefix: string | undefined, name: string): string {
  return prefix === undefined ? name : name.replace(/^[^[]+/, (first) => `${prefix}[${first}]`);
}

const withoutBrackets = (name: string) => name.replace(/\[\]$/, '');

/** Whether the schema allows only this kind of value, and null. */
function isOf(schema: Shape, kind: string): boolean {
  const kinds = [schema['type'] ?? []].flat().filter((type) => type !== 'null');
  return kinds.length === 1 && kinds[0] === kind;
}

const propertiesOf = (fields: Field[]) => Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
