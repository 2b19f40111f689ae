import type { Shape } from '../../wire/shape.ts';
import { MOMENT, TYPICAL } from './typical.ts';

// Examples of answers and events, made from their shapes, so that they cannot show properties that do not exist.

/**
 * An example value of the shape, for the property `name` of an object that is titled or called `owner`; by these names,
 * TYPICAL may have one.
 */
export function exampleOf(shape: Shape, name = '', owner = ''): unknown {
  if (shape['example'] !== undefined) return shape['example'];
  for (const known of [`${owner}.${name}`, name]) {
    const typical = TYPICAL[known];
    if (typical !== undefined && fits(typical, shape)) return typical;
  }
  const { enum: values, anyOf, type, title, format, properties = {}, items = {}, minimum = 1 } = shape;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return exampleOfEither(anyOf as Shape[], name, owner);
  const inside = String(title ?? (name || owner));
  switch ([type].flat()[0]) {
    case 'object':
      return exampleObject(properties as Record<string, Shape>, inside);
    case 'array':
      return [exampleOf(items as Shape, name.replace(/s$/, ''), inside)];
    case 'string':
      return format === 'date-time' ? MOMENT : 'text';
    case 'integer':
    case 'number':
      return isTime(shape) ? Date.parse(MOMENT) / 1000 : Math.max(1, Number(minimum));
    case 'boolean':
      return false;
    default:
      return null;
  }
}

/** An example of the first alternative; null for texts that may be null. */
function exampleOfEither(shapes: Shape[], name: string, owner: string): unknown {
  const [first = {}, ...others] = shapes;
  const isText = first['type'] === 'string' && first['format'] === undefined;
  return isText && others.some(({ type }) => type === 'null') ? null : exampleOf(first, name, owner);
}

/** Without the mark that only samples have. */
function exampleObject({ sample: _, ...properties }: Record<string, Shape>, title: string): object {
  return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, exampleOf(shape, name, title)]));
}

/**
 * An example answer to the request `given`: fields of the request that the answer repeats have the same value, except
 * pictures, which have another address in answers.
 */
export function exampleOfAnswer(shape: Shape, given: Record<string, unknown> = {}): unknown {
  const example = exampleOf(shape);
  const properties = (shape['properties'] ?? {}) as Record<string, Shape>;
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  const repeated = Object.entries(properties).flatMap(([name, property]) => {
    if (name === 'payload' && property['properties']) return [[name, exampleOfAnswer(property, given)] as const];
    const isSame = name in example && name in given && name !== 'avatar_url' && fits(given[name], property);
    return isSame ? [[name, given[name]] as const] : [];
  });
  return { ...example, ...Object.fromEntries(repeated) };
}

const isTime = ({ description }: Shape) => String(description).startsWith('Unix seconds');

/** Whether the value of the table above fits the shape. */
function fits(value: unknown, { enum: values, anyOf, type, properties, items, format }: Shape): boolean {
  if (Array.isArray(values)) return values.includes(value);
  if (Array.isArray(anyOf)) return (anyOf as Shape[]).some((shape) => fits(value, shape));
  const kinds = [type ?? []].flat();
  if (Array.isArray(value)) return kinds.includes('array') && value.every((item) => fits(item, (items ?? {}) as Shape));
  if (typeof value === 'object' && value !== null) return kinds.includes('object') && properties === undefined;
  if (typeof value === 'number') return kinds.includes('integer') || kinds.includes('number');
  return kinds.includes(value === null ? 'null' : typeof value) && format !== 'date-time';
}

/** Typical file names of uploads, by field name. */
const FILES: Record<string, string> = { avatar: 'face.png', import_file: 'contacts.csv' };

/** An example file name for the field. */
export const fileName = (field: string): string => FILES[field] ?? 'photo.png';

/** The fields of a form with an example of a file in the first of its file fields, if it has any. */
export function withFile(fields: Record<string, unknown>, [field]: readonly string[]): Record<string, unknown> {
  if (field === undefined) return fields;
  const file = `${BYTES} ${fileName(field)})`;
  return { ...fields, [field]: field.endsWith('[]') ? [file] : file };
}

/** Whether the example value stands for a file. */
export const isFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith(BYTES);

const BYTES = '(the bytes of';
