import type { Attributes, Json } from '../../../entities/columns.ts';
import { invalid } from '../../../errors.ts';
import { ask } from '../../../oauth/ask.ts';
import { askConnected, type Connection } from '../connection.ts';

/**
 * The field `name` of what Linear answers to an operation in GraphQL.
 * @throws AppError as `askConnected`; `invalid` for an answer without it, and for a change that did not succeed
 */
export async function askLinear(
  connection: Connection,
  query: string,
  name: string,
  variables: Attributes = {},
): Promise<Attributes> {
  return objectAt(await askLinearAll(connection, query, variables), name);
}

/** All fields of the answer. @throws AppError as `askConnected` */
export async function askLinearAll(connection: Connection, query: string, variables: Attributes): Promise<Attributes> {
  const url = `${connection.app.config.oauth.linear.api_url}/graphql`;
  const body = await askConnected(connection, (token) =>
    ask('POST', url, { headers: { authorization: `Bearer ${token}` }, json: { query, variables } }, [token]),
  );
  return objectAt(body, 'data');
}

/** The object under `name`. @throws AppError `invalid` when there is none, or it says that it did not succeed */
export function objectAt(from: Attributes, name: string): Attributes {
  const value = from[name];
  if (isObject(value) && value['success'] !== false) return value;
  throw invalid('Linear refused', `Linear answered without ${name}`);
}

/** The text under `name`. @throws AppError `invalid` when there is none */
export function textAt(from: Attributes, name: string): string {
  const value = from[name];
  if (typeof value === 'string') return value;
  throw invalid('Linear refused', `Linear answered without ${name}`);
}

/** The things of a list of Linear's. */
export function nodesIn({ nodes }: Attributes): Attributes[] {
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}

const isObject = (value: Json | undefined): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
