import { VERSION } from '../../version.ts';
import { gatherComponents } from './components.ts';
import { operationOf, templateOf } from './operation.ts';
import { type Layer, readRoutes } from './read-routes.ts';

/** The API in the words of OpenAPI 3.1, read from the routes of its router; `url` is where this server is reached. */
export type Document = ReturnType<typeof openApi>;
export type Operation = ReturnType<typeof operationOf>;

export function openApi(layers: readonly Layer[], url: string) {
  const operations = readRoutes(layers).map((route) => ({
    path: templateOf(route.path),
    method: route.method.toLowerCase(),
    operation: operationOf(route),
  }));
  const byPath = Object.groupBy(operations, ({ path }) => path);
  const paths = Object.fromEntries(
    Object.entries(byPath).map(([path, of = []]) => [
      path,
      Object.fromEntries(of.map(({ method, operation }) => [method, operation])),
    ]),
  );
  const { schemas, value } = gatherComponents(paths);
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Parley', version: VERSION, description: DESCRIPTION },
    servers: [{ url }],
    tags: [...new Set(operations.flatMap(({ operation }) => operation.tags))].toSorted().map((name) => ({ name })),
    paths: value,
    components: { schemas, securitySchemes: SECURITY_SCHEMES, parameters: PARAMETERS, headers: HEADERS },
  };
}

const DESCRIPTION = [
  'Every write may be sent as PUT instead of PATCH, and every path may end with `.json`. Bodies are JSON, urlencoded or multipart forms.',
  'Numbers and flags may be written as text. Keys that are not listed are ignored.',
  'Lists take `page` from 1 and `per_page` up to 100 where they say so.',
].join(' ');

const key = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

const SECURITY_SCHEMES = {
  api_access_token: key('api_access_token', 'The token of a user or a bot; `api-access-token` is the same header.'),
  bearer: { type: 'http', scheme: 'bearer', description: 'The same token.' },
  session_token: key('access-token', 'As signing in answers it, together with `client` and `uid`.'),
  session_client: key('client', 'As signing in answers it.'),
  session_uid: key('uid', 'As signing in answers it.'),
};

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Up to 255 printable characters. Requests with the same key happen once and get the same answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
};

const HEADERS = {
  RequestId: { description: 'What the log calls this request.', schema: { type: 'string' } },
};
