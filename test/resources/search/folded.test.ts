import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NOT_FOLDED, foldAgain } from '../../../src/db/search/fold-again.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/conversation-calls.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const query = (text: string) => encodeURIComponent(text);
const contacts = async (account: TestAccount, text: string): Promise<string[]> =>
  (await account.call('GET', `/contacts/search?q=${query(text)}`)).body.payload.map(
    ({ name }: { name: string }) => name,
  );

describe('a search', () => {
  it.each([
    ['Zoë', 'zoe'],
    ['Müller', 'MULLER'],
    ['Nguyễn Văn Đạt', 'nguyen van dat'],
    ['Straße', 'strasse'],
    ['Søren Łukasz', 'soren lukasz'],
    ['Zoë'.normalize('NFD'), 'zoë'.normalize('NFC')],
    ['Tiếng'.normalize('NFC'), 'tiếng'.normalize('NFD')],
    ['İpek', 'ipek'],
  ])('finds %s by "%s": contacts, conversations and messages', async (name, text) => {
    const account = await givenAccount(test);
    const { id } = await givenContact(account, { name });
    await givenContact(account, { name: 'Somebody Else' });
    const inbox = await givenInbox(account);
    const begun = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: id });
    const conversation = begun.body;
    const { body: message } = await ask(account, conversation, { content: `This is ${name}, hello` });

    const { body } = await account.call('GET', `/search?q=${query(text)}`);
    const { body: listed } = await account.call('GET', `/conversations/search?q=${query(text)}`);

    expect(await contacts(account, text)).toEqual([name]);
    expect(body.payload.contacts.map((one: { id: number }) => one.id)).toEqual([id]);
    expect(body.payload.conversations.map((one: { id: number }) => one.id)).toEqual([conversation.id]);
    expect(body.payload.messages.map((one: { id: number }) => one.id)).toEqual([message.id]);
    expect(listed.payload.map((one: { id: number }) => one.id)).toEqual([conversation.id]);
  });

  it('tells letters apart that are no accents', async () => {
    const account = await givenAccount(test);
    for (const name of ['กิน', 'กัน']) await givenContact(account, { name });

    expect(await contacts(account, 'กิน')).toEqual(['กิน']);
  });

  it('finds what was indexed before, once it has been written again', async () => {
    const account = await givenAccount(test);
    const { id } = await givenContact(account, { name: 'Zoë' });
    await contacts(account, 'zoe');
    const rows = test.rows();
    await rows.updateTable('contact_texts').set({ text: 'zoë' }).where('contact_id', '=', id).execute();
    const before = await contacts(account, 'zoe');

    let folding: Parameters<typeof foldAgain>[1] | null = NOT_FOLDED;
    while (folding !== null) folding = await foldAgain(test.app.tx(), folding);

    expect([before, await contacts(account, 'zoe')]).toEqual([[], ['Zoë']]);
  });
});

describe('a phone number', () => {
  it.each(['+49 156 055', '(156)', '0156 055', '0049156055', '0049 (0)156', '156-055', '+49156055', '156055'])(
    'is found as people type it: %s',
    async (text) => {
      const account = await givenAccount(test);
      await givenContact(account, { name: 'Carla', phone_number: '+4915605512345' });
      await givenContact(account, { name: 'Other', phone_number: '+4930123456' });

      const { body } = await account.call('GET', `/search/contacts?q=${query(text)}`);

      expect(await contacts(account, text)).toEqual(['Carla']);
      expect(body.payload.contacts.map(({ name }: { name: string }) => name)).toEqual(['Carla']);
    },
  );

  it('is still found in other values as it is written there', async () => {
    const account = await givenAccount(test);
    await givenContact(account, { name: 'Carla', identifier: 'order 0156-7' });

    expect(await contacts(account, '0156-7')).toEqual(['Carla']);
    expect(await contacts(account, '156 7')).toEqual([]);
  });
});
