import { LRUCache } from 'lru-cache';
import { type AnyObjectSchema, type AnySchema, type InferType, isSchema, ValidationError } from 'yup';
import { isSwitchedOff } from '../switches.ts';
import { perSchema } from './per-schema.ts';
import { validAsGiven } from './valid-as-given.ts';

/** Most remembered sets of given fields per schema. */
const REMEMBERED = 50;

/** A test sets the variable to have all fields checked. */
const narrows = !isSwitchedOff('PARLEY_TEST_NO_NARROWED_SCHEMAS');

/** A test sets the variable to have yup check all values. */
const looksFirst = !isSwitchedOff('PARLEY_TEST_NO_VALID_AS_GIVEN');

/** Refusals need no stack, which takes longer to make than the rest of them. */
const OPTIONS = { abortEarly: false, stripUnknown: true, disableStackTrace: true } as const;

/**
 * `given`, which has only fields of `schema`, checked and converted by it.
 * @throws ValidationError with all that is wrong; TypeError for objects whose own toString is not a function
 */
export function validate<S extends AnyObjectSchema>(schema: S, given: object): InferType<S> {
  try {
    const narrowed = narrows ? narrow(schema, given) : schema;
    if (looksFirst && asGivenOf(narrowed)(given)) return given as InferType<S>;
    return narrowed.validateSync(given, OPTIONS) as InferType<S>;
  } catch {
    // Again with all fields, whose order is the order of the errors.
    return schema.validateSync(given, OPTIONS) as InferType<S>;
  }
}

const asGivenOf = perSchema(validAsGiven);

/**
 * The schema without the fields that are neither among `given` nor matter when they are left out. yup asks every field of
 * a schema for its default and its rules, also those that a request does not have, which are most.
 */
export function narrow<S extends AnyObjectSchema>(schema: S, given: object): S {
  const { all, optional, narrowed } = namesOf(schema);
  const key = Object.keys(given).join();
  let found = narrowed.get(key);
  if (!found) {
    found = schema.pick(all.filter((name) => Object.hasOwn(given, name) || !optional.has(name)));
    narrowed.set(key, found);
  }
  return found as S;
}

/** The fields of a schema, those that may be left out, and the schema without some of them, by the given fields. */
const namesOf = perSchema((schema: AnyObjectSchema) => ({
  all: Object.keys(schema.fields),
  optional: new Set(Object.keys(schema.fields).filter((name) => isOptional(schema.fields[name]))),
  narrowed: new LRUCache<string, AnyObjectSchema>({ max: REMEMBERED }),
}));

/** Whether the field has no value and breaks no rule when it is left out, whatever the other fields are. */
function isOptional(field: unknown): boolean {
  if (!isSchema(field) || (field as AnySchema).deps.length > 0) return false;
  if ((field as AnySchema).spec.default !== undefined) return false;
  try {
    return (field as AnySchema).validateSync(undefined) === undefined;
  } catch (error) {
    if (error instanceof ValidationError) return false;
    throw error;
  }
}
