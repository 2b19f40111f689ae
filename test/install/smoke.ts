/**
 * Tries the built executable as on a new machine: alone in an empty folder, with an empty environment, from the first
 * account to an answered conversation.
 *   npm run build && npm run smoke
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'parley-smoke-'));
const program = join(folder, 'parley');
const place = { cwd: folder, env: {} };
copyFileSync(join(import.meta.dirname, '../../dist/parley'), program);

try {
  const { account, access_token: token } = createAccount();
  const { child, url, errors } = await serve();
  await talk(`${url}/api/v1/accounts/${account.id}`, token);
  await search(`${url}/api/v1/accounts/${account.id}`, token, child.pid);
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  const state = migrationState();

  assert.equal(code, 0, 'the server ends well after SIGTERM');
  assert.equal(errors(), '', 'nothing is written to standard error');
  assert.deepEqual(readdirSync(folder).toSorted(), ['data', 'parley'], 'nothing is written but the data directory');
  assert.equal(migrationState({ PARLEY_TEST_NO_COMPILED_CODE: '1' }), state, 'functions compiled anew do the same');
  console.log('The executable works alone.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Created = { account: { id: number }; access_token: string };

function createAccount(): Created {
  const args = ['create-account', '--name', 'Smoke', '--email', 'smoke@example.com', '--json', '--data-dir', 'data'];
  return JSON.parse(execFileSync(program, args, { ...place, encoding: 'utf8' })) as Created;
}

function migrationState(env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(program, ['migrate', '--status', '--data-dir', 'data'], { ...place, env, encoding: 'utf8' });
}

async function serve(): Promise<{ child: ChildProcess; url: string; errors(): string }> {
  const args = ['serve', '--json', '--port', '0', '--data-dir', 'data'];
  const child = spawn(program, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended: ${log} ${errors}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      const [, found] = /Parley is listening on (http:[^"]+)/.exec(log) ?? [];
      if (found) resolve(found);
    });
  });
  return { child, url, errors: () => errors };
}

/** A contact writes, an agent answers with a file, and the file comes back as it was. */
async function talk(account: string, token: string): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${account}${path}`, {
      method,
      headers: { api_access_token: token, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };

  const inbox = await call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } });
  const contact = await call('POST', '/contacts', { name: 'Carla', email: 'carla@example.com' });
  const conversation = await call('POST', '/conversations', {
    inbox_id: inbox.id,
    contact_id: contact.id,
    message: { content: 'Hello?', message_type: 'incoming' },
  });
  const messages = `/conversations/${conversation.id}/messages`;
  const picture = new Blob([Buffer.from('a picture')], { type: 'image/png' });
  const answer = new FormData();
  answer.set('content', 'Hello!');
  answer.set('message_type', 'outgoing');
  answer.append('attachments[]', picture, 'picture.png');
  const answered = await call('POST', messages, answer);

  const { payload } = await call('GET', messages);
  assert.deepEqual(payload.map(({ content }: { content: string }) => content).filter(Boolean), ['Hello?', 'Hello!']);
  const file = await fetch(answered.attachments[0].data_url);
  assert.equal(await file.text(), 'a picture');
}

/** A search is done by a thread that is started for it. */
async function search(account: string, token: string, pid: number | undefined): Promise<void> {
  const threads = `/proc/${pid}/task`;
  const count = () => (existsSync(threads) ? readdirSync(threads).length : null);
  const before = count();
  const response = await fetch(`${account}/conversations/search?q=hello`, { headers: { api_access_token: token } });
  const { meta } = (await response.json()) as { meta: { all_count: number } };

  assert.equal(meta.all_count, 1);
  if (before !== null) assert.equal(count(), before + 1, 'the search has started a thread');
}
