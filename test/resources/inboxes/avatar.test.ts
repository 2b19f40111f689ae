import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { payloadsOf } from '../../support/events.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function form(fields: Record<string, string>, avatar: Uint8Array<ArrayBuffer> | null = new Uint8Array(PNG)): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  if (avatar) data.set('avatar', new Blob([avatar], { type: 'image/png' }), 'logo.png');
  return data;
}

async function givenPictured(account: TestAccount) {
  const { body } = await account.call('POST', '/inboxes', form({ name: 'Support', 'channel[type]': 'api' }));
  return body;
}

describe('the picture of an inbox', () => {
  it('is uploaded with a new inbox, and replaced with its file', async () => {
    const account = await givenAccount(test);

    const inbox = await givenPictured(account);
    const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, form({ name: 'Sales' }));

    expect((await account.call('GET', `/inboxes/${inbox.id}`)).body).toEqual(changed.body);
    expect(changed.body).toEqual({ ...inbox, name: 'Sales', avatar_url: expect.any(String) });
    expect(inbox.avatar_url).toMatch(new RegExp(`^${test.url}/files/`));
    expect(changed.body.avatar_url).not.toBe(inbox.avatar_url);
    expect((await fetch(changed.body.avatar_url)).headers.get('content-type')).toBe('image/png');
    expect((await fetch(inbox.avatar_url)).status).toBe(404);
  });

  it('may be sent under inbox, as the other fields', async () => {
    const account = await givenAccount(test);
    const data = form({ 'inbox[name]': 'Support', 'inbox[channel][type]': 'api' }, null);
    data.set('inbox[avatar]', new Blob([new Uint8Array(PNG)]), 'logo.png');

    const { body } = await account.call('POST', '/inboxes', data);

    expect((await fetch(body.avatar_url)).headers.get('content-type')).toBe('image/png');
  });

  it('is removed alone, or with the inbox', async () => {
    const account = await givenAccount(test);
    const [kept, gone] = [await givenPictured(account), await givenPictured(account)];

    const removed = await account.call('DELETE', `/inboxes/${kept.id}/avatar`);
    const again = await account.call('DELETE', `/inboxes/${kept.id}/avatar`);
    await account.call('DELETE', `/inboxes/${gone.id}`);

    expect(removed).toMatchObject({ status: 200, body: { ...kept, avatar_url: '' } });
    expect(again.body).toEqual(removed.body);
    expect((await account.call('GET', `/inboxes/${kept.id}`)).body.avatar_url).toBe('');
    for (const { avatar_url } of [kept, gone]) expect((await fetch(avatar_url)).status).toBe(404);
    const owners = [kept.id, gone.id];
    expect(
      await test
        .rows()
        .selectFrom('avatars')
        .selectAll()
        .where('owner_type', '=', 'Inbox')
        .where('owner_id', 'in', owners)
        .execute(),
    ).toEqual([]);
  });

  it('is in events', async () => {
    const account = await givenAccount(test);
    const inbox = await givenPictured(account);

    await account.call('DELETE', `/inboxes/${inbox.id}/avatar`);

    const updates = await payloadsOf(test, account, ['inbox_updated']);
    expect(updates.map((update) => update.changed_attributes)).toEqual([
      [{ avatar_url: { previous_value: inbox.avatar_url, current_value: '' } }],
    ]);
  });

  it('is shown wherever the inbox is', async () => {
    const account = await givenAccount(test);
    const inbox = await givenPictured(account);

    const { body } = await account.call('POST', '/contacts', { name: 'Carla', inbox_id: inbox.id });

    expect(body.contact_inboxes).toMatchObject([{ inbox: { id: inbox.id, avatar_url: inbox.avatar_url } }]);
  });

  it('must be a picture, and leaves nothing behind when it is not', async () => {
    const account = await givenAccount(test);
    const text = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));

    const answer = await account.call('POST', '/inboxes', form({ name: 'Support', 'channel[type]': 'api' }, text));

    expect(answer).toMatchObject({ status: 422, body: { attributes: ['avatar'] } });
    expect((await account.call('GET', '/inboxes')).body.payload).toEqual([]);
  });

  it('is for administrators to change', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const theirs = await givenInbox(await givenAccount(test));
    const agent = await givenAgent(test, account);

    const byAgent = await account.call('DELETE', `/inboxes/${inbox.id}/avatar`, undefined, { token: agent.token });
    const elsewhere = await account.call('DELETE', `/inboxes/${theirs.id}/avatar`);

    expect(byAgent).toMatchObject({ status: 403, body: { error: 'Access denied' } });
    expect(elsewhere).toMatchObject({ status: 404, body: { error: 'Inbox not found' } });
  });
});
