// What answers are made of, in JSON Schema (draft 2020-12), which OpenAPI 3.1 speaks. Each resource describes its own in
// answers.ts; the document at /openapi.json shows them, and the tests hold every answer against them.

/** A JSON Schema. One with a title becomes a component of the document. */
export type Shape = { readonly [keyword: string]: unknown };

export const integer: Shape = { type: 'integer' };
export const number: Shape = { type: 'number' };
export const text: Shape = { type: 'string' };
export const flag: Shape = { type: 'boolean' };
/** Unix seconds; 0 where the field's own description says so. */
export const seconds: Shape = { type: 'integer', description: 'Unix seconds' };
/** ISO 8601 in UTC with milliseconds. */
export const iso: Shape = { type: 'string', format: 'date-time' };
/** An object of free keys. */
export const attributes: Shape = { type: 'object' };
/** The bytes of a file. */
export const file: Shape = { type: 'string', format: 'binary' };
/** Whatever JSON can hold. */
export const anything: Shape = {};

/** One of `values`. */
export const oneOf = (values: readonly (string | number | boolean)[]): Shape => ({ enum: values });

export const nullable = (shape: Shape): Shape => ({ anyOf: [shape, { type: 'null' }] });

export const list = (items: Shape): Shape => ({ type: 'array', items });

export const either = (...shapes: Shape[]): Shape => ({ anyOf: shapes });

type Properties = Record<string, Shape>;

/** An object that has exactly `properties`, and those of `optional` only when they apply. */
export const shape = (properties: Properties, optional: Properties = {}): Shape => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
});

/** `shape` under a name of its own in the document. */
export const named = (title: string, properties: Properties, optional: Properties = {}): Shape => ({
  title,
  ...shape(properties, optional),
});

/** The properties of an object's shape, to build another that has them too. */
export const propertiesOf = (object: Shape): Properties => object['properties'] as Properties;

/** A page of `items` under `payload`, as most lists answer. */
export const pageOf = (items: Shape): Shape =>
  shape({ payload: list(items), meta: shape({ count: integer, current_page: integer }) });

/**
 * What every refusal and failure answers: the fixed text, a sentence on what to change, and the fields at fault; where
 * people sign in also the keys that Chatwoot's apps look for.
 */
export const failure = named(
  'Error',
  { error: text },
  { message: text, attributes: list(text), success: oneOf([false]), errors: list(text), redirect_url: text },
);
