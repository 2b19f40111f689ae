import { type AnyObjectSchema, isSchema } from 'yup';

/** The undeclared inner parts of a yup schema. */
type Inside = {
  type: string;
  spec: { strict?: boolean; strip?: boolean };
  transforms: readonly Transform[];
  conditions: readonly unknown[];
  tests: readonly Rule[];
  internalTests: Readonly<Record<string, Rule | undefined>>;
};
type Transform = (this: unknown, value: unknown, given: unknown, schema: unknown) => unknown;
type Test = (this: unknown, value: unknown, context: unknown) => unknown;
type Rule = { OPTIONS?: { test: Test } };

type Field = { name: string; schema: Inside; transforms: readonly Transform[]; tests: readonly Test[] };

/** Whether an object has only valid values that stay as they are. False = it must be asked of yup. */
export type ValidAsGiven = (given: object) => boolean;

/** Types without inner fields or items. Times are left out, because they are always converted. */
const SINGLE = new Set(['string', 'number', 'boolean', 'mixed']);

const mustAskYup: ValidAsGiven = () => false;

/**
 * A check for objects that `schema` would return unchanged, by the schema's own conversions and tests, which covers most valid
 * objects. yup itself creates a dozen objects and functions per field, which takes longer than the tests. Throws when a test
 * does.
 */
export function validAsGiven(schema: AnyObjectSchema): ValidAsGiven {
  const fields = fieldsOf(schema);
  if (fields === null) return mustAskYup;
  return (given) =>
    Object.keys(given).length === fields.length &&
    fields.every((field) => isValid(field, given as Record<string, unknown>));
}

/** Null = the object is converted or tested as a whole, or has a field that is no single value, or that depends on others. */
function fieldsOf(schema: AnyObjectSchema): readonly Field[] | null {
  const { transforms, conditions, tests } = schema as unknown as Inside;
  if (transforms.length + conditions.length + tests.length > 0) return null;
  const fields = Object.entries(schema.fields).map(([name, field]) => fieldOf(name, field));
  return fields.every((field) => field !== null) ? fields : null;
}

function fieldOf(name: string, field: unknown): Field | null {
  if (!isSchema(field)) return null;
  const schema = field as unknown as Inside;
  if (!SINGLE.has(schema.type) || schema.conditions.length > 0 || schema.spec.strip) return null;
  const tests = [...Object.values(schema.internalTests), ...schema.tests].map((rule) => rule?.OPTIONS?.test);
  if (!tests.every((test) => test !== undefined)) return null;
  return { name, schema, transforms: schema.spec.strict ? [] : schema.transforms, tests };
}

function isValid({ name, schema, transforms, tests }: Field, given: Record<string, unknown>): boolean {
  const value = given[name];
  if (value === undefined || value === null || !Object.hasOwn(given, name)) return false;
  let converted: unknown = value;
  for (const transform of transforms) converted = transform.call(schema, converted, value, schema);
  if (converted !== value) return false;
  const context = contextOf(name, schema, given);
  return tests.every((test) => test.call(context, value, context) === true);
}

/** What tests may ask for. */
const contextOf = (path: string, schema: Inside, parent: Record<string, unknown>) => ({
  schema,
  parent,
  path,
  originalValue: parent[path],
  options: {},
  resolve: noReference,
  createError: () => false,
});

/** @throws Error for a reference to another field's value, which yup looks up */
function noReference(item: unknown): unknown {
  if (typeof item === 'object' && item !== null && '__isYupRef' in item) throw new Error('a reference');
  return item;
}
