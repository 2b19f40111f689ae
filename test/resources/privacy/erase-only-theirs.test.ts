import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, pathOf } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { send } from '../../support/send.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' });
});
afterAll(() => test.stop());

/** Erases the contact, and waits until that is done. Returns the counts of its proof. */
async function erase(account: TestAccount, { id }: { id: number }): Promise<Record<string, number>> {
  const { body: erasure } = await account.call('POST', `/contacts/${id}/erase`);
  const { body } = await eventually(
    () => account.call('GET', `/erasures/${erasure.id}`),
    (answer) => answer.body.status === 'done',
  );
  return body.deleted;
}

/** The account's conversation number 1, of a contact with these values, who wrote the text. */
async function givenWriter(account: TestAccount, contact: Record<string, unknown>, content: string) {
  const inbox = await givenInbox(account);
  const writer = await givenContact(account, contact);
  return { contact: writer, conversation: await givenAsked(account, inbox, writer, content) };
}

async function givenAsked(account: TestAccount, inbox: { id: number }, contact: { id: number }, content: string) {
  const of = { inbox_id: inbox.id, contact_id: contact.id };
  const { body: conversation } = await account.call('POST', '/conversations', of);
  await ask(account, conversation, { content });
  return conversation;
}

/**
 * Calls with a new `Idempotency-Key`. The function it returns repeats the request, and gives the text of its answer, which is
 * empty where it is not kept any more.
 */
async function callOnce(account: TestAccount, path: string, body: object) {
  const headers = { 'Idempotency-Key': randomUUID() };
  const { text, body: first } = await account.call('POST', path, body, { headers });
  const again = async () => {
    const repeated = await send(`${test.url}${account.path}${path}`, {
      method: 'POST',
      headers: { ...headers, api_access_token: account.administrator.token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return repeated.text;
  };
  return { id: Number(first.id), text, again };
}

const outbox = () => join(test.app.config.data_dir, 'outbox');

/** The names of the mails that wait in the outbox and have the text. */
function mailsWith(text: string): string[] {
  mkdirSync(outbox(), { recursive: true });
  return readdirSync(outbox()).filter((name) => readFileSync(join(outbox(), name), 'utf8').includes(text));
}

/** Has the conversation's transcript written to the outbox, to an address that no other mail has, which is returned. */
async function givenTranscript(account: TestAccount, conversation: { id: number }): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  await account.call('POST', pathOf(conversation, '/transcript'), { email });
  await eventually(
    async () => mailsWith(email),
    (mails) => mails.length === 1,
  );
  return email;
}

describe('what an erasure leaves', () => {
  it('is what other accounts have kept for an Idempotency-Key, also about the same number and address', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const email = `${randomUUID()}@example.com`;
    const erased = await givenWriter(account, { email }, 'Hello');
    const stays = await givenWriter(other, {}, 'Hello');
    const own = await callOnce(account, pathOf(erased.conversation, '/toggle_status'), { status: 'resolved' });
    const kept = [
      await callOnce(other, pathOf(stays.conversation, '/toggle_status'), { status: 'resolved' }),
      await callOnce(other, '/contacts', { name: 'The same', email }),
    ];

    await erase(account, erased.contact);

    expect(await own.again()).toBe('');
    for (const { text, again } of kept) expect(await again()).toBe(text);
  });

  it('is the kept answer about a thing of another kind with the same id', async () => {
    const account = await givenAccount(test);
    const spare = await givenContact(account);
    const act = () =>
      callOnce(account, '/bulk_actions', { type: 'Contact', ids: [spare.id], labels: { add: ['vip'] } });
    let [contact, bulk] = [await givenContact(account), await act()];
    while (contact.id !== bulk.id) {
      if (contact.id < bulk.id) contact = await givenContact(account);
      else bulk = await act();
    }

    await erase(account, contact);

    expect(await bulk.again()).toBe(bulk.text);
  });

  it('are mails of others that have the same name or number in them', async () => {
    const account = await givenAccount(test);
    const number = String(randomInt(10_000_000, 99_999_999));
    const contact = await givenContact(account, { name: 'Maria', identifier: number });
    const other = await givenWriter(account, { name: 'Otto' }, `Maria told me about order ${number}`);
    const email = await givenTranscript(account, other.conversation);

    const deleted = await erase(account, contact);

    expect([mailsWith(email).length, deleted['mails']]).toEqual([1, undefined]);
  });

  it('are mails of other accounts, also with the same address in them', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const email = `${randomUUID()}@example.com`;
    const contact = await givenContact(account, { email });
    const { conversation } = await givenWriter(other, { email }, `I am ${email}`);
    const to = await givenTranscript(other, conversation);

    await erase(account, contact);

    expect(mailsWith(to)).toHaveLength(1);
  });

  it('is no mail about the contact, also where its conversation is gone and it is only named', async () => {
    const account = await givenAccount(test);
    const { contact, conversation } = await givenWriter(account, { name: 'Maria' }, 'Hello');
    const email = await givenTranscript(account, conversation);
    await account.call('DELETE', pathOf(conversation));

    await erase(account, contact);

    expect(mailsWith(email)).toEqual([]);
  });

  it('is no mail of the account with the address in it or in an attached file, nor one that does not say whose it is', async () => {
    const account = await givenAccount(test);
    const email = `${randomUUID()}@example.com`;
    const contact = await givenContact(account, { email });
    const other = await givenWriter(account, { name: 'Otto' }, `Write to ${email}`);
    const to = await givenTranscript(account, other.conversation);
    const former = `former-${randomUUID()}`;
    writeFileSync(join(outbox(), `${former}.eml`), `Subject: ${former}\n\nFrom ${email}\n`);
    const importing = new FormData();
    importing.set('import_file', new Blob([`email,phone_number\n${email},x\n`]), `${former}.csv`);
    await account.call('POST', '/contacts/import', importing);
    await eventually(
      async () => mailsWith(former),
      (mails) => mails.length === 2,
    );

    await erase(account, contact);

    expect([mailsWith(to), mailsWith(former)]).toEqual([[], []]);
  });
});
