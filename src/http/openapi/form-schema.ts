import type { Shape } from '../../wire/shape.ts';

const FILE: Shape = { type: 'string', format: 'binary' };

/**
 * The schema of a form for the object that `schema` describes: `labels[]` for a list, `channel[type]` for a nested
 * field. An object of free keys is one field with JSON. `files` are the fields that hold files.
 */
export function formSchema(schema: Shape, files: readonly string[] = []): Shape {
  const taken = new Set(files.map(withoutBrackets));
  const all = fieldsIn(schema, undefined, true).filter((field) => !taken.has(withoutBrackets(field.name)));
  const patterns = all.filter(({ isPattern }) => isPattern).map((field) => ({ ...field, name: patternOf(field.name) }));
  const named = all.filter(({ isPattern }) => !isPattern);
  const required = named.filter((field) => field.required);
  return {
    type: 'object',
    properties: { ...propertiesOf(named), ...propertiesOf(files.map(fileField)) },
    ...(patterns.length > 0 && { patternProperties: propertiesOf(patterns) }),
    ...(required.length > 0 && { required: required.map((field) => field.name) }),
    ...(schema['anyOf'] !== undefined && { anyOf: schema['anyOf'] }),
  };
}

/** The file fields of a form's schema. */
export function filesIn(schema: Shape): Shape {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Shape>);
  const files = fields.filter(([, field]) => isFile(field) || isFile((field['items'] ?? {}) as Shape));
  return { type: 'object', properties: Object.fromEntries(files) };
}

const isFile = ({ format }: Shape) => format === FILE['format'];

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

const fileField = (name: string) => ({ name, schema: name.endsWith('[]') ? { type: 'array', items: FILE } : FILE });

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
  if (value === null) return [[name, value]];
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

const propertiesOf = (fields: Pick<Field, 'name' | 'schema'>[]) =>
  Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
