import { setLocale } from 'yup';

/** The expected kind of value, by yup's name of the type. */
const TYPES: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a time',
};

/** Has yup say in a few words which type a value must have; its own text repeats the whole value, with indentation. */
export function setTypeErrors(): void {
  setLocale({ mixed: { notType: ({ type }) => `must be ${TYPES[type] ?? type}` } });
}
