import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { openApp } from '../../src/app.ts';
import { digest } from '../../src/secrets.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenConversation, givenInbox } from '../support/factories.ts';
import { eventually } from '../support/eventually.ts';
import { messagesOf, pathOf } from '../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'server.max_files': '20' });
});
afterAll(() => test.stop());

/** A conversation, and a request that creates a message with `count` files in it. */
async function given() {
  const account = await givenAccount(test);
  const conversation = await givenConversation(account);
  const upload = (key?: string, count = 1, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ message_type: 'outgoing', ...fields })) form.set(name, value);
    for (let n = 0; n < count; n += 1) form.append('attachments[]', new Blob([`receipt ${n}`]), `${n}.txt`);
    return account.call('POST', pathOf(conversation, '/messages'), form, {
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  };
  return { account, conversation, upload };
}

/** The files and folders in which files are stored and received. */
const onDisk = () => globSync(['files/*', 'files/*/*', 'uploads/*'], { cwd: test.app.config.data_dir }).toSorted();

describe('an upload with an Idempotency-Key', () => {
  it('is stored before its transaction begins', async () => {
    const { account, upload } = await given();
    const [before, key] = [onDisk().length, randomUUID()];
    const other = await openApp(test.app.config);
    const row = {
      credential: await credentialOf(account.administrator.token),
      key,
      digest: '',
      status: 0,
      answer: null,
    };
    const written = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<void>();
    const rolledBack = other
      .tx()
      .transactional(async (tx) => {
        // The upload's own row waits for this one, as it does for a transaction of any kind on SQLite.
        await tx.db
          .insertInto('idempotent_requests')
          .values({ ...row, created_at: new Date() })
          .execute();
        written.resolve();
        await stored.promise;
        throw new Error('rolled back');
      })
      .catch(({ message }: Error) => message);
    await written.promise;

    const uploading = upload(key);
    await eventually(
      async () => onDisk(),
      (names) => names.length > before && names.every((name) => name.startsWith('files/')),
    ).finally(() => stored.resolve());

    expect([await rolledBack, (await uploading).status]).toEqual(['rolled back', 201]);
    await other.close();
  });

  it('leaves one file, however often it is sent', async () => {
    const { account, conversation, upload } = await given();
    const key = randomUUID();

    const answers = await Promise.all([upload(key), upload(key), upload(key)]);
    const after = onDisk();
    answers.push(await upload(key));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await messagesOf(account, conversation)).toHaveLength(1);
    expect(onDisk()).toEqual(after);
    const [{ data_url }] = answers[0]!.body.attachments;
    expect(after.filter((name) => data_url.includes(name.slice('files/xx/'.length)) && name.length > 32)).toHaveLength(
      1,
    );
  });

  it('is refused with other files before any is stored', async () => {
    const { upload } = await given();
    const key = randomUUID();
    await upload(key);
    const before = onDisk();

    const { status } = await upload(key, 2);

    expect([status, onDisk()]).toEqual([409, before]);
  });

  async function credentialOf(token: string): Promise<string> {
    const rows = await test.rows().selectFrom('access_tokens').select(['id', 'digest']).execute();
    return `token ${rows.find(({ digest: kept }) => kept === digest(token))?.id}`;
  }
});

describe('an upload that is refused', () => {
  it.each<[string, number, Record<string, string>]>([
    ['for the number of its files', 16, {}],
    ['for its items', 1, { content_type: 'cards' }],
    ['for a field', 1, { message_type: 'telepathy' }],
  ])('%s is not stored', async (_, count, fields) => {
    const { upload } = await given();
    const before = onDisk();

    const answers = [await upload(undefined, count, fields), await upload(randomUUID(), count, fields)];

    expect([answers.map(({ status }) => status), onDisk()]).toEqual([[422, 422], before]);
  });

  it('as the avatar that it is not is not stored', async () => {
    const account = await givenAccount(test);
    const form = new FormData();
    form.set('name', 'Carla');
    form.set('avatar', new Blob(['no picture']), 'a.png');
    const before = onDisk();

    const { status } = await account.call('POST', '/contacts', form);

    expect([status, onDisk()]).toEqual([422, before]);
  });

  it('as the contacts that it is not is not stored', async () => {
    const account = await givenAccount(test);
    const form = new FormData();
    form.set('import_file', new Blob(['shoe size\n43\n']), 'contacts.csv');
    const before = onDisk();

    const { status } = await account.call('POST', '/contacts/import', form);

    expect([status, onDisk()]).toEqual([422, before]);
  });
});

describe('files that a conversation has no message for', () => {
  it('are not stored', async () => {
    const account = await givenAccount(test);
    const { contact } = await givenConversation(account);
    const { id } = await givenInbox(account);
    const form = new FormData();
    form.set('inbox_id', String(id));
    form.set('contact_id', String(contact.id));
    form.set('attachments[]', new Blob(['hello']), 'hello.txt');
    const before = onDisk();

    const { status, body } = await account.call('POST', '/conversations', form);

    expect([status, body.messages, onDisk()]).toEqual([201, [], before]);
  });
});
