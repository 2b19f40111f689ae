import fc from 'fast-check';
import type { Operation } from '../../../src/http/openapi/document.ts';
import { formExample } from '../../../src/http/openapi/form-schema.ts';
import type { Shape } from '../../../src/wire/shape.ts';
import type { RequestOptions } from '../app.ts';
import { type Existing, valid } from './arbitrary.ts';
import { hostile, hostileJson, hostileText } from './hostile.ts';

/** One request: its path with its query, and what it sends. */
export type Request = { path: string; options: RequestOptions };

type Parameter = { name: string; in: string; schema: Shape };
type Body = { content: Record<string, { schema: Shape }>; 'x-under'?: string };

const FILES = [
  new Blob([]),
  new Blob(['name,email\nCarla,carla@example.com\n=1+1,"a\nb"\n'], { type: 'text/csv' }),
  new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])], { type: 'image/png' }),
  new Blob(['<svg onload="alert(1)"/>'], { type: 'image/svg+xml' }),
];

/** What paths name, by the segment before it: mostly ids. */
type Ids = Record<string, string | number>;

/** Requests for the operation: valid ones, and hostile ones. `ids` are the ids of existing things, by path segment. */
export function requestsFor(path: string, operation: Operation, ids: Ids): fc.Arbitrary<Request> {
  const parameters = operation.parameters as unknown as Parameter[];
  const body = operation.requestBody as Body | undefined;
  const existing = fieldsOf(ids);
  return fc
    .record({
      path: paths(path, ids),
      query: queries(
        parameters.filter((parameter) => parameter.in === 'query'),
        existing,
      ),
      options: body ? bodies(body, existing) : fc.constant<RequestOptions>({}),
      key: fc.option(hostileText(), { freq: 10 }),
    })
    .map(({ path: to, query, options, key }) => ({
      path: `${to}${query}`,
      options:
        key === null ? options : { ...options, headers: { ...options.headers, 'idempotency-key': headerOf(key) } },
    }));
}

/** The ids by the names of the fields that hold them: that of `inboxes` is an `inbox_id`. */
function fieldsOf(ids: Ids): Existing {
  const byField = Object.entries(ids).map(([segment, id]) => [`${segment.replace(/(?<=x)es$|s$/, '')}_id`, id]);
  return {
    ...Object.fromEntries(byField),
    assignee_id: ids['agents'],
    user_id: ids['agents'],
    agent_bot: ids['agent_bots'],
  } as Existing;
}

/** The path, mostly with ids of existing things. */
function paths(path: string, ids: Ids): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment, index, all) => {
    if (!segment.startsWith('{')) return fc.constant(segment);
    const fine = fc.constant(String(ids[all[index - 1] ?? ''] ?? 1));
    return fc.oneof({ weight: 12, arbitrary: fine }, { weight: 1, arbitrary: hostileText().map(encoded) });
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function queries(all: Parameter[], existing: Existing): fc.Arbitrary<string> {
  // One would have each answer wait as long as it may; the other is added by who calls.
  const parameters = all.filter(({ name }) => name !== 'wait' && name !== 'website_token');
  const raw = fc.constantFrom(
    '?%00=%ff&a[b][c][d][e][f][g]=1',
    '?page=1&page=2',
    '?__proto__[x]=1&constructor=1',
    `?${'a=1&'.repeat(3000)}`,
  );
  if (parameters.length === 0) return fc.oneof({ weight: 9, arbitrary: fc.constant('') }, raw);
  const pairs = parameters.map(({ name, schema }) =>
    fc.option(
      fc
        .oneof({ weight: 12, arbitrary: valid(schema, existing, name) }, { weight: 1, arbitrary: hostileText() })
        .map((value) => [value].flat().map((item) => `${encodeURIComponent(name)}=${encoded(item)}`)),
      { nil: [] },
    ),
  );
  const made = fc.tuple(...pairs).map((all) => (all.flat().length > 0 ? `?${all.flat().join('&')}` : ''));
  return fc.oneof({ weight: 9, arbitrary: made }, raw);
}

function bodies({ content, 'x-under': name }: Body, existing: Existing): fc.Arbitrary<RequestOptions> {
  const json = content['application/json']?.schema;
  const form = content['multipart/form-data']?.schema;
  const text = hostileText().map((body) => ({ body, headers: { 'content-type': 'text/plain' } }));
  if (!json) return fc.oneof(...(form ? [{ weight: 4, arbitrary: filesIn(form, existing) }] : []), text);
  return fc.oneof(
    { weight: 4, arbitrary: jsonOf(json, existing, name) },
    { weight: 1, arbitrary: hostileJson().map((body) => ({ body, headers: JSON_TYPE })) },
    { weight: 1, arbitrary: fieldsInForm(json, existing, name).map((fields) => ({ body: formWith(fields) })) },
    {
      weight: 1,
      arbitrary: fieldsInForm(json, existing, name).map((fields) => ({
        body: new URLSearchParams(wellFormed(fields)),
      })),
    },
    ...(form ? [{ weight: 1, arbitrary: filesIn(form, existing) }] : []),
    { weight: 1, arbitrary: text },
  );
}

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * A valid body, or one with a hostile value in one field, or one in which a field is missing; also as the server takes it
 * beyond its description, with numbers and flags as text and with the fields under the name.
 */
function jsonOf(schema: Shape, existing: Existing, name: string | undefined): fc.Arbitrary<RequestOptions> {
  const fine = valid(schema, existing) as fc.Arbitrary<object>;
  const broken = fc
    .tuple(fine, hostile(), fc.nat(), fc.boolean())
    .map(([body, bad, place, drops]) => spoil(body, bad, place, drops));
  return fc
    .tuple(fc.oneof(fine, broken), fc.boolean(), fc.boolean())
    .map(([body, isText, isUnder]) => {
      const written = isText ? asText(body) : body;
      return isUnder && name !== undefined ? { [name]: written } : written;
    })
    .map((body) => ({ body: JSON.stringify(body), headers: JSON_TYPE }));
}

/** The value with its numbers and flags written as text. */
function asText(value: unknown, depth = 0): unknown {
  // Values of any depth are tried; one beyond this depth is refused whatever it has.
  if (depth > 200) return value;
  if (Array.isArray(value)) return value.map((item) => asText(item, depth + 1));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner, depth + 1)]));
}

