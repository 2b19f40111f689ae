import { type AnyObjectSchema, type InferType, ValidationError } from 'yup';
import { misuse } from './failure.ts';

/**
 * The options `given` on the command line, checked by `schema`, whose keys are the names of the options.
 * @throws Failure naming the invalid options
 */
export function check<S extends AnyObjectSchema>(schema: S, given: object): InferType<S> {
  try {
    return schema.validateSync(given, { abortEarly: false }) as InferType<S>;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const failures = error.inner.length > 0 ? error.inner : [error];
    const byOption = new Map(failures.map(({ path, message }) => [path ?? '', message]));
    throw misuse([...byOption].map(([option, message]) => `--${option} ${message}`).join(', '), error);
  }
}
