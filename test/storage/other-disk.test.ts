import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation } from '../support/factories.ts';
import { canMount, givenSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts';
import { onlyIf } from '../support/only.ts';
import { pathOf } from '../support/conversation-calls.ts';

let test: TestApp;
let disk: SmallDisk;

onlyIf(canMount(), describe)('DATA_DIR/files on another file system', () => {
  beforeAll(async () => {
    test = await givenApp({ 'server.max_files': '20' });
    disk = givenSmallDisk(1);
    mkdirSync(join(disk.folder, 'files'));
    symlinkSync(join(disk.folder, 'files'), join(test.app.config.data_dir, 'files'));
  });
  afterAll(async () => {
    await test.stop();
    disk.remove();
  });

  async function given() {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    return (bytes: string) => {
      const form = new FormData();
      form.set('message_type', 'outgoing');
      form.set('attachments[]', new Blob([bytes]), 'hello.txt');
      return account.call('POST', pathOf(conversation, '/messages'), form);
    };
  }

  const stored = () => readdirSync(join(disk.folder, 'files'), { recursive: true }).filter((name) => name.length > 32);
  const received = () => readdirSync(join(test.app.config.data_dir, 'uploads'));

  it('takes uploads and gives them back', async () => {
    const upload = await given();

    const { status, body } = await upload('hello');

    expect(status).toBe(201);
    expect(await (await fetch(body.attachments[0].data_url)).text()).toBe('hello');
    expect([stored().length, received()]).toEqual([1, []]);
  });

  it('keeps nothing of a file for which it has no space', async () => {
    const upload = await given();
    const before = stored();

    const { status } = await upload('x'.repeat(2 ** 21));

    expect([status, stored(), received()]).toEqual([507, before, []]);
  });
});
