import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { BOT_EVENT_TYPES, EVENT_TYPES } from '../../src/entities/event.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { permissions } from '../../src/http/permissions.ts';
import { VERSION } from '../../src/version.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { followReference, readDocument, sentence, validatorOf, whole } from '../support/openapi/check-answer.ts';
import { allRoutes } from '../support/openapi/routes.ts';

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
    const withoutNames = shown.map((operation) => operation.replaceAll(/\{\w+\}/g, '{}'));
    const routes = allRoutes().map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '{}')}`);
    expect(withoutNames.toSorted()).toEqual(routes.toSorted());
  });

  it.each(DIALECTS)('gives every operation a short name of its own and a summary, in the dialect %s', (dialect) => {
    const { paths, webhooks } = readDocument(dialect);
    const operations: Found[] = Object.values<object>(paths).flatMap((methods) => Object.values(methods));

    const names = [...operations, ...Object.values(webhooks).map(({ post }) => post)].map((each) => each.operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z]+(_[a-z0-9]+)+$/.test(name) || name.length > 48)).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['create_message', 'list_conversations', 'list_contact_notes']));
    expect(operations.filter(({ summary }) => !/^[A-Z]\w+/.test(summary)).map((each) => each.operationId)).toEqual([]);
  });

  it('has one name for each id in paths', () => {
    const ids = Object.keys(readDocument().paths).flatMap((path) =>
      [...path.matchAll(/([^/]+)\/\{(\w*id)\}/g)].map(([, above, name]) => `${above} ${name}`),
    );

    const named = Map.groupBy([...new Set(ids)], (id) => id.split(' ')[0]);
    expect([...named.values()].filter((names) => names.length > 1)).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(['conversations conversation_id', 'messages message_id']));
    expect(ids.filter((id) => id.endsWith(' id'))).toEqual([]);
  });

  it('describes every section in a sentence', () => {
    const { tags } = readDocument();

    expect(tags.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
  });

  it('says what the items of every list are, and has patterns that all languages read', () => {
    const parts = everyPart(readDocument()) as Found[];

    const lists = parts.filter(({ type }) => [type].flat().includes('array'));
    const patterns = parts.map(({ pattern }) => pattern).filter((pattern) => typeof pattern === 'string');
    expect(lists.length).toBeGreaterThan(100);
    expect(lists.filter(({ items }) => items === undefined)).toEqual([]);
    expect(patterns.length).toBeGreaterThan(30);
    expect(patterns.filter((pattern) => /\\[pu/"#-]|\(\?[<i]/.test(pattern))).toEqual([]);
    for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow();
  });

  it('has an answer of success for every operation but the one that becomes a socket', () => {
    const operations = Object.values(readDocument().paths).flatMap((methods) => Object.values(methods)) as Found[];

    const without = operations.filter(
      ({ responses }) => !Object.keys(responses).some((status) => /^[23]/.test(status)),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual(['open_cable']);
  });

  it('describes every operation by what it does first', async () => {
    const { body } = await test.request('GET', '/openapi.json');
    const operations: Found[] = Object.values<object>(body.paths).flatMap((methods) => Object.values(methods));

    const others = operations.filter(({ summary, description }) => !description.startsWith(`${summary}. `));
    expect(others.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('refers only to what it has', async () => {
    const { text, body } = await test.request('GET', '/openapi.json');

    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w.]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter(([, kind, name]) => !body.components[kind!][name!])).toEqual([]);
    expect([...text.matchAll(/"\$ref"/g)]).toHaveLength(references.length);
  });

  it('says in its description how to use the API', async () => {
    const { body } = await test.request('GET', '/openapi.json');

    for (const part of ['Signing in', 'Pages', 'Idempotency', 'Errors', 'Webhooks and signatures', 'Hearing at once']) {
      expect(body.info.description).toContain(`\n\n## ${part}`);
    }
  });
});

