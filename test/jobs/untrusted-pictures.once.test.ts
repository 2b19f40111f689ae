import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { givenApp } from '../support/app.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, givenConversation, type TestAccount } from '../support/factories.ts';
import { blackPng } from '../support/files/media.ts';
import { type Served, serveParley } from '../support/parley.ts';
import { withRows } from '../support/database/rows.ts';
import { messagesOf, pathOf } from '../support/conversation-calls.ts';

const MEGABYTE = 1024 * 1024;

let place: Place;
let server: Served | undefined;
beforeAll(async () => {
  place = await givenPlace();
});
afterEach(() => server?.kill());
afterAll(() => place.remove());

/** An account in the place, and a conversation of it. */
async function given() {
  const app = await givenApp({}, { place, jobs: false });
  const account = await givenAccount(app);
  const conversation = await givenConversation(account);
  await app.stop();
  return { account, conversation };
}

type Given = Awaited<ReturnType<typeof given>>;

async function send(server: Served, { account, conversation }: Given, picture: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set('message_type', 'outgoing');
  form.append('attachments[]', new Blob([picture]), 'picture.png');
  const path = `${account.path}${pathOf(conversation, '/messages')}`;
  const { status } = await fetch(`${server.url}${path}`, { method: 'POST', headers: headersOf(account), body: form });
  expect(status).toBe(201);
}

type Shown = { width: number; height: number; data_url: string; thumb_url: string };

async function attachmentIn(answer: Response): Promise<Shown> {
  const { payload } = (await answer.json()) as { payload: [{ attachments: [Shown] }] };
  return payload[0].attachments[0];
}

const headersOf = (account: TestAccount) => ({ api_access_token: account.administrator.token });

/** Bytes that the process has taken at most since it was started. */
function mostMemory({ child }: Served): number {
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** The one job for a thumbnail, as it ended. */
async function finishedJob(app: Awaited<ReturnType<typeof givenApp>>) {
  const read = () =>
    app
      .rows()
      .selectFrom('jobs')
      .select(['status', 'last_error'])
      .where('kind', '=', 'make_thumbnail')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  return eventually(read, ({ status }) => status !== 'pending');
}

describe('a picture of unknown origin', () => {
  it('uses no memory for the colour profile and texts in it', async () => {
    const packed = deflateSync(Buffer.alloc(512 * MEGABYTE), { level: 1 });
    const named = Buffer.concat([Buffer.from('x\0\0'), packed]);
    const one = await given();
    server = await serveParley(place);

    await send(
      server,
      one,
      blackPng(400, 400, 8, [
        ['iCCP', named],
        ['zTXt', named],
      ]),
    );

    const path = `${server.url}${one.account.path}${pathOf(one.conversation, '/messages')}`;
    const shown = await eventually(
      async () => attachmentIn(await fetch(path, { headers: headersOf(one.account) })),
      ({ thumb_url: small, data_url: whole }) => small !== whole,
    );
    expect(shown).toMatchObject({ width: 400, height: 400 });
    expect(mostMemory(server)).toBeLessThan(400 * MEGABYTE);
  });

  it('is shown as it is when making it smaller would take too much memory', async () => {
    const app = await givenApp();
    const account = await givenAccount(app);
    const conversation = await givenConversation(account);
    const form = new FormData();
    form.set('message_type', 'outgoing');
    form.append('attachments[]', new Blob([blackPng(5000, 5000, 16)]), 'picture.png');

    await account.call('POST', pathOf(conversation, '/messages'), form);

    const job = await finishedJob(app);
    const [message] = await messagesOf(account, conversation);
    expect(job).toEqual({ status: 'dead', last_error: expect.stringContaining('too much memory') });
    expect(message.attachments[0].thumb_url).toBe(message.attachments[0].data_url);
    await app.stop();
  });

  it('is not tried again when the process ended while it was made smaller', async () => {
    const one = await given();
    server = await serveParley(place);
    const marks = () => globSync('uploads/read-by-job-*', { cwd: place.dataDir });

    await send(server, one, blackPng(6000, 4000));
    await eventually(marks, ({ length }) => length > 0);
    await server.kill();
    // As if its lease were over.
    await withRows(place, (rows) =>
      rows
        .updateTable('jobs')
        .set({ due_at: new Date(0) })
        .execute(),
    );
    const app = await givenApp({}, { place });

    const job = await finishedJob(app);
    expect(job).toEqual({ status: 'dead', last_error: expect.stringContaining('the process ended') });
    expect(marks()).toEqual([]);
    await app.stop();
  });
});
