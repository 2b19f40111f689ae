import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ageConversation, givenOld, givenOldContact, statusesOf } from '../../support/time/aged.ts';
import { HOUR } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { ask, messagesOf, shown, toggle } from '../../support/conversation-calls.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenConversation, givenFile, type TestAccount } from '../../support/factories.ts';
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

/** An account that keeps everything for so many days. */
async function givenAccountKeeping(days: number | null, name = 'Acme'): Promise<TestAccount> {
  const account = await givenAccount(test, name);
  const settings = {
    prune_conversations_after: days,
    prune_attachments_after: days,
    prune_contacts_after: days,
  };
  const { status, text } = await account.call('PATCH', '', settings);
  if (status !== 200) throw new Error(text);
  return account;
}

async function prune(account: TestAccount, ...args: string[]) {
  const { code, stdout, stderr } = await runParley(
    ['prune', '--account', String(account.id), '--json', ...args],
    place,
  );
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as { dry_run: boolean; accounts: Record<string, unknown>[] };
}

const filesOnDisk = () =>
  readdirSync(join(place.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    .length;
const statusOf = async (url: string) => (await fetch(url)).status;

describe('parley prune', () => {
  it('removes what the account does not keep any longer, after saying exactly what', async () => {
    const account = await givenAccountKeeping(30);
    const other = await givenAccountKeeping(null, 'Other');
    const gone = [await givenOld(test, account, 40), await givenOld(test, account, 31)];
    const open = await givenOld(test, account, 40, { status: 'open' });
    const young = await givenOld(test, account, 29);
    const theirs = await givenOld(test, other, 400);
    const alone = await givenOldContact(test, account, 40);
    const youngAlone = await givenOldContact(test, account, 20);
    const online = await givenOldContact(test, account, 40);
    const onlineUntil = { account_id: account.id, contact_id: online.id, online_until: new Date(Date.now() + HOUR) };
    await test.rows().insertInto('presences').values(onlineUntil).execute();

    const dry = await prune(account, '--dry-run');
    const untouched = await statusesOf(
      account,
      [...gone, open, young].map(({ conversation }) => conversation),
    );
    const done = await prune(account);
    const again = await prune(account);

    expect(untouched).toEqual([200, 200, 200, 200]);
    expect(dry).toEqual({
      dry_run: true,
      accounts: [
        {
          account_id: account.id,
          name: 'Acme',
          conversations: { count: 2, messages: expect.any(Number), bytes: 10 },
          attachments: { count: 1, bytes: 5 },
          // Those of the conversations, and the one without any.
          contacts: { count: 3, bytes: 0 },
        },
      ],
    });
    expect(done).toEqual({ ...dry, dry_run: false });
    expect(again.accounts).toMatchObject([
      { conversations: { count: 0, messages: 0, bytes: 0 }, attachments: { count: 0 }, contacts: { count: 0 } },
    ]);
    expect(
      await statusesOf(
        account,
        gone.map(({ conversation }) => conversation),
      ),
    ).toEqual([404, 404]);
    expect(await statusesOf(account, [open.conversation, young.conversation])).toEqual([200, 200]);
    expect(await statusesOf(other, [theirs.conversation])).toEqual([200]);
    const contacts = await Promise.all(
      [...gone.map(({ contact }) => contact), alone, youngAlone, open.contact, online].map(({ id }) =>
        account.call('GET', `/contacts/${id}`),
      ),
    );
    expect(contacts.map(({ status }) => status)).toEqual([404, 404, 404, 200, 200, 200]);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(4);
    const { body: counts } = await account.call('GET', '/conversations/meta?status=all');
    expect(counts.meta.all_count).toBe(2);
    // The command removes the files itself, without waiting for a server.
    expect(await Promise.all([...gone, open, young, theirs].map(({ file }) => statusOf(file)))).toEqual([
      404, 404, 404, 200, 200,
    ]);
  });

  it('leaves a message whose file it removes, with a note', async () => {
    const account = await givenAccountKeeping(10);
    const { conversation } = await givenOld(test, account, 11, { status: 'open' });
    await ask(account, conversation, { content: 'Still there?' });
    const before = await messagesOf(account, conversation);

    await prune(account);

    const [message, said] = await messagesOf(account, conversation);
    expect([message.id, said.content]).toEqual([before[0].id, 'Still there?']);
    expect(message).toMatchObject({
      content: 'The file of this message was removed because of its age',
      attachments: [],
      content_attributes: {
        removed_attachments: [{ file_type: 'file', file_size: 5, removed_at: expect.any(String) }],
      },
    });
  });

  it('takes --older-than in place of what accounts have set', async () => {
    const account = await givenAccountKeeping(null);
    const { conversation } = await givenOld(test, account, 8);
    const young = await givenOld(test, account, 6);

    const unset = await prune(account);
    const { accounts } = await prune(account, '--older-than', '7');

    expect(unset.accounts).toEqual([]);
    expect(accounts).toMatchObject([{ conversations: { count: 1 }, contacts: { count: 1 } }]);
    expect(await statusesOf(account, [conversation, young.conversation])).toEqual([404, 200]);
  });

  it('says it in words as well', async () => {
    const account = await givenAccountKeeping(30);
    await givenOld(test, account, 40);

    const { stdout } = await runParley(['prune', '--dry-run', '--account', String(account.id)], place);

    expect(stdout).toBe(
      `This would be removed:\naccount ${account.id} (Acme): 1 conversation with 2 messages and 5 bytes of files, 0 files of other messages (0 bytes), 1 contact (0 bytes of pictures)\n`,
    );
  });

  it.each([
    [['--account', '999999'], 1, 'Account not found'],
    [['--older-than', '0'], 2, 'must be a number'],
    [['--older-than', 'week'], 2, 'must be a number'],
  ])('answers %j with exit code %i and one line', async (args, exitCode, line) => {
    const { code, stdout, stderr } = await runParley(['prune', ...args], place);

    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toContain(line);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('removes the rest after kill -9, with all files, and counts right', async () => {
    const account = await givenAccountKeeping(30);
    const before = filesOnDisk();
    const old = await Promise.all(Array.from({ length: 60 }, () => givenOld(test, account, 40)));
    const kept = await givenOld(test, account, 1);
    const leftOver = async () =>
      (await test.rows().selectFrom('conversations').select('id').where('account_id', '=', account.id).execute())
        .length;

    const signal = await killParley(
      ['prune', '--account', String(account.id)],
      place,
      async () => void (await eventually(leftOver, (count) => count < 61)),
    );
    const half = await leftOver();
    await prune(account);

    // It may have been faster than the signal.
    expect([signal, half < 61]).toEqual([signal === null ? null : 'SIGKILL', true]);
    expect(
      await statusesOf(
        account,
        old.map(({ conversation }) => conversation),
      ),
    ).toEqual(old.map(() => 404));
    expect(await statusOf(kept.file)).toBe(200);
    expect(filesOnDisk()).toBe(before + 1);
    expect((await account.call('GET', '/conversations/meta?status=all')).body.meta.all_count).toBe(1);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(1);
  });

  it('takes no message from who writes meanwhile', async () => {
    const account = await givenAccountKeeping(30);
    const old = await Promise.all(Array.from({ length: 40 }, () => givenOld(test, account, 40)));
    let isDone = false;
    const acknowledged: number[] = [];
    const write = async ({ id }: { id: number }) => {
      const body = { content: `Hello again from ${id}`, message_type: 'incoming' };
      const { status } = await account.call('POST', `/conversations/${id}/messages`, body);
      expect([200, 201, 404]).toContain(status);
      if (status !== 404) acknowledged.push(id);
    };
    const writer = (async () => {
      for (const { conversation } of old.toReversed()) if (!isDone) await write(conversation);
    })();

    await prune(account);
    isDone = true;
    await writer;

    const written = await Promise.all(acknowledged.map((id) => shown(account, { id })));
    expect(written.map(({ last_non_activity_message: last }) => last?.content)).toEqual(
      acknowledged.map((id) => `Hello again from ${id}`),
    );
    const all = await statusesOf(
      account,
      old.map(({ conversation }) => conversation),
    );
    expect(all.filter((status) => status === 200)).toHaveLength(acknowledged.length);
  });

  it('removes a conversation with thousands of messages', async () => {
    const account = await givenAccountKeeping(30);
    const conversation = await givenConversation(account);
    await givenFile(account, conversation.id);
    const message = await test
      .rows()
      .selectFrom('messages')
      .selectAll()
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const { id: _, ...values } = {
      ...message,
      content: 'one of many',
      attachments_count: 0,
      content_attributes: '{}' as never,
      additional_attributes: '{}' as never,
    };
    for (let times = 0; times < 5; times += 1) {
      await test
        .rows()
        .insertInto('messages')
        .values(Array.from({ length: 300 }, () => values))
        .execute();
    }
    await toggle(account, conversation, 'resolved');
    await ageConversation(test, account, conversation, 40);

    const { accounts } = await prune(account);

    expect(accounts).toMatchObject([{ conversations: { count: 1, messages: 1502, bytes: 5 } }]);
    expect(await statusesOf(account, [conversation])).toEqual([404]);
  });
});
