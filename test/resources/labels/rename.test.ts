import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenContact,
  givenConversation,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenLabel(account: TestAccount, title: string): Promise<number> {
  return (await account.call('POST', '/labels', { title })).body.id;
}

/** A conversation and its contact, both with these labels. */
async function givenTagged(account: TestAccount, labels: string[]) {
  const { id, contact } = await givenConversation(account);
  await account.call('POST', `/conversations/${id}/labels`, { labels });
  await account.call('POST', `/contacts/${contact.id}/labels`, { labels });
  return { conversation: id, contact: contact.id };
}

type Tagged = Awaited<ReturnType<typeof givenTagged>>;

async function labelsOf(account: TestAccount, { conversation, contact }: Tagged): Promise<string[][]> {
  const paths = [`/conversations/${conversation}/labels`, `/contacts/${contact}/labels`];
  return Promise.all(paths.map(async (path) => (await account.call('GET', path)).body.payload));
}

async function jobsDone(account: TestAccount): Promise<void> {
  const read = () =>
    test
      .rows()
      .selectFrom('jobs')
      .select('status')
      .where('account_id', '=', account.id)
      .where('kind', '=', 'rename_label')
      .execute();
  await eventually(read, (jobs) => jobs.length > 0 && jobs.every(({ status }) => status === 'done'));
}

describe('a label with a new title', () => {
  it('is renamed on everything that has it, and nothing else changes', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const id = await givenLabel(account, 'vip');
    const tagged = await givenTagged(account, ['first', 'vip', 'last']);
    const untagged = await givenTagged(account, ['vips']);
    const theirs = await givenTagged(other, ['vip']);

    const { status } = await account.call('PATCH', `/labels/${id}`, { title: 'gold' });
    await jobsDone(account);

    expect(status).toBe(200);
    expect(await labelsOf(account, tagged)).toEqual([
      ['first', 'gold', 'last'],
      ['first', 'gold', 'last'],
    ]);
    expect(await labelsOf(account, untagged)).toEqual([['vips'], ['vips']]);
    expect(await labelsOf(other, theirs)).toEqual([['vip'], ['vip']]);
  });

  it('is there once where both titles were', async () => {
    const account = await givenAccount(test);
    const id = await givenLabel(account, 'vip');
    const tagged = await givenTagged(account, ['gold', 'vip']);

    await account.call('PATCH', `/labels/${id}`, { title: 'gold' });
    await jobsDone(account);

    expect(await labelsOf(account, tagged)).toEqual([['gold'], ['gold']]);
  });

  it('is recorded as an update of each conversation', async () => {
    const account = await givenAccount(test);
    const id = await givenLabel(account, 'vip');
    const tagged = await givenTagged(account, ['vip']);

    const events = await eventsDuring(test, account, async () => {
      await account.call('PATCH', `/labels/${id}`, { title: 'gold' });
      await jobsDone(account);
    });

    expect(typesOf(events)).toEqual(['conversation_updated']);
    expect(changesOf(events[0]!)).toEqual({ label_list: [['vip'], ['gold']] });
    expect(events[0]!.payload).toMatchObject({ conversation: { id: tagged.conversation }, labels: ['gold'] });
  });

  it('has the last title after several changes', async () => {
    const account = await givenAccount(test);
    const id = await givenLabel(account, 'vip');
    const tagged = await givenTagged(account, ['vip']);

    for (const title of ['gold', 'silver', 'gold', 'bronze']) await account.call('PATCH', `/labels/${id}`, { title });
    await jobsDone(account);

    expect(await labelsOf(account, tagged)).toEqual([['bronze'], ['bronze']]);
  });

  it('reaches more conversations than fit into one batch', async () => {
    const account = await givenAccount(test);
    const id = await givenLabel(account, 'vip');
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const conversations = 120;
    // One after the other: all at once would wait longer for the contact on a busy machine than a request may.
    for (let made = 0; made < conversations; made += 1) {
      await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    }
    await test
      .rows()
      .updateTable('conversations')
      .set({ labels: '["vip"]' as never })
      .where('account_id', '=', account.id)
      .execute();

    await account.call('PATCH', `/labels/${id}`, { title: 'gold' });
    await jobsDone(account);

    const rows = await test
      .rows()
      .selectFrom('conversations')
      .select('labels')
      .where('account_id', '=', account.id)
      .execute();
    expect(rows.map(({ labels }) => labels)).toEqual(Array.from({ length: conversations }, () => ['gold']));
  });

  it('queues no job when only other fields change', async () => {
    const account = await givenAccount(test);
    const id = await givenLabel(account, 'vip');

    await account.call('PATCH', `/labels/${id}`, { title: 'VIP', color: '#000000' });

    expect(await test.rows().selectFrom('jobs').selectAll().where('account_id', '=', account.id).execute()).toEqual([]);
  });
});

describe('a label that is deleted', () => {
  it('is removed from everything that has it', async () => {
    const account = await givenAccount(test);
    const id = await givenLabel(account, 'vip');
    const tagged = await givenTagged(account, ['first', 'vip']);

    const { status, text } = await account.call('DELETE', `/labels/${id}`);
    const again = await account.call('DELETE', `/labels/${id}`);
    await jobsDone(account);

    expect([status, text]).toEqual([200, '']);
    expect([again.status, again.body.error]).toEqual([404, 'Label not found']);
    expect(await labelsOf(account, tagged)).toEqual([['first'], ['first']]);
  });

  it('is removed also where its last title was not applied yet', async () => {
    const account = await givenAccount(test);
    const id = await givenLabel(account, 'vip');
    const tagged = await givenTagged(account, ['vip']);

    await account.call('PATCH', `/labels/${id}`, { title: 'gold' });
    await account.call('DELETE', `/labels/${id}`);
    await jobsDone(account);

    expect(await labelsOf(account, tagged)).toEqual([[], []]);
  });
});
