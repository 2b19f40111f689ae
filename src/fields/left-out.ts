import { type AnySchema, isSchema, ValidationError } from 'yup';
import { perSchema } from './per-schema.ts';

/** The values of empty fields in forms and programs; text of only spaces counts as blank. */
type Empty = null | '' | ' ';

/** Which empty values each field does not leave out: it takes them, or must be given. */
const keptOf = perSchema((_: AnySchema) => new Map<Empty, boolean>());

/** Whether `value` counts as not given: the field is optional, and `value` is null or blank, which the field cannot be. */
export function isLeftOut(field: unknown, value: unknown): boolean {
  const empty = emptyOf(value);
  if (empty === undefined || !isSchema(field)) return false;
  const schema = field as AnySchema;
  const known = keptOf(schema);
  const isKept = known.get(empty) ?? (accepts(schema, empty) || !accepts(schema, undefined));
  known.set(empty, isKept);
  return !isKept;
}

function emptyOf(value: unknown): Empty | undefined {
  if (value === null || value === '') return value;
  return typeof value === 'string' && !/\S/.test(value) ? ' ' : undefined;
}

function accepts(schema: AnySchema, value: unknown): boolean {
  try {
    schema.validateSync(value);
    return true;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}
