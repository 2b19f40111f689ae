import type { Shape } from '../../shapes.ts';
import type { Operation } from './document.ts';

/** A line for the shell that does the operation, with the token in $TOKEN. */
export function curlOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  url: string,
): string {
  const address = `${url}${path.replaceAll(/\{(\w+)\}/g, '1')}`;
  const words = ['curl', method === 'get' ? '' : `-X ${method.toUpperCase()}`, quoted(address)];
  if (operation.security.length > 0) words.push('-H "api_access_token: $TOKEN"');
  return [...words.filter(Boolean), ...bodyOf(operation)].join(' ');
}

function bodyOf({ requestBody }: Operation): string[] {
  const content = (requestBody?.content ?? {}) as Record<string, { schema: Shape }>;
  const json = content['application/json'];
  if (json) return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(exampleOf(json.schema)))}`];
  const form = content['multipart/form-data'];
  return form ? Object.keys(propertiesOf(form.schema)).map((name) => `-F ${quoted(`${name}=@file`)}`) : [];
}

/** A value of the schema's kind: of an object what it must have, or its first field. */
export function exampleOf(schema: Shape): unknown {
  const { enum: values, examples, default: usual, anyOf, type } = schema;
  if (usual !== undefined) return usual;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Shape);
  return EXAMPLES[String([type].flat()[0])]?.(schema) ?? null;
}

const EXAMPLES: Record<string, (schema: Shape) => unknown> = {
  integer: ({ minimum }) => Math.max(1, Number(minimum ?? 1)),
  number: ({ minimum }) => Math.max(1, Number(minimum ?? 1)),
  boolean: () => true,
  string: ({ format }) => TEXTS[String(format)] ?? 'text',
  array: ({ items }) => [exampleOf((items ?? {}) as Shape)],
  object: objectExample,
};

const TEXTS: Record<string, string> = {
  email: 'carla@example.com',
  uri: 'https://example.com/',
  'date-time': '2030-01-31T12:00:00Z',
};

function objectExample(schema: Shape): object {
  const properties = Object.entries(propertiesOf(schema));
  const required = (schema['required'] ?? []) as string[];
  const shown = required.length > 0 ? properties.filter(([name]) => required.includes(name)) : properties.slice(0, 1);
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field)]));
}

function propertiesOf(schema: Shape): Record<string, Shape> {
  return (schema['properties'] ?? {}) as Record<string, Shape>;
}

/** As one word of the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
