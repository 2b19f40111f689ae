import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenContact, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function givenNotes(account: TestAccount, ...contents: string[]) {
  const contact = await givenContact(account);
  const path = `/contacts/${contact.id}/notes`;
  const notes = [];
  for (const content of contents) {
    const { status, body, text } = await account.call('POST', path, { content });
    if (status !== 201) throw new Error(text);
    notes.push(body);
  }
  return { contact, path, notes };
}

describe('POST contacts/{id}/notes', () => {
  it('stores a note in the name of the caller', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    const before = Math.floor(Date.now() / 1000);

    const { status, body } = await account.call('POST', `/contacts/${contact.id}/notes`, { content: 'Likes tea' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      content: 'Likes tea',
      account_id: account.id,
      contact_id: contact.id,
      user: expect.objectContaining({ id: account.administrator.id, name: account.administrator.name }),
      created_at: expect.any(Number),
      updated_at: body.created_at,
    });
    expect(body.created_at).toBeGreaterThanOrEqual(before);
  });

  it('takes the content inside note as well', async () => {
    const account = await givenAccount(test);
    const { path } = await givenNotes(account);

    const { status, body } = await account.call('POST', path, { note: { content: 'Likes tea' } });

    expect([status, body.content]).toEqual([201, 'Likes tea']);
  });

  it.each([[{}], [{ content: '' }], [{ content: '  ' }], [{ content: null }]])('needs content: %j', async (body) => {
    const account = await givenAccount(test);
    const { path } = await givenNotes(account);

    const answer = await account.call('POST', path, body);

    expect([answer.status, answer.body]).toEqual([
      422,
      { error: 'Validation failed', message: "content can't be blank", attributes: ['content'] },
    ]);
  });

  it('takes 20,000 characters and no more', async () => {
    const account = await givenAccount(test);
    const { path } = await givenNotes(account);

    const most = await account.call('POST', path, { content: 'x'.repeat(20_000) });
    const more = await account.call('POST', path, { content: 'x'.repeat(20_001) });

    expect([most.status, more.status]).toEqual([201, 422]);
    expect(more.body.message).toBe('content is too long (maximum is 20000 characters)');
  });

  it('may be used by agents', async () => {
    const account = await givenAccount(test);
    const { path } = await givenNotes(account);
    const agent = await givenAgent(test, account);

    const { status, body } = await account.call('POST', path, { content: 'Hm' }, { token: agent.token });

    expect([status, body.user.id]).toEqual([201, agent.id]);
  });
});

describe('GET contacts/{id}/notes', () => {
  it('lists them, newest first, as a bare array', async () => {
    const account = await givenAccount(test);
    const { path, notes } = await givenNotes(account, 'one', 'two', 'three');

    const { status, body } = await account.call('GET', path);

    expect(status).toBe(200);
    expect(body).toEqual(notes.toReversed());
  });

  it('gives a page when asked for one', async () => {
    const account = await givenAccount(test);
    const { path } = await givenNotes(account, 'one', 'two', 'three');

    const { body } = await account.call('GET', `${path}?page=2&per_page=2`);

    expect(body.map(({ content }: { content: string }) => content)).toEqual(['one']);
  });

  it("has no other contact's", async () => {
    const account = await givenAccount(test);
    await givenNotes(account, 'theirs');
    const { path } = await givenNotes(account);

    expect((await account.call('GET', path)).body).toEqual([]);
  });

  it('shows no author who has left the account', async () => {
    const account = await givenAccount(test);
    const { path } = await givenNotes(account);
    const agent = await givenAgent(test, account);
    await account.call('POST', path, { content: 'Bye' }, { token: agent.token });

    await account.call('DELETE', `/agents/${agent.id}`);

    expect((await account.call('GET', path)).body).toMatchObject([{ content: 'Bye', user: null }]);
  });
});

describe('one note', () => {
  it('is shown', async () => {
    const account = await givenAccount(test);
    const { path, notes } = await givenNotes(account, 'one');

    expect((await account.call('GET', `${path}/${notes[0].id}`)).body).toEqual(notes[0]);
  });

  it('is replaced', async () => {
    const account = await givenAccount(test);
    const { path, notes } = await givenNotes(account, 'one');

    const { status, body } = await account.call('PATCH', `${path}/${notes[0].id}`, { note: { content: 'two' } });

    expect([status, body.content, body.id]).toEqual([200, 'two', notes[0].id]);
    expect((await account.call('GET', path)).body).toEqual([body]);
  });

  it('stays as it is without content, which a blank one counts as', async () => {
    const account = await givenAccount(test);
    const { path, notes } = await givenNotes(account, 'one');

    const same = await account.call('PATCH', `${path}/${notes[0].id}`, {});
    const blank = await account.call('PATCH', `${path}/${notes[0].id}`, { content: ' ' });

    expect([same.status, same.body]).toEqual([200, notes[0]]);
    expect([blank.status, blank.body]).toEqual([200, notes[0]]);
  });

  it('is deleted with an empty answer', async () => {
    const account = await givenAccount(test);
    const { path, notes } = await givenNotes(account, 'one', 'two');

    const { status, text } = await account.call('DELETE', `${path}/${notes[0].id}`);

    expect([status, text]).toEqual([200, '']);
    expect((await account.call('GET', path)).body).toEqual([notes[1]]);
    expect((await account.call('GET', `${path}/${notes[0].id}`)).body.error).toBe('Note not found');
  });

  it('is found only below its own contact', async () => {
    const account = await givenAccount(test);
    const { notes } = await givenNotes(account, 'one');
    const other = await givenNotes(account);

    const answers = await Promise.all(
      ['GET', 'PATCH', 'DELETE'].map((method) =>
        account.call(method, `${other.path}/${notes[0].id}`, method === 'PATCH' ? { content: 'x' } : undefined),
      ),
    );

    for (const { status, body } of answers) expect([status, body.error]).toEqual([404, 'Note not found']);
  });
});
