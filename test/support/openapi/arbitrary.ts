import fc from 'fast-check';
import type { Shape } from '../../../src/wire/shape.ts';

// Values that a JSON Schema accepts.

const LONGEST_TEXT = 30;
const MOST_ITEMS = 3;
const LARGEST_INTEGER = 2 ** 31 - 1;

/** Ids of existing things, by the name of the field that holds them, so that some requests succeed. */
export type Existing = Record<string, number>;

/** Values for fields of these names, where the schema says less than the code knows. */
const USUAL: Record<string, readonly unknown[]> = {
  attribute_key: ['name', 'email', 'phone_number', 'status', 'labels', 'assignee_id', 'created_at', 'plan', 'content'],
  filter_operator: [
    'equal_to',
    'not_equal_to',
    'contains',
    'does_not_contain',
    'is_present',
    'starts_with',
    'is_less_than',
    'days_before',
  ],
  query_operator: ['AND', 'OR', null],
};
/** Texts for fields with a pattern: most patterns accept at least one of them. */
const WORDS = ['vip', 'en', 'plan_2', '#1f93ff', '+14155550123', 'carla@example.com', 'https://example.com/', '12:30'];

/** A value that the schema accepts, for the field `name`. */
export function valid(schema: Shape, existing: Existing, name = ''): fc.Arbitrary<unknown> {
  const usual = USUAL[name];
  if (usual) return fc.constantFrom(...usual);
  const { anyOf, allOf, enum: values, type, examples } = schema as Record<string, Shape[] | undefined>;
  if (values) return fc.constantFrom(...values);
  if (schema['properties'] ?? schema['patternProperties']) return objectOf(schema, existing);
  if (anyOf) return fc.oneof(...anyOf.map((part) => valid(part, existing, name)));
  if (allOf) return fc.tuple(...allOf.map((part) => valid(part, existing, name))).map(merged);
  if (examples) return fc.constantFrom(...(examples as unknown[]));
  const kinds = [type ?? []].flat().map(String);
  if (kinds.length === 0) return anyJson();
  return fc.oneof(...kinds.map((kind) => KINDS[kind]!(schema, existing, name)));
}

const KINDS: Record<string, (schema: Shape, existing: Existing, name: string) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: (schema, existing, name) => whole(schema, existing, name),
  number: ({ minimum, maximum }) => fc.integer(range(minimum, maximum)),
  string: textOf,
  array: ({ items, minItems }, existing, name) =>
    fc.array(valid((items ?? {}) as Shape, existing, name.replace(/s(\[\])?$/, '')), {
      minLength: Number(minItems ?? 0),
      maxLength: Math.max(MOST_ITEMS, Number(minItems ?? 0)),
    }),
  object: objectOf,
};

function whole({ minimum, maximum }: Shape, existing: Existing, name: string): fc.Arbitrary<number> {
  const known = existing[name];
  const random = fc.integer(range(minimum, maximum));
  return known === undefined ? random : fc.oneof({ weight: 4, arbitrary: fc.constant(known) }, random);
}

function range(minimum: unknown, maximum: unknown) {
  const max = Number(maximum ?? LARGEST_INTEGER);
  return { min: Number(minimum ?? 0), max };
}

function textOf(schema: Shape, existing: Existing, name: string): fc.Arbitrary<unknown> {
  const { format, pattern, minLength, maxLength } = schema;
  const words = typeof pattern === 'string' ? WORDS.filter((word) => new RegExp(pattern, 'u').test(word)) : [];
  if (words.length > 0) return fc.constantFrom(...words);
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri' || name === 'url') {
    return fc.constantFrom('https://hooks.example.com/a', 'https://example.com/picture.png');
  }
  if (format === 'date-time' || String(schema['description']).includes('ISO 8601')) {
    return fc.constantFrom('2030-01-31T12:00:00Z', '2031-06-01', '1999-12-31T23:59:59.999+02:00');
  }
  if (String(pattern).includes(String.raw`\d`)) return whole(schema, existing, name).map(String);
  const length = {
    minLength: Number(minLength ?? 0),
    maxLength: Math.min(LONGEST_TEXT, Number(maxLength ?? LONGEST_TEXT)),
  };
  return fc.oneof(fc.string({ ...length, unit: 'grapheme' }), fc.string({ ...length, unit: 'grapheme-ascii' }));
}

function objectOf(schema: Shape, existing: Existing): fc.Arbitrary<unknown> {
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as Record<string, Shape>);
  const properties = [
    ...Object.entries((schema['properties'] ?? {}) as Record<string, Shape>),
    ...patterns.map(([pattern, field]) => [nameLike(pattern), field] as const),
  ];
  if (properties.length === 0) {
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string(), { maxKeys: 3 });
  }
  const fields = Object.fromEntries(properties.map(([name, field]) => [name, valid(field, existing, fieldOf(name))]));
  const always = (schema['required'] ?? []) as string[];
  const ways = (schema['anyOf'] ?? [{}]) as { required?: string[] }[];
  const records = ways.map(({ required = [] }) =>
    fc.record(fields, { requiredKeys: [...new Set([...always, ...required])], noNullPrototype: true }),
  );
  return fc.oneof(...records);
}

/** A field name that the pattern accepts: `content[0][url]` for one of `content[\d+][url]`. */
function nameLike(pattern: string): string {
  return pattern.replaceAll(String.raw`\d+`, '0').replaceAll(/[\\^$]/g, '');
}

/** The innermost name of a form's field: `inbox_id` for `conversation[inbox_id]`. */
function fieldOf(name: string): string {
  return /\[(\w+)\](?:\[\])?$/.exec(name)?.[1] ?? name;
}

function anyJson(): fc.Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 3 });
}

function merged(parts: unknown[]): unknown {
  return Object.assign({}, ...parts) as unknown;
}
