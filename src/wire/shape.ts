// The building blocks of answers, in JSON Schema (draft 2020-12), which OpenAPI 3.1 uses. A shape is also a type: a
// presenter of labels returns `Shown<typeof labelShape>`. The document at /openapi.json contains the shapes, and the
// tests check every answer against them.

declare const SHOWN: unique symbol;

/** A JSON Schema of values of type `T`. A shape with a title becomes a component of the document. */
export type Shape<T = unknown> = { readonly [keyword: string]: unknown; readonly [SHOWN]?: T };

/** The type of the values that the shape describes. */
export type Shown<S> = S extends { readonly [SHOWN]?: infer T } ? T : never;

export const integer: Shape<number> = { type: 'integer' };
export const number: Shape<number> = { type: 'number' };
export const text: Shape<string> = { type: 'string' };
export const flag: Shape<boolean> = { type: 'boolean' };
/** Unix seconds; 0 where the field's own description says so. */
export const seconds: Shape<number> = { type: 'integer', description: 'Unix seconds' };
/** ISO 8601 in UTC, with milliseconds. */
export const iso: Shape<string> = { type: 'string', format: 'date-time' };
/** An object with any keys. */
export const attributes: Shape<object> = { type: 'object' };
/** The bytes of a file. */
export const file: Shape<never> = { type: 'string', format: 'binary' };
/** Any JSON value. */
export const anything: Shape = {};

/** One of `values`. */
export const oneOf = <const T extends string | number | boolean>(values: readonly T[]): Shape<T> => ({ enum: values });

export const nullable = <T>(shape: Shape<T>): Shape<T | null> => ({ anyOf: [shape, { type: 'null' }] });

export const list = <T>(items: Shape<T>): Shape<readonly T[]> => ({ type: 'array', items });

export const either = <S extends readonly Shape[]>(...shapes: S): Shape<Shown<S[number]>> => ({ anyOf: shapes });

type Properties = Record<string, Shape>;

/** An object with the properties `P` and, optionally, `O`. */
type ObjectOf<P, O> = { [K in keyof P]: Shown<P[K]> } & { [K in keyof O]?: Shown<O[K]> };

/** The shape of an object, with its properties accessible to other shapes. */
export type ObjectShape<P, O = {}> = Shape<ObjectOf<P, O>> & { readonly properties: P & O };

/** An object with all of `properties`, any of `optional`, and nothing else. */
export const shape = <P extends Properties, O extends Properties = {}>(
  properties: P,
  optional?: O,
): ObjectShape<P, O> => ({
  type: 'object',
  properties: { ...properties, ...optional } as P & O,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** `shape` as a named component of the document. */
export const named = <P extends Properties, O extends Properties = {}>(
  title: string,
  properties: P,
  optional?: O,
): ObjectShape<P, O> => ({ title, ...shape(properties, optional) });

/** The properties of a shape, to build another from them. */
export const propertiesOf = <P>(object: { readonly properties: P }): P => object.properties;

/** A page of `items` under `payload`, the form of most lists. */
export const pageShape = <T>(items: Shape<T>) =>
  shape({ payload: list(items), meta: shape({ count: integer, current_page: integer }) });

/**
 * The body of every error: a fixed text, a sentence on what to change and the fields concerned; where people sign in,
 * also the keys that Chatwoot's apps read. `first_id`: the oldest event that is kept. `details`: the codes of a provider.
 */
export const failure = named(
  'Error',
  { error: text },
  {
    message: text,
    attributes: list(text),
    success: oneOf([false]),
    errors: list(text),
    first_id: integer,
    redirect_url: text,
    details: attributes,
  },
);
