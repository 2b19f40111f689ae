import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { canMount, givenSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { formWith } from '../support/files/pictures.ts';
import { onlyIf } from '../support/only.ts';
import {
  givenServedAccount,
  messagesIn,
  messagesOf,
  recovered,
  send,
  type ServedAccount,
  settingsFor,
} from '../support/served-account.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';

const FILE = new TextEncoder().encode('a file');

let place: Place;
let disk: SmallDisk;
let receiver: Receiver;
let account: ServedAccount;

onlyIf(canMount(), describe)('a disk with the files of messages that is read-only for a while', () => {
  beforeAll(async () => {
    [place, receiver] = await Promise.all([givenPlace(), givenReceiver()]);
    disk = givenSmallDisk(16);
    mkdirSync(place.dataDir, { recursive: true, mode: 0o700 });
    for (const name of ['files', 'uploads']) {
      mkdirSync(join(disk.folder, name));
      symlinkSync(join(disk.folder, name), join(place.dataDir, name));
    }
    account = await givenServedAccount(place, settingsFor(receiver));
    await account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] });
  });
  afterAll(async () => {
    await account?.server.stop();
    disk?.unprotect();
    disk?.remove();
    await place?.remove();
    await receiver?.stop();
  });

  it('takes messages without files and gives files out meanwhile, and takes files again without a restart', async () => {
    const conversation = await account.newConversation();
    const upload = () =>
      account.call(
        'POST',
        messagesIn(conversation),
        formWith('attachments[]', FILE, { message_type: 'outgoing', content: 'a picture' }, 'a.txt'),
      );
    const before = await upload();

    disk.protect();
    const refusal = await upload();
    const ready = await eventually(
      () => account.ask('/readyz'),
      ({ status }) => status !== 200,
    );
    const alive = await account.ask('/livez');
    const without = await send(account, conversation, 'no picture');
    const given = await fetch(before.body.attachments[0].data_url);
    const text = await given.text();
    disk.unprotect();
    const after = await eventually(upload, ({ status }) => status === 201);
    await recovered(account, receiver);

    expect([refusal.status, refusal.body]).toEqual([
      503,
      { error: 'Service unavailable', message: expect.any(String) },
    ]);
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([ready.body.failed, alive.status, without.status, text]).toEqual([['storage'], 200, 201, 'a file']);
    expect(ready.body.checks.storage).toMatch(/failing/);
    const again = await fetch(after.body.attachments[0].data_url);
    expect(await again.text()).toBe('a file');
    expect([...(await messagesOf(account, conversation)).keys()]).toEqual(
      [before, without, after].map(({ body }) => body.id),
    );
  });
});
