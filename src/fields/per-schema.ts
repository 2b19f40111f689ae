import type { AnySchema } from 'yup';

/** `make`, whose result is kept for each schema as long as that is in use. */
export function perSchema<Schema extends AnySchema, T extends object>(
  make: (schema: Schema) => T,
): (schema: Schema) => T {
  const made = new WeakMap<Schema, T>();
  return (schema) => {
    let found = made.get(schema);
    if (!found) {
      found = make(schema);
      made.set(schema, found);
    }
    return found;
  };
}
