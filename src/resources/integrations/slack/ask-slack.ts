import type { Attributes } from '../../../entities/columns.ts';
import { ask, type Reply } from '../../../oauth/ask.ts';
import { askConnected, type Connection, requestAs } from '../connection.ts';

/** Asks a method of Slack's Web API. Not for the inside of a transaction. */
export function requestSlack(connection: Connection, method: string, parameters: Attributes): Promise<Reply> {
  return requestAs(connection, (token) => post(connection, method, parameters, token));
}

/** What Slack grants. @throws AppError as `askConnected` */
export function askSlack(
  connection: Connection,
  method: string,
  parameters: Record<string, string>,
): Promise<Attributes> {
  return askConnected(connection, (token) => post(connection, method, parameters, token));
}

/** Methods that only read take forms, and only those; the others take both. */
function post({ app }: Connection, method: string, parameters: Attributes, token: string): Promise<Reply> {
  const form = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const options = { headers: { authorization: `Bearer ${token}` }, form: Object.fromEntries(form) };
  return ask('POST', `${app.config.oauth.slack.api_url}/api/${method}`, options, [token]);
}
