import { type AnyObjectSchema, isSchema } from 'yup';

/** What yup keeps of a field and does not declare, and of each of its rules. */
type Inside = {
  type: string;
  spec: { strict?: boolean; strip?: boolean };
  transforms: readonly ((this: unknown, value: unknown, given: unknown, schema: unknown) => unknown)[];
  conditions: readonly unknown[];
  tests: readonly Rule[];
  internalTests: Readonly<Record<string, Rule | undefined>>;
  _blacklist: { size: number };
};
type Rule = { OPTIONS?: { test(this: unknown, value: unknown, context: unknown): unknown } };

type Test = (this: unknown, value: unknown, context: unknown) => unknown;
type Field = { name: string; schema: Inside; converts: Inside['transforms']; tests: readonly Test[] };

/** Whether an object has only valid values that stay as they are. False = it must be asked of yup. */
export type ValidAsGiven = (given: object) => boolean;

/** Fields of these types have no fields or items of their own. */
const SINGLE = new Set(['string', 'number', 'boolean', 'mixed']);
const no = () => false;

/**
 * Tells of most valid objects that `schema` would give them back as they are, by its own conversions and rules. Around those,
 * yup makes a dozen objects and functions for each field, which takes longer than all of them.
 */
export function validAsGiven(schema: AnyObjectSchema): ValidAsGiven {
  const fields = fieldsOf(schema);
  if (fields === null) return no;
  return (given) =>
    Object.keys(given).length === fields.length &&
    fields.every((field) => isValid(field, given as Record<string, unknown>));
}

/** Null = the object has conversions or rules as a whole, or a field that does not stand for itself. */
function fieldsOf(schema: AnyObjectSchema): readonly Field[] | null {
  if (!isPlain(schema as unknown as Inside)) return null;
  const fields: Field[] = [];
  for (const [name, field] of Object.entries(schema.fields)) {
    const inside = field as unknown as Inside;
    if (!isSchema(field) || !SINGLE.has(inside.type) || !standsForItself(inside)) return null;
    const tests = [...Object.values(inside.internalTests), ...inside.tests].map((rule) => rule?.OPTIONS?.test);
    if (tests.includes(undefined)) return null;
    const converts = inside.spec.strict ? [] : inside.transforms;
    fields.push({ name, schema: inside, converts, tests: tests as Test[] });
  }
  return fields;
}

const isPlain = ({ transforms, conditions, tests }: Inside) =>
  transforms.length + conditions.length + tests.length === 0;

/** A forbidden value may be that of another field. */
const standsForItself = ({ conditions, spec, _blacklist }: Inside) =>
  conditions.length === 0 && !spec.strip && _blacklist.size === 0;

function isValid({ name, schema, converts, tests }: Field, given: Record<string, unknown>): boolean {
  const value = given[name];
  if (value === undefined || value === null || !Object.hasOwn(given, name)) return false;
  let converted: unknown = value;
  for (const convert of converts) converted = convert.call(schema, converted, value, schema);
  if (converted !== value) return false;
  const context = contextOf(schema, given, value);
  return tests.every((test) => test.call(context, value, context) === true);
}

/** What rules may ask for. The value of another field, which is a reference here, meets no rule. */
const contextOf = (schema: Inside, parent: object, originalValue: unknown) => ({
  schema,
  parent,
  originalValue,
  path: '',
  options: {},
  resolve: (item: unknown) => item,
  createError: no,
});
