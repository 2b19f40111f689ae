import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { pathOf } from '../../../src/storage/files.ts';
import type { Owner } from '../../../src/resources/files/avatar-owner.ts';
import { refreshAvatarUrls } from '../../../src/resources/files/refresh-avatar-urls.ts';
import { removeAvatar } from '../../../src/resources/files/remove-avatar.ts';
import { requestAvatar } from '../../../src/resources/files/request-avatar.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenBot, givenContact, givenInbox } from '../../support/factories.ts';
import { formWith, PICTURES } from '../../support/files/pictures.ts';
import { givenWeb, type Web } from '../../support/servers/web.ts';

let test: TestApp;
let web: Web;
beforeAll(async () => {
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' });
  web = await givenWeb();
  web.reply = (_, response) => response.writeHead(200).end(PICTURES['image/png']);
});
afterAll(async () => {
  await test.stop();
  await web.stop();
});

const TABLES = {
  Contact: 'contacts',
  Inbox: 'inboxes',
  AgentBot: 'agent_bots',
  User: 'users',
  Portal: 'portals',
} as const;

async function urlOf(owner: Owner): Promise<string | null> {
  const row = await test
    .rows()
    .selectFrom(TABLES[owner.type])
    .select('avatar_url')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow();
  return row.avatar_url;
}

/** One of each kind that can have a picture. */
async function givenOwners() {
  const account = await givenAccount(test);
  const owners: Owner[] = [
    { type: 'Contact', id: (await givenContact(account)).id },
    { type: 'Inbox', id: (await givenInbox(account)).id },
    { type: 'AgentBot', id: (await givenBot(test, account)).id },
    { type: 'User', id: account.administrator.id },
  ];
  return { account, owners };
}

describe('a picture that is fetched', () => {
  it('may be of a contact, an inbox, a bot and a user, and can be removed', async () => {
    const { account, owners } = await givenOwners();
    const tx = test.app.tx();

    for (const owner of owners) {
      const accountId = owner.type === 'User' ? null : account.id;
      await requestAvatar(tx, owner, `${web.url}/me.png`, accountId, new Date());
    }

    for (const owner of owners) {
      const url = await eventually(
        () => urlOf(owner),
        (now) => now !== null,
      );
      expect((await fetch(url!)).headers.get('content-type')).toBe('image/png');
      await removeAvatar(tx, owner, new Date());
      expect(await urlOf(owner)).toBe(null);
      await eventually(
        () => existsSync(pathOf(test.app.config.data_dir, url!.split('/')[4]!)),
        (isThere) => !isThere,
      );
    }
  });

  it('is not stored when its owner was deleted meanwhile', async () => {
    const account = await givenAccount(test);
    const tx = test.app.tx();
    const files = await test.rows().selectFrom('avatars').select('id').execute();

    await requestAvatar(tx, { type: 'Inbox', id: 999_999 }, `${web.url}/me.png`, account.id, new Date());

    const [job] = await eventually(
      () => test.rows().selectFrom('jobs').selectAll().where('account_id', '=', account.id).execute(),
      (jobs) => jobs.every(({ finished_at: finished }) => finished !== null),
    );
    expect(job!.status).toBe('done');
    expect(await test.rows().selectFrom('avatars').select('id').execute()).toEqual(files);
  });
});

describe('the addresses of pictures', () => {
  it('change with the public address of the server', async () => {
    const account = await givenAccount(test);
    const create = async () =>
      (await account.call('POST', '/contacts', formWith('avatar', PICTURES['image/png'], { name: 'P' }))).body;
    const [one, two] = [await create(), await create()];
    const bare = await givenContact(account);
    const { installation } = test.app;
    const before = installation.publicUrl;

    installation.publicUrl = 'https://chat.example.com';
    await refreshAvatarUrls(test.app.tx());
    const moved = await Promise.all([one, two, bare].map(({ id }) => urlOf({ type: 'Contact', id })));
    installation.publicUrl = before;
    await refreshAvatarUrls(test.app.tx());
    const back = await Promise.all([one, two, bare].map(({ id }) => urlOf({ type: 'Contact', id })));

    const elsewhere = (url: string) => url.replace(before, 'https://chat.example.com');
    expect(moved).toEqual([elsewhere(one.thumbnail), elsewhere(two.thumbnail), null]);
    expect(back).toEqual([one.thumbnail, two.thumbnail, null]);
    expect(existsSync(pathOf(test.app.config.data_dir, one.thumbnail.split('/')[4]))).toBe(true);
  });
});
