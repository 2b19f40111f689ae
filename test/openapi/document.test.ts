import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { permissions } from '../../src/http/permissions.ts';
import { VERSION } from '../../src/version.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { allRoutes } from '../support/routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.public_url': 'https://chat.example.com' });
});
afterAll(() => test.stop());

// What operations look like is what the tests are there to find out.
// oxlint-disable-next-line typescript/no-explicit-any
type Found = any;

async function operation(method: string, path: string): Promise<Found> {
  const { body } = await test.request('GET', '/openapi.json');
  return body.paths[path][method];
}

const byName = (parameters: Found[]) =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name ?? parameter.$ref, parameter]));

describe('GET /openapi.json', () => {
  it('is valid OpenAPI 3.1, and needs no token', async () => {
    const { status, headers, body } = await test.request('GET', '/openapi.json');

    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Parley', version: VERSION },
      servers: [{ url: 'https://chat.example.com' }],
    });
    expect(await new Validator().validate(body)).toEqual({ valid: true });
  });

  it('has every route, and nothing else', async () => {
    const { body } = await test.request('GET', '/openapi.json');

    const shown = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = allRoutes().map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(shown.toSorted()).toEqual(routes.toSorted());
  });

  it('gives every operation a name of its own and a summary', async () => {
    const { body } = await test.request('GET', '/openapi.json');
    const operations: Found[] = Object.values<object>(body.paths).flatMap((methods) => Object.values(methods));

    const names = operations.map(({ operationId }) => operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+(_[a-z0-9]+)+$/.test(name))).toEqual([]);
    expect(operations.filter(({ summary }) => !/^[A-Z]\w+/.test(summary)).map((each) => each.operationId)).toEqual([]);
  });

  it('refers only to what it has', async () => {
    const { text, body } = await test.request('GET', '/openapi.json');

    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(([, kind, name]) => !body.components[kind!][name!])).toEqual([]);
    expect([...text.matchAll(/"\$ref"/g)]).toHaveLength(references.length);
  });
});

describe('every route', () => {
  it('says what it reads', () => {
    expect(
      allRoutes()
        .filter(({ input }) => input === undefined)
        .map(nameOf),
    ).toEqual([]);
  });

  it('says what it answers', () => {
    expect(
      allRoutes()
        .filter(({ answer }) => answer === undefined)
        .map(nameOf),
    ).toEqual([]);
  });

  it('names a row of the permissions table', () => {
    const unknown = allRoutes().filter(({ permission }) => !permission || !(permission in permissions));

    expect(unknown.map(nameOf)).toEqual([]);
  });

  it('says exactly which keys its answer has', () => {
    const open = allRoutes().filter(({ answer }) => isOpen(answer?.shape ?? null));

    expect(open.map(nameOf)).toEqual([]);
  });
});

describe('an operation', () => {
  it('tells who may use it', async () => {
    expect(await operation('delete', '/api/v1/accounts/{account_id}/contacts/{id}')).toMatchObject({
      'x-permission': 'contact:delete',
      'x-roles': ['administrator'],
      tags: ['contact'],
      security: [{ api_access_token: [] }, { bearer: [] }, { session_token: [], session_client: [], session_uid: [] }],
    });
    expect(await operation('get', '/livez')).toMatchObject({ 'x-roles': ['anyone'], security: [] });
  });

  it('has the ids in its path', async () => {
    const { parameters } = await operation(
      'patch',
      '/api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{id}',
    );

    expect(byName(parameters)).toMatchObject({
      account_id: { in: 'path', required: true, schema: { type: 'integer' } },
      conversation_id: { in: 'path', required: true },
      id: { in: 'path', required: true },
    });
  });

  it('has what its query may hold', async () => {
    const { parameters } = await operation('get', '/api/v1/accounts/{account_id}/contacts');

    expect(byName(parameters)).toMatchObject({
      page: { in: 'query', required: false, schema: { minimum: 1 } },
      per_page: { schema: { minimum: 1, maximum: 100 } },
      'labels[]': { schema: { type: 'array', items: { type: 'string' } } },
      include_contact_inboxes: { schema: { anyOf: [{ type: 'boolean' }, {}] } },
    });
  });

  it('has its body in every form in which it is read, flat and under its name', async () => {
    const { requestBody } = await operation('post', '/api/v1/accounts/{account_id}/webhooks');

    expect(Object.keys(requestBody.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    const [flat, nested] = requestBody.content['application/json'].schema.anyOf;
    expect(flat).toMatchObject({
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', maxLength: 2048 },
        name: { type: ['string', 'null'], maxLength: 255 },
        subscriptions: { type: 'array', minItems: 1 },
        inbox_id: { type: ['integer', 'string', 'null'], minimum: 0, maximum: 2_147_483_647 },
      },
    });
    expect(nested).toEqual({ type: 'object', properties: { webhook: flat }, required: ['webhook'] });
  });

  it('takes an Idempotency-Key where there is something to repeat', async () => {
    const create = await operation('post', '/api/v1/accounts/{account_id}/webhooks');
    const readers = [
      await operation('get', '/api/v1/accounts/{account_id}/webhooks'),
      await operation('post', '/api/v1/accounts/{account_id}/contacts/filter'),
    ];

    expect(byName(create.parameters)).toHaveProperty(['#/components/parameters/IdempotencyKey']);
    expect(create.responses).toHaveProperty('409');
    for (const { parameters, responses } of readers) {
      expect(byName(parameters)).not.toHaveProperty(['#/components/parameters/IdempotencyKey']);
      expect(responses).not.toHaveProperty('409');
    }
  });

  it('has its answer and every way in which it fails', async () => {
    const { responses } = await operation('post', '/api/v1/accounts/{account_id}/webhooks');

    expect(Object.keys(responses)).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '422',
      '429',
      '500',
      '503',
      '507',
    ]);
    expect(responses['201'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/WrittenWebhook',
    });
    expect(responses['422'].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
  });

  it('may answer with nothing', async () => {
    const { responses } = await operation('delete', '/api/v1/accounts/{account_id}/webhooks/{id}');

    expect(responses['200']).not.toHaveProperty('content');
  });
});

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Whether the shape, or one in it, is an object that lists keys and lets others be. */
function isOpen(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  const { properties, additionalProperties } = shape as { properties?: object; additionalProperties?: unknown };
  return (properties !== undefined && additionalProperties !== false) || Object.values(shape).some(isOpen);
}
