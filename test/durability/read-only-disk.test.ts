import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { canFail, type FailingDisk, givenFailingDisk } from '../support/faults/read-only-disk.ts';
import { formWith } from '../support/files/pictures.ts';
import { onlyIf } from '../support/only.ts';
import { runParley, serveParley } from '../support/parley.ts';
import {
  givenServedAccount,
  messagesIn,
  messagesOf,
  recovered,
  type Reply,
  send,
  type ServedAccount,
  settingsFor,
} from '../support/served-account.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';

const MESSAGES = 5;

let disk: FailingDisk;
let own: Place;
let receiver: Receiver;
let account: ServedAccount;

// The kernel lets nothing be written before such a disk was taken away; so the server is started again.
onlyIf(canFail(), describe)('a disk that the kernel has made read-only', () => {
  beforeAll(async () => {
    [own, receiver] = await Promise.all([givenPlace(), givenReceiver()]);
    disk = givenFailingDisk();
    const place = { ...own, dataDir: join(disk.folder, 'data') };
    account = await givenServedAccount(place, settingsFor(receiver));
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  });
  afterAll(async () => {
    await account?.server.stop();
    disk?.remove();
    await own?.remove();
    await receiver?.stop();
  });

  it('refuses what it cannot keep with an explanation, says so, and has all that was acknowledged', async () => {
    const conversation = await account.newConversation();
    const acknowledged = new Map<number, string>();
    const write = async (content: string): Promise<Reply> => {
      const reply = await send(account, conversation, content);
      if (reply.status === 201) acknowledged.set(reply.body.id, content);
      return reply;
    };
    for (let number = 0; number < MESSAGES; number += 1) await write(`before ${number}`);

    disk.fail();
    const replies = await Promise.all(Array.from({ length: MESSAGES }, (_, number) => write(`meanwhile ${number}`)));
    const upload = await account.call(
      'POST',
      messagesIn(conversation),
      formWith('attachments[]', new TextEncoder().encode('a file'), { message_type: 'outgoing' }, 'a.txt'),
    );
    const ready = await eventually(
      () => account.ask('/readyz'),
      ({ status }) => status !== 200,
    );
    const alive = await account.ask('/livez');
    const command = await runParley(['platform-token', 'create', '--name', 'x'], account.place);
    await account.server.kill();
    disk.repair();
    account.server = await serveParley(account.place, settingsFor(receiver));

    expectUnavailable(upload);
    // PostgreSQL's rows are on another disk.
    for (const reply of replies.filter(({ status }) => status !== 201)) expectUnavailable(reply);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(own.databaseUrl ? MESSAGES : 0);
    expect([ready.status, ready.body.failed.includes('storage'), alive.status]).toEqual([503, true, 200]);
    expect(ready.body.checks.storage).toMatch(/failing/);
    if (!own.databaseUrl) {
      expect(ready.body.failed).toContain('database');
      expect([command.code, command.stderr]).toEqual([1, expect.stringMatching(/read-only|cannot be written/)]);
    }
    expect(await messagesOf(account, conversation)).toEqual(acknowledged);
    await recovered(account, receiver);
  });
});

function expectUnavailable({ status, headers, body }: Reply): void {
  expect({ status, body }).toEqual({
    status: 503,
    body: { error: 'Service unavailable', message: expect.any(String) },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}
