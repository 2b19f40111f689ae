import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { pathOf as fileOf } from '../../../src/storage/files.ts';
import { jobKinds } from '../../../src/jobs/job-kinds.ts';
import { type JobRunner, startJobRunner } from '../../../src/jobs/queue/run-jobs.ts';
import { removeBatch } from '../../../src/resources/inboxes/remove-inbox.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenFile,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { pathOf, reply } from '../../support/conversation-calls.ts';

const MANY = 105;
/** So many of them begin with a message. */
const BEGUN_WITH_MESSAGE = 20;

let test: TestApp;
let runner: JobRunner | null = null;
beforeAll(async () => {
  // Hundreds of requests at once wait for ten connections, long where other suites use the machine too.
  test = await givenApp({}, { jobs: false, databaseWaitMs: 60_000 });
});
// What is asked for later is not done beside the test that asks.
afterEach(() => runner?.stop());
afterAll(() => test.stop());

/** An inbox with many conversations, of which the first has a file, and a conversation elsewhere. */
async function givenLargeInbox() {
  const account = await givenAccount(test);
  const inbox = await givenInbox(account, { type: 'email', email: `a${account.id}@example.com` });
  const contact = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
  const about = { inbox_id: inbox.id, contact_id: contact.id };
  for (let begun = 0; begun < MANY; begun += 1) {
    const status = begun % 2 === 0 ? 'open' : 'resolved';
    const message = begun < BEGUN_WITH_MESSAGE && { message: { content: `word${begun}` } };
    await account.call('POST', '/conversations', { ...about, status, ...message });
  }
  const file = await givenFile(account, 1);
  const other = await givenConversation(account);
  return { account, inbox, contact, file, other };
}

const countOf = async (account: TestAccount) =>
  (await account.call('GET', '/conversations?status=all')).body.data.meta.all_count;

/** Rows that say so beside the number that is kept. */
async function rowsIn(inboxId: number): Promise<number> {
  const rows = await test.rows().selectFrom('conversations').select('id').where('inbox_id', '=', inboxId).execute();
  return rows.length;
}

