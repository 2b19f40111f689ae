import { tooLarge } from '../errors.ts';

/** Most fields of a form. */
const MAX_FIELDS = 500;

/** The fields of a form, by their names as they are written. */
export type Form = {
  /** The first value of the field; null = there is none. */
  get(name: string): string | null;
  has(name: string): boolean;
  names(): string[];
  /** All values of the field, in their order. */
  valuesOf(name: string): string[];
};

/** The form that an urlencoded text is. @throws AppError `too_large` when it has more fields than any provider sends */
export function formIn(text: string): Form {
  checkFormText(text);
  const fields = fieldsIn(text, MAX_FIELDS);
  return {
    get: (name) => fields.get(name)?.[0] ?? null,
    has: (name) => fields.has(name),
    names: () => [...fields.keys()],
    valuesOf: (name) => fields.get(name) ?? [],
  };
}

/** Checks the number of fields before any is read. @throws AppError `too_large` */
export function checkFormText(text: string, most = MAX_FIELDS): void {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > most) throw tooLarge(`a form may have ${most} fields`);
  }
}

/**
 * The values of the first `most` fields of an urlencoded text, by their names. It takes time as the text grows; the runtime's
 * parser and that of `qs` take more than that for names without values, and for one name again and again.
 */
export function fieldsIn(text: string, most: number): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const field of text.split('&', most)) {
    if (field === '') continue;
    // In `a[b=c]=1`, the name is `a[b=c]`.
    const bracket = field.indexOf(']=');
    const end = bracket === -1 ? field.indexOf('=') : bracket + 1;
    const name = decoded(end === -1 ? field : field.slice(0, end));
    const value = end === -1 ? '' : decoded(field.slice(end + 1));
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  }
  return fields;
}

/** The decoded text; text with an invalid encoding stays unchanged. */
function decoded(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