describe('every route', () => {
  it('says what it does, and what it answers', () => {
    const silent = allRoutes().filter(({ summary, answer }) => !summary || answer === undefined);

    expect(silent.map(nameOf)).toEqual([]);
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
  it('says who may use it', async () => {
    expect(await operation('delete', '/api/v1/accounts/{account_id}/contacts/{contact_id}')).toMatchObject({
      'x-permission': 'contact:delete',
      'x-roles': ['administrator'],
      tags: ['contact'],
      security: [
        { api_access_token: [] },
        { bearer: [] },
        { session_token: [], session_client: [], session_uid: [] },
        { session_cookie: [] },
      ],
    });
    expect(await operation('get', '/livez')).toMatchObject({ 'x-roles': ['anyone'], security: [] });
  });

  it('has the ids in its path', async () => {
    const { parameters } = await operation(
      'patch',
      '/api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}',
    );

    expect(byName(parameters)).toMatchObject({
      account_id: { in: 'path', required: true, schema: { type: 'integer' } },
      conversation_id: { in: 'path', required: true },
      message_id: { in: 'path', required: true },
    });
  });

  it('has what its query may hold', async () => {
    const { parameters } = await operation('get', '/api/v1/accounts/{account_id}/contacts');

    expect(byName(parameters)).toMatchObject({
      page: { in: 'query', required: false, schema: { minimum: 1 } },
      per_page: { schema: { minimum: 1, maximum: 100 } },
      'labels[]': { schema: { type: 'array', items: { type: 'string' } } },
      include_contact_inboxes: { schema: { type: 'boolean' } },
    });
  });

  it('has its body in one form, flat JSON, though more are read', async () => {
    const { requestBody } = await operation('post', '/api/v1/accounts/{account_id}/webhooks');

    expect(Object.keys(requestBody.content)).toEqual(['application/json']);
    expect(whole(requestBody.content['application/json'].schema)).toMatchObject({
      type: 'object',
      required: ['url'],
      properties: {
        url: { type: 'string', maxLength: 2048 },
        name: { type: ['string', 'null'], maxLength: 255 },
        subscriptions: { type: 'array', minItems: 1 },
        inbox_id: { type: ['integer', 'null'], minimum: 0, maximum: 2_147_483_647 },
      },
    });
  });

  it('is an object also where its body is one of several', () => {
    const bodies = Object.values(readDocument().paths)
      .flatMap((methods) => Object.values(methods as object) as Found[])
      .flatMap(({ operationId, requestBody }) =>
        Object.values((requestBody?.content ?? {}) as Found).map((content: Found) => ({
          operationId,
          schema: whole(content.schema),
        })),
      );

    expect(bodies.filter(({ schema }) => schema.type !== 'object').map((each) => each.operationId)).toEqual([]);
  });

  it('has its files under one of the names that clients send', async () => {
    const { requestBody } = await operation(
      'post',
      '/api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
    );
    const { schema } = requestBody.content['multipart/form-data'];
    const { properties } = whole(schema);

    expect(properties['attachments[]']).toEqual({ type: 'array', items: { type: 'string', format: 'binary' } });
    expect(Object.keys(properties)).not.toContain('attachments');
    expect(Object.keys(properties)).not.toContain('message[content]');
    expect(wrongIn(schema, { message_type: 'outgoing', 'attachments[]': ['...'] })).toEqual([]);
    expect(wrongIn(schema, { 'attachments[]': ['...'] })).not.toEqual([]);
  });

  it('must have a file if it has no other field', async () => {
    const { requestBody } = await operation('post', '/api/v1/accounts/{account_id}/contacts/import');

    expect(requestBody).toMatchObject({
      required: true,
    });
    expect(whole(requestBody.content['multipart/form-data'].schema)).toMatchObject({ required: ['import_file'] });
    expect(Object.keys(requestBody.content)).toEqual(['multipart/form-data']);
  });

  it('says which fields are required, also where only the code decides it', async () => {
    const signUp = bodyOf(await operation('post', '/api/v1/accounts'));
    const conversation = bodyOf(await operation('post', '/api/v1/accounts/{account_id}/conversations'));
    const assignment = bodyOf(
      await operation('post', '/api/v1/accounts/{account_id}/conversations/{conversation_id}/assignments'),
    );

    expect(signUp.anyOf.map(({ required }: Found) => required)).toEqual([
      ['account_name', 'email', 'user_full_name', 'password'],
      ['account_name'],
    ]);
    expect(signUp.properties).toMatchObject({
      account_name: { type: 'string', minLength: 1 },
      user_full_name: { type: 'string', minLength: 1 },
      email: { type: 'string', format: 'email' },
      password: { type: 'string', minLength: 6 },
    });
    expect(conversation.anyOf.map(({ required }: Found) => required)).toEqual([
      ['inbox_id', 'contact_id'],
      ['source_id'],
    ]);
    expect(conversation.properties.inbox_id).toMatchObject({ type: 'integer' });
    expect(assignment.anyOf.map(({ required }: Found) => required)).toEqual([['assignee_id'], ['team_id']]);
  });

  it('takes an Idempotency-Key where repeating would change something', async () => {
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

  it('has its answer and all of its errors', async () => {
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
    expect(followReference(responses['422'])).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
  });

  it('may answer with nothing', async () => {
    const { responses } = await operation('delete', '/api/v1/accounts/{account_id}/webhooks/{webhook_id}');

    expect(responses['200']).not.toHaveProperty('content');
  });
});

describe('an example', () => {
  const operations = Object.values(readDocument().paths).flatMap(
    (methods) => Object.values(methods as object) as Found[],
  );

  it('is there for every body, and for every answer of JSON', () => {
    const bodies = operations.flatMap(({ operationId, requestBody }) => {
      const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
      return [json, ...(json ? [] : [form])].map((content) => ({ operationId, content }));
    });
    const answers = operations.flatMap(({ operationId, responses }) =>
      Object.values(responses as object).map((response) => ({
        operationId,
        content: (followReference(response as object) as Found).content?.['application/json'],
      })),
    );

    const without = [...bodies, ...answers].filter(({ content }) => content && content.example === undefined);
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
    expect(bodies.length).toBeGreaterThan(80);
  });

  it.each(operations.map((each) => [each.operationId as string, each]))(
    'is valid: %s',
    (_, { requestBody, responses }) => {
      const contents = [requestBody, ...Object.values(responses as object)].flatMap(
        (part) => Object.values((part && (followReference(part as object) as Found).content) ?? {}) as Found[],
      );

      const wrong = contents.flatMap(({ schema, example }) => (example === undefined ? [] : wrongIn(schema, example)));
      expect(wrong).toEqual([]);
    },
  );
});

describe('the webhooks', () => {
  it('are those of every type of event, each with its headers', () => {
    const { webhooks } = readDocument();

    expect(Object.keys(webhooks).toSorted()).toEqual([...EVENT_TYPES, ...BOT_EVENT_TYPES].toSorted());
    for (const { post } of Object.values(webhooks)) {
      const names = post.parameters.map((parameter) => (followReference(parameter) as Found).name);
      expect(names).toEqual(expect.arrayContaining(['X-Parley-Event', 'X-Parley-Signature', 'webhook-signature']));
    }
  });

  it.each(Object.entries(readDocument().webhooks))('have a valid example: %s', (type, { post }) => {
    const { schema, example } = post.requestBody.content['application/json'];

    expect(example).toMatchObject({ event: type, id: expect.any(Number) });
    expect(wrongIn(schema, example)).toEqual([]);
  });
});

/** Every object in the value, except those in examples. */
function everyPart(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => (key === 'example' ? [] : everyPart(part)));
  return Array.isArray(value) ? inner : [value, ...inner];
}

/** What the document's schema has against the value. */
function wrongIn(schema: object, value: unknown): string[] {
  const validate = validatorOf(schema);
  validate(value);
  return (validate.errors ?? []).map(sentence);
}

/** The operation's flat body. */
function bodyOf({ requestBody }: Found): Found {
  const { schema } = requestBody.content['application/json'];
  return whole(schema.anyOf?.[0].$ref ? schema.anyOf[0] : schema);
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Whether the shape, or one in it, is an object that lists keys and lets others be without saying so. */
function isOpen(shape: unknown): boolean {
  if (typeof shape !== 'object' || shape === null) return false;
  const { properties, additionalProperties } = shape as { properties?: object; additionalProperties?: unknown };
  return (properties !== undefined && additionalProperties === undefined) || Object.values(shape).some(isOpen);
}