describe('DELETE /inboxes/{id} with many conversations', () => {
  it('hides the inbox at once, and frees its address and its place in the plan', async () => {
    const { account, inbox, contact } = await givenLargeInbox();
    const { token } = await givenAgent(test, account, 'Mia', { inboxes: [inbox.id] });
    await account.call('POST', '/webhooks', { url: 'https://example.com/a', inbox_id: inbox.id });

    const answer = await account.call('DELETE', `/inboxes/${inbox.id}`);

    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'The inbox is deleted, and its conversations are being removed.' },
    });
    const refusals = await Promise.all([
      account.call('GET', `/inboxes/${inbox.id}`),
      account.call('DELETE', `/inboxes/${inbox.id}`),
      account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'Again' }),
      account.call('GET', `/inbox_members/${inbox.id}`),
      account.call('GET', `/assignable_agents?inbox_ids[]=${inbox.id}`),
      account.call('POST', '/webhooks', { url: 'https://example.com/b', inbox_id: inbox.id }),
      account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id }),
      account.call('POST', `/contacts/${contact.id}/contact_inboxes`, { inbox_id: inbox.id }),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual(Array(8).fill([404, 'Inbox not found']));
    const bySourceId = await account.call('POST', '/conversations', { source_id: 'carla@example.com' });
    expect([bySourceId.status, bySourceId.body.error]).toEqual([404, 'Contact inbox not found']);
    const inboxesOf = async (path: string) => (await account.call('GET', path)).body.payload;
    expect((await inboxesOf('/inboxes')).map(({ id }: { id: number }) => id)).not.toContain(inbox.id);
    expect(await inboxesOf(`/contacts/${contact.id}/contactable_inboxes`)).not.toContainEqual(
      expect.objectContaining({ inbox: expect.objectContaining({ id: inbox.id }) }),
    );
    expect((await account.call('GET', `/contacts/${contact.id}`)).body.contact_inboxes).toEqual([]);
    expect((await account.call('GET', '/webhooks')).body).toEqual([]);
    expect((await account.call('GET', '/conversations', undefined, { token })).body.data.payload).toEqual([]);
    const plan = { limits: JSON.stringify({ inboxes: 2 }) as never };
    await test.rows().updateTable('accounts').set(plan).where('id', '=', account.id).execute();
    expect(await givenInbox(account, { type: 'email', email: inbox.email })).toMatchObject({ email: inbox.email });
  });

  it('happens once, however many request it at once', async () => {
    const { account, inbox } = await givenLargeInbox();

    const answers = await Promise.all([1, 2, 3].map(() => account.call('DELETE', `/inboxes/${inbox.id}`)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  it('removes the conversations after that, with their counts and files, and nothing else', async () => {
    const { account, inbox, file, other } = await givenLargeInbox();
    await account.call('DELETE', `/inboxes/${inbox.id}`);

    runner = startJobRunner(test.app, jobKinds);
    runner.wake();
    await eventually(
      () => test.rows().selectFrom('channels').select('id').where('id', '=', inbox.channel_id).execute(),
      (channels) => channels.length === 0,
    );

    expect(await rowsIn(inbox.id)).toBe(0);
    expect(await countOf(account)).toBe(1);
    expect((await account.call('GET', `/conversations/${other.id}`)).status).toBe(200);
    expect((await account.call('GET', '/conversations/search?q=word1')).body.payload).toEqual([]);
    expect((await fetch(file)).status).toBe(404);
    const [key = ''] = new URL(file).pathname.split('/').slice(2);
    await eventually(
      () => existsSync(fileOf(test.app.config.data_dir, key)),
      (isThere) => !isThere,
    );
    expect(
      await test.rows().selectFrom('conversation_counts').select('count').where('inbox_id', '=', inbox.id).execute(),
    ).toEqual([]);
  });

  it('keeps the counts right while it goes on', async () => {
    const { account, inbox } = await givenLargeInbox();
    await account.call('DELETE', `/inboxes/${inbox.id}`);

    const first = await removeBatch(test.app.tx(), inbox.id, new Date());
    const said = await reply(account, { id: MANY }, { content: 'too late' });
    const left = await rowsIn(inbox.id);

    expect([first.isLast, first.count, left]).toEqual([false, MANY - left, expect.any(Number)]);
    expect(left).toBeGreaterThan(0);
    expect(said.status).toBe(201);
    expect(await countOf(account)).toBe(left + 1);
  });

  it('answers concurrent requests, and refuses only those for what is gone', async () => {
    const { account, inbox, contact, other } = await givenLargeInbox();
    const [single, double] = [await givenContact(account), await givenContact(account)];
    const numbers = Array.from({ length: MANY }, (_, index) => ({ id: index + 1 }));
    await Promise.all(
      [single, double].map(({ id }) => account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: id })),
    );
    runner = startJobRunner(test.app, jobKinds);

    const deletion = account.call('DELETE', `/inboxes/${inbox.id}`).finally(() => runner?.wake());
    const answers = await Promise.all([
      account.call('POST', '/actions/contact_merge', { base_contact_id: contact.id, mergee_contact_id: double.id }),
      account.call('DELETE', `/contacts/${single.id}`),
      ...numbers.flatMap((conversation) => [
        account.call('POST', pathOf(conversation, '/messages'), { content: 'x', message_type: 'outgoing' }),
        account.call('POST', pathOf(conversation, '/toggle_status'), { status: 'pending' }),
        account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id }),
        account.call('POST', '/conversations', { inbox_id: other.inbox_id, contact_id: contact.id }),
        ...(conversation.id % 10 === 0 ? [account.call('DELETE', pathOf(conversation))] : []),
      ]),
    ]);
    await eventually(
      () => test.rows().selectFrom('channels').select('id').where('id', '=', inbox.channel_id).execute(),
      (channels) => channels.length === 0,
    );

    expect((await deletion).status).toBe(200);
    expect(
      [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 201, 404].includes(status)),
    ).toEqual([]);
    expect([await rowsIn(inbox.id), await countOf(account)]).toEqual([0, await rowsIn(other.inbox_id)]);
  });
});