function spoil(body: object, bad: unknown, place: number, drops: boolean): unknown {
  const names = Object.keys(body ?? {});
  const name = names[place % names.length];
  if (name === undefined) return bad;
  const inner = (body as Record<string, unknown>)[name];
  if (typeof inner === 'object' && inner !== null && place % 3 > 0) {
    const spoilt = spoil(inner, bad, Math.floor(place / 3), drops);
    return Array.isArray(body) ? [spoilt] : { ...body, [name]: spoilt };
  }
  return drops ? { ...body, [name]: undefined } : { ...body, [name]: bad };
}

/** The fields of a valid body as those of a form, at the top or under the name. */
function fieldsInForm(schema: Shape, existing: Existing, name: string | undefined): fc.Arbitrary<[string, string][]> {
  const kinds = schema['properties'] ? [schema] : ((schema['anyOf'] ?? [schema]) as Shape[]);
  return fc.oneof(
    ...kinds.map((kind) =>
      fc
        .tuple(valid(kind, existing), fc.constantFrom(undefined, name))
        .map(([body, under]) => formFields(formExample(kind, body as object, under))),
    ),
  );
}

/** A form with files. */
function filesIn(schema: Shape, existing: Existing): fc.Arbitrary<RequestOptions> {
  return fc.tuple(valid(schema, existing), hostileText(), fc.nat(FILES.length - 1)).map(([fields, text, file]) => {
    const form = formWith(formFields(fields as object));
    for (const name of filesOf(schema)) form.set(name, FILES[file] as Blob, text.slice(0, 100) || 'file');
    return { body: form };
  });
}

function formWith(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

const wellFormed = (fields: [string, string][]) => fields.map(([name, value]) => [name, value.toWellFormed()]);

/** The names and values of a form's fields: each item of a list is a field of its own, objects are JSON. */
function formFields(fields: object): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    [value as unknown]
      .flat()
      .map((item): [string, string] => [name, typeof item === 'object' ? JSON.stringify(item) : String(item)]),
  );
}

/** The names of a form's fields that are files. */
function filesOf(schema: Shape): string[] {
  return Object.entries((schema['properties'] ?? {}) as Record<string, Shape>)
    .filter(([, field]) => JSON.stringify(field).includes('"binary"'))
    .map(([name]) => name);
}

/** The value encoded for a path or a query; half a surrogate pair becomes its invalid UTF-8. */
function encoded(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.isWellFormed() ? encodeURIComponent(text).replaceAll('.', '%2E') : '%ED%A0%80';
}

/** The text as a header can carry it: other characters become "?". */
function headerOf(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '?') || 'key';
}
