import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { openAjv } from '../support/openapi/open-ajv.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { readDocument, whole } from '../support/openapi/check-answer.ts';

// A server of the Model Context Protocol whose tools are the operations, and the protocol's official client.

// oxlint-disable-next-line typescript/no-explicit-any
type Found = any;
type Arguments = Record<string, unknown>;

let test: TestApp;
let account: TestAccount;
let client: Client;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  const server = new Server({ name: 'parley', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: operations.map(toolOf) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(params.name, params.arguments ?? {}));
  client = new Client({ name: 'test', version: '1' });
  const [ofServer, ofClient] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ofServer), client.connect(ofClient)]);
});
afterAll(async () => {
  await client.close();
  await test.stop();
});

const operations = Object.entries(readDocument().paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Found>).map(([method, operation]) => ({
    ...(whole(operation) as Found),
    path,
    method: method.toUpperCase(),
  })),
);

/** The operation as a tool: what its path, query and body take are the arguments, side by side. */
function toolOf({ operationId, summary, description, parameters, requestBody, responses }: Found) {
  const taken = parameters.filter((each: Found) => each.in !== 'header');
  const body = requestBody?.content['application/json']?.schema ?? { properties: {} };
  const answer = responses[200] ?? responses[201];
  const output = answer?.content?.['application/json']?.schema;
  const required = taken.filter((each: Found) => each.required).map((each: Found) => each.name);
  return {
    name: operationId,
    title: summary,
    description,
    inputSchema: {
      type: 'object' as const,
      properties: { ...Object.fromEntries(taken.map((each: Found) => [each.name, each.schema])), ...body.properties },
      required: [...required, ...(body.required ?? [])],
    },
    ...(output?.type === 'object' && { outputSchema: output }),
  };
}

/** Sends the request that the tool stands for. */
async function call(name: string, given: Arguments) {
  const { path, method, parameters } = operations.find((each) => each.operationId === name)!;
  const rest = { ...given };
  const to = path.replaceAll(/\{(\w+)\}/g, (_: string, key: string) => {
    const value = String(rest[key]);
    delete rest[key];
    return value;
  });
  const inQuery = parameters.filter((each: Found) => each.in === 'query' && each.name in rest);
  const query = new URLSearchParams(inQuery.map((each: Found) => [each.name, String(rest[each.name])]));
  const { status, body } = await test.request(method, `${to}?${query}`, {
    token: account.administrator.token,
    ...(method !== 'GET' && { body: rest }),
  });
  const content = [{ type: 'text' as const, text: JSON.stringify(body) }];
  return { content, structuredContent: body as Arguments, isError: status >= 400 };
}

describe('the operations as tools', () => {
  it('are taken by the client, all of them, under names that models may use', async () => {
    const { tools } = await client.listTools();

    expect(tools).toHaveLength(operations.length);
    // With what clients put before them, names may have 64 characters.
    expect(tools.filter(({ name }) => !/^[a-z0-9_]{1,48}$/.test(name))).toEqual([]);
  });

  it('have arguments that are described as an object, by schemas that a validator takes', async () => {
    const { tools } = await client.listTools();
    const ajv = openAjv();

    expect(tools.filter(({ inputSchema }) => inputSchema.type !== 'object')).toEqual([]);
    for (const { inputSchema } of tools) expect(() => ajv.compile(inputSchema)).not.toThrow();
  });

  it('do what they say, and their answers are as described', async () => {
    const of = { account_id: account.id };
    const created = await client.callTool({
      name: 'create_label',
      arguments: { ...of, title: 'vip', show_on_sidebar: true },
    });
    const listed = await client.callTool({ name: 'list_labels', arguments: of });

    expect(created).toMatchObject({ isError: false, structuredContent: { title: 'vip', show_on_sidebar: true } });
    expect(listed.structuredContent).toMatchObject({ payload: [{ title: 'vip' }] });
  });
});
