import type { Attributes } from '../../../entities/columns.ts';
import type { Log } from '../../../log.ts';
import { ask, type Reply } from '../../../oauth/ask.ts';
import { askConnected, type Connection } from '../connection.ts';

/** The last replacement of an ended version that each log has, as the versions asked for and answered. */
const logged = new WeakMap<Log, string>();

/**
 * What the connected shop answers to a query of the GraphQL Admin API, in the version of the settings. The log says once when Shopify
 * has ended that version, and answers with another one.
 * @throws AppError as `askConnected`
 */
export function askShopify(connection: Connection, query: string, variables: Attributes): Promise<Attributes> {
  const { config, log } = connection.app;
  const { api_url: place, api_version: version } = config.oauth.shopify;
  const shop = place.replaceAll('{shop}', connection.referenceId ?? '').replace(/\/+$/, '');
  const url = `${shop}/admin/api/${version}/graphql.json`;
  return askConnected(connection, async (token) => {
    const headers = { 'x-shopify-access-token': token };
    const reply = await ask('POST', url, { headers, json: { query, variables } }, [token]);
    noteVersion(log, version, reply);
    return reply;
  });
}

function noteVersion(log: Log, asked: string, reply: Reply): void {
  const answered = reply.is === 'granted' ? reply.headers?.['x-shopify-api-version'] : undefined;
  if (typeof answered !== 'string' || answered === asked) return;
  const replacement = `${asked} ${answered}`;
  if (logged.get(log) === replacement) return;
  logged.set(log, replacement);
  log.warn(
    { asked, answered },
    'Shopify has ended the version of oauth.shopify.api_version, and answers with another one',
  );
}
