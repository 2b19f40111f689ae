import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf } from '../../support/conversation-calls.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { placesOf } from '../../support/database/search-everything.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { readZip } from '../../support/files/read-zip.ts';
import { killParley, runParley } from '../../support/parley.ts';

let place: Place;
let test: TestApp;
beforeAll(async () => {
  place = await givenPlace();
  test = await givenApp({}, { place, jobs: false });
});
afterAll(async () => {
  await test.stop();
  await place.remove();
});

const newMark = () => `zq${randomBytes(6).toString('hex')}`;
const run = (account: TestAccount, ...args: string[]) =>
  runParley(['contacts', ...args, '--account', String(account.id)], place);

async function sendFile(account: TestAccount, conversation: { id: number }, content: string): Promise<void> {
  const form = new FormData();
  form.set('message_type', 'incoming');
  form.append('attachments[]', new Blob([content], { type: 'text/plain' }), 'file.txt');
  await account.call('POST', pathOf(conversation, '/messages'), form);
}

/** A contact who has said the mark in so many conversations. */
async function givenMarked(account: TestAccount, mark: string, conversations: number) {
  const inbox = await givenInbox(account);
  const contact = await givenContact(account, { name: `Carla ${mark}`, email: `${mark}@example.com` });
  for (let count = 0; count < conversations; count += 1) {
    const of = { inbox_id: inbox.id, contact_id: contact.id };
    const { body } = await account.call('POST', '/conversations', of);
    await ask(account, body, { content: `${mark} ${count}` });
    if (count === 0) await sendFile(account, body, mark);
  }
  return contact as { id: number };
}

describe('parley contacts', () => {
  it('exports all that is stored of a contact', async () => {
    const account = await givenAccount(test);
    const contact = await givenMarked(account, newMark(), 2);
    const file = join(place.dataDir, 'contact.zip');

    const { code, stdout } = await run(account, 'export', String(contact.id), '--output', file, '--json');

    expect([code, JSON.parse(stdout)]).toEqual([0, { contact_id: contact.id, file }]);
    const names = [...readZip(readFileSync(file)).keys()];
    expect(names.filter((name) => name.endsWith('messages.json'))).toHaveLength(2);
  });

  it('erases a contact, and shows the proof again', async () => {
    const account = await givenAccount(test);
    const mark = newMark();
    const contact = await givenMarked(account, mark, 3);

    const { code, stdout } = await run(account, 'erase', String(contact.id), '--json');
    const proof = JSON.parse(stdout);
    const list = await run(account, 'erasures');

    expect([code, proof]).toMatchObject([
      0,
      { contact_id: contact.id, status: 'done', requested_by: null, deleted: { contacts: 1, conversations: 3 } },
    ]);
    expect(await placesOf(test, mark)).toEqual([]);
    expect(list.stdout).toContain(`contact ${contact.id}, asked for by the command line at ${proof.requested_at}`);
    expect(list.stdout).toContain(`SHA-256 ${proof.digest}`);
  });

  it('goes on after kill -9 where it was, and counts everything once', async () => {
    const account = await givenAccount(test);
    const mark = newMark();
    const contact = await givenMarked(account, mark, 80);
    const left = async () =>
      (await test.rows().selectFrom('conversations').select('id').where('account_id', '=', account.id).execute())
        .length;
    const args = ['contacts', 'erase', String(contact.id), '--account', String(account.id)];

    const signal = await killParley(args, place, async () => void (await eventually(left, (count) => count < 80)));
    const { code, stdout } = await runParley([...args, '--json'], place);

    // It may have been faster than the signal; then there is nothing to erase any more.
    if (signal === 'SIGKILL') {
      expect([code, JSON.parse(stdout)]).toMatchObject([0, { deleted: { contacts: 1, conversations: 80 } }]);
    }
    expect(await placesOf(test, mark)).toEqual([]);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(0);
  });

  it.each([
    [['erase', '999999', '--account', '1'], 1, 'not found'],
    [['export', '999999', '--account', '999999'], 1, 'Account not found'],
    [['export', '1', '--account', '1', '--json'], 2, 'name a file with --output'],
    [['erase', '1'], 2, "required option '--account <id>'"],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await runParley(['contacts', ...args], place);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });
});
