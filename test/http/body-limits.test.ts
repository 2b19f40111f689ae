import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, watch } from 'node:fs';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../support/factories.ts';

const MAX_BODY_BYTES = 2000;
const MAX_FILE_BYTES = 3000;
const MAX_FILES = 2;

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({
    'server.max_body_bytes': String(MAX_BODY_BYTES),
    'server.max_file_bytes': String(MAX_FILE_BYTES),
    'server.max_files': String(MAX_FILES),
  });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

describe('a body that is too large', () => {
  it.each([
    ['JSON', () => ({ name: 'n'.repeat(MAX_BODY_BYTES) })],
    ['a form', () => new URLSearchParams({ name: 'n'.repeat(MAX_BODY_BYTES) })],
  ])('answers 413 when it is %s', async (_, body) => {
    const answer = await account.call('PATCH', '', body());

    expect([answer.status, answer.body.error]).toEqual([413, 'Payload too large']);
    expect(answer.body.message).toContain(String(MAX_BODY_BYTES));
  });

  it('answers 413 when it does not say how large it is', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`{"name":"${'n'.repeat(MAX_BODY_BYTES)}"}`));
        controller.close();
      },
    });

    const { status } = await fetch(`${test.url}${account.path}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', api_access_token: account.administrator.token },
      body,
      duplex: 'half',
    } as RequestInit);

    expect(status).toBe(413);
  });

  it.each([
    ['a file', [MAX_FILE_BYTES + 1]],
    ['one of its files', [1, MAX_FILE_BYTES + 1]],
    ['the number of its files', Array(MAX_FILES + 1).fill(1)],
  ])('answers 413 for %s, and keeps none', async (_, sizes: number[]) => {
    const conversation = await givenConversation(account);
    const path = `/conversations/${conversation.id}/messages`;

    const { status, body } = await account.call('POST', path, formOf(sizes));

    expect([status, body.error]).toEqual([413, 'Payload too large']);
    expect((await account.call('GET', path)).body.payload).toEqual([]);
    expect(filesIn('files')).toEqual([]);
  });

  it('is accepted exactly at the limits', async () => {
    const conversation = await givenConversation(account);

    const { status, body } = await account.call(
      'POST',
      `/conversations/${conversation.id}/messages`,
      formOf(Array(MAX_FILES).fill(MAX_FILE_BYTES)),
    );

    expect([status, body.attachments.length]).toEqual([201, MAX_FILES]);
  });
});

describe('files of a request', () => {
  it('that fails are not kept', async () => {
    const conversation = await givenConversation(account);
    const form = formOf([10]);
    form.set('message_type', 'telepathy');
    const before = filesIn('files');

    const { status } = await account.call('POST', `/conversations/${conversation.id}/messages`, form);

    expect(status).toBe(422);
    expect(filesIn('files')).toEqual(before);
  });

  it('leave nothing behind in the place where they are received', async () => {
    const conversation = await givenConversation(account);

    await account.call('POST', `/conversations/${conversation.id}/messages`, formOf([10]));
    await account.call('PATCH', '', formOf([10, 10]));
    await test.request('PATCH', account.path, { body: formOf([10]) });

    expect(filesIn('uploads')).toEqual([]);
  });
});

describe('an upload that goes wrong', () => {
  it('leaves nothing behind when there are far too many files', async () => {
    const { id } = await givenConversation(account);
    const path = `/conversations/${id}/messages`;

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => account.call('POST', path, formOf(Array(300).fill(1)))),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(413));
    expect(filesIn('uploads')).toEqual([]);
  });

  it('leaves the connection to the next request', async () => {
    const { id } = await givenConversation(account);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const file = `--x\r\nContent-Disposition: form-data; name="attachments[]"; filename="a"\r\n\r\n${'x'.repeat(1_000_000)}`;
    const form = { 'content-type': 'multipart/form-data; boundary=x' };

    const refused = await statusOf(agent, 'POST', `/conversations/${id}/messages`, form, `${file}\r\n--x--\r\n`);
    const next = await statusOf(agent, 'GET', '/labels');
    agent.destroy();

    expect([refused, next]).toEqual([413, 200]);
  });

  it('leaves nothing behind when it is broken off', async () => {
    const { id } = await givenConversation(account);
    const { hostname, port } = new URL(test.url);
    const upload = request({
      hostname,
      port,
      path: `${account.path}/conversations/${id}/messages`,
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000_000,
        api_access_token: account.administrator.token,
      },
    });
    upload.on('error', () => {});
    upload.write(
      `--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${'x'.repeat(2000)}`,
    );
    await until(() => filesIn('uploads').length > 0);

    upload.destroy();

    await until(() => filesIn('uploads').length === 0);
    expect((await account.call('GET', '')).status).toBe(200);
  });

  it('answers 413 for too many or too large files where none are taken', async () => {
    const answers = [await account.call('PATCH', '', formOf([1, 1, 1]))];
    answers.push(await account.call('PATCH', '', formOf([MAX_FILE_BYTES + 1])));

    expect(answers.map(({ status }) => status)).toEqual([413, 413]);
  });

  it('is written only where files are taken, by a caller who may do it', async () => {
    const agent = await givenAgent(test, account);
    const { id } = await givenConversation(account);
    const seen: string[] = [];
    const watcher = watch(join(test.app.config.data_dir, 'uploads'), (_, name) => void seen.push(name!));

    const ignored = await account.call('POST', '/labels', formOf([10]));
    const forbidden = await account.call('POST', '/agent_bots', formOf([10]), { token: agent.token });
    const unseen = [...seen];
    const taken = await account.call('POST', `/conversations/${id}/messages`, formOf([10]));
    await until(() => seen.length > 0);
    watcher.close();

    expect([ignored.status, forbidden.status, taken.status]).toEqual([422, 403, 201]);
    expect([unseen, new Set(seen).size]).toEqual([[], 1]);
  });

  it('is not received without a valid token', async () => {
    const before = filesIn('uploads');

    const { status } = await test.request('PATCH', account.path, { body: formOf([MAX_FILE_BYTES]) });

    expect([status, filesIn('uploads')]).toEqual([401, before]);
  });
});

function formOf(sizes: number[]): FormData {
  const form = new FormData();
  form.set('content', 'With files');
  form.set('message_type', 'outgoing');
  for (const size of sizes) form.append('attachments[]', new Blob(['x'.repeat(size)]), 'x.txt');
  return form;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(10);
}

/** The files in a folder of the data directory, at any depth. */
function filesIn(folder: string): string[] {
  const path = join(test.app.config.data_dir, folder);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The status of the answer to a request by way of `agent`. */
async function statusOf(agent: Agent, method: string, path: string, headers = {}, body = ''): Promise<number> {
  const sent = request(`${test.url}${account.path}${path}`, {
    agent,
    method,
    headers: { ...headers, api_access_token: account.administrator.token },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode ?? 0;
}
