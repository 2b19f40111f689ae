import { type Dialect, differencesIn } from '../../dialect.ts';
import { VERSION } from '../../version.ts';
import type { MountedRoute } from '../routes/mount.ts';
import { sessionCookieName } from '../session/session-cookie.ts';
import { gatherComponents } from './components.ts';
import { guideIn } from './guide.ts';
import { describedTags, templateOf } from './names.ts';
import { operationOf } from './operation.ts';
import { failureResponses } from './responses.ts';
import { deliveryHeaders, EVENTS_TAG, webhooksOf } from './webhooks.ts';

/** What `openApi` returns. */
export type Document = ReturnType<typeof openApi>;
export type Operation = ReturnType<typeof operationOf>;

/** The OpenAPI 3.1 document of the API in a dialect, read from its routes; `url` is where this server is reached. */
export function openApi(routes: readonly MountedRoute[], url: string, dialect: Dialect) {
  const operations = routes.map((route) => ({
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
  const { schemas, value } = gatherComponents({
    paths,
    webhooks: webhooksOf(differencesIn(dialect)),
    responses: failureResponses,
  });
  const tags = describedTags(operations.flatMap(({ operation }) => operation.tags));
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Parley',
      version: VERSION,
      'x-dialect': dialect,
      description: guideIn(dialect),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: [...tags, { name: EVENTS_TAG, description: 'What webhooks, bots and API inboxes are told.' }],
    paths: value.paths,
    webhooks: value.webhooks,
    components: {
      schemas,
      responses: value.responses,
      securitySchemes: { ...SECURITY_SCHEMES, session_cookie: cookieScheme(url) },
      parameters: { ...PARAMETERS, ...deliveryHeaders },
      headers: HEADERS,
    },
  };
}

const key = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

const SECURITY_SCHEMES = {
  api_access_token: key('api_access_token', 'The token of a user or a bot; `api-access-token` is the same header.'),
  bearer: { type: 'http', scheme: 'bearer', description: 'The same token.' },
  session_token: key('access-token', 'As signing in answers it, together with `client` and `uid`.'),
  session_client: key('client', 'As signing in answers it.'),
  session_uid: key('uid', 'As signing in answers it.'),
};

const cookieScheme = (url: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name: sessionCookieName(url),
  description:
    'The session of a browser, which signing in with `session_cookie` sets; taken only from pages of this server.',
});

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Up to 255 printable characters. Requests with the same key happen once and get the same answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  WebsiteToken: {
    name: 'website_token',
    in: 'query',
    required: true,
    description: 'The `website_token` of the inbox; it may also stand in the body.',
    schema: { type: 'string' },
  },
  VisitorToken: {
    name: 'X-Auth-Token',
    in: 'header',
    description: 'The `widget_auth_token` of the visitor. Without it, a first message or `set_user` answers a new one.',
    schema: { type: 'string' },
  },
};

const HEADERS = {
  RequestId: { description: 'What the log calls this request.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
};
