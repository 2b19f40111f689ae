import { type AnyObjectSchema, ArraySchema, type InferType, ObjectSchema, reach, ValidationError } from 'yup';
import { itemsOf, MOST_ITEMS } from '../comma-list.ts';
import { invalid } from '../errors.ts';
import { perSchema } from './per-schema.ts';
import { validate } from './validate.ts';

/** Whether a value counts as not given for a field. */
type LeftOut = (field: unknown, value: unknown) => boolean;

const nothing: LeftOut = () => false;

/**
 * `value` checked and converted by `schema`, without unknown and `leftOut` fields.
 * @throws AppError `invalid` with the names of the invalid fields; its text is the meta `error` of the first such field that
 *   has one, or "Validation failed"
 */
export function check<S extends AnyObjectSchema>(schema: S, value: object, leftOut: LeftOut = nothing): InferType<S> {
  try {
    return validate(schema, knownKeys(schema, value, leftOut));
  } catch (error) {
    if (error instanceof ValidationError) throw validationFailed(schema, error);
    // yup throws a TypeError for objects whose own toString is not a function.
    if (error instanceof TypeError) throw invalid('Validation failed', 'a field has a value of the wrong type');
    throw error;
  }
}

/**
 * `value` with only the own properties that the schema has and that are not `leftOut`, also in nested objects. yup itself
 * would also find inherited properties, such as "constructor".
 * @throws AppError `invalid` for a list that is too long
 */
function knownKeys(schema: AnyObjectSchema, value: object, leftOut: LeftOut): object {
  const given = value as Record<string, unknown>;
  const known: Record<string, unknown> = {};
  for (const [key, field] of entriesOf(schema)) {
    if (!Object.hasOwn(given, key)) continue;
    const inner = given[key];
    if (leftOut(field, inner)) continue;
    // Checked here, because yup checks every item before the list's length.
    if (field instanceof ArraySchema && lengthOf(inner) > MOST_ITEMS) {
      const text = errorText(schema, key) ?? 'Validation failed';
      throw invalid(text, `${key} must have at most ${MOST_ITEMS} items`, [key]);
    }
    known[key] = isObject(inner) && field instanceof ObjectSchema ? knownKeys(field, inner, leftOut) : inner;
  }
  return known;
}

const entriesOf = perSchema((schema: AnyObjectSchema) => Object.entries(schema.fields));

/** The number of items in a list, or in a text with commas. */
function lengthOf(list: unknown): number {
  if (typeof list === 'string') return itemsOf(list).length;
  return Array.isArray(list) ? list.length : 0;
}

function validationFailed(schema: AnyObjectSchema, error: ValidationError) {
  const failures = error.inner.length > 0 ? error.inner : [error];
  const fields = [...new Set(failures.map(({ path }) => path ?? ''))].filter(Boolean);
  const text = failures
    .map(({ path = '', type = '' }) => path && errorText(schema, path, MISSING.has(type)))
    .find(Boolean);
  return invalid(text ?? 'Validation failed', [...new Set(failures.map(sentence))].join(', '), fields);
}

function sentence({ path, message }: ValidationError): string {
  return path && !message.startsWith(path) ? `${path} ${message}` : message;
}

/** The kinds of yup's failures of a field without a value. */
const MISSING = new Set(['required', 'optionality', 'nullable', 'blank']);

/** The fixed error text of a field: `missing` of its meta where the field has no value, else `error`; undefined = none. */
function errorText(schema: AnyObjectSchema, field: string, isMissing = false): string | undefined {
  try {
    const { meta } = reach(schema, field).describe() as { meta?: { error?: string; missing?: string } };
    return (isMissing ? meta?.missing : undefined) ?? meta?.error;
  } catch {
    return undefined;
  }
}

/** Whether `value` is an object, and neither a list nor null. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
