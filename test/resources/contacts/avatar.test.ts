import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pathOf } from '../../../src/storage/files.ts';
import { existsSync } from 'node:fs';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';
import { formWith, PICTURES } from '../../support/files/pictures.ts';
import { givenWeb, type Web } from '../../support/servers/web.ts';

const PNG = PICTURES['image/png'];
const MB = 1024 * 1024;

let test: TestApp;
let web: Web;
beforeAll(async () => {
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8' });
  web = await givenWeb();
});
afterAll(async () => {
  await test.stop();
  await web.stop();
});

/** Answers every path of the web with these bytes. */
function givenPicture(bytes: Uint8Array, type = 'image/png') {
  web.reply = (_, response) => response.writeHead(200, { 'content-type': type }).end(bytes);
}

const keyOf = (url: string) => url.split('/')[4]!;
const isStored = (url: string) => existsSync(pathOf(test.app.config.data_dir, keyOf(url)));
const removed = (url: string) =>
  eventually(
    () => isStored(url),
    (isThere) => !isThere,
  );
const thumbnailOf = async (account: TestAccount, id: number): Promise<string> =>
  (await account.call('GET', `/contacts/${id}`)).body.thumbnail;
const thumbnail = (account: TestAccount, id: number, is: (url: string) => boolean) =>
  eventually(() => thumbnailOf(account, id), is);

const jobsOf = (account: TestAccount) =>
  test.rows().selectFrom('jobs').selectAll().where('account_id', '=', account.id).orderBy('id').execute();
const settled = (account: TestAccount) =>
  eventually(
    () => jobsOf(account),
    (jobs) => jobs.length > 0 && jobs.every((job) => job.leased_by === null && (job.finished_at ?? job.last_error)),
  );

/** A contact with an uploaded picture. */
async function givenPictured(account: TestAccount) {
  const { status, body, text } = await account.call('POST', '/contacts', formWith('avatar', PNG, { name: 'Carla' }));
  if (status !== 201) throw new Error(text);
  return body;
}

describe('a picture that is uploaded', () => {
  it.each(Object.entries(PICTURES))(
    'may be %s, and is shown as the thumbnail of a new contact',
    async (type, bytes) => {
      const account = await givenAccount(test);

      const { status, body } = await account.call('POST', '/contacts', formWith('avatar', bytes, { name: 'Carla' }));

      expect(status).toBe(201);
      expect(body.name).toBe('Carla');
      expect(body.payload.contact.thumbnail).toBe(body.thumbnail);
      expect(body.thumbnail).toMatch(new RegExp(String.raw`^${test.url}/files/[\w-]{32}/avatar\.(png|jpg|gif|webp)$`));
      const file = await fetch(body.thumbnail);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type]);
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
    },
  );

  it('replaces the one before, whose file is removed, and receivers get an event', async () => {
    const account = await givenAccount(test);
    const contact = await givenPictured(account);
    let changed: { body?: { thumbnail?: string } } = {};

    const events = await eventsDuring(test, account, async () => {
      changed = await account.call('PATCH', `/contacts/${contact.id}`, formWith('avatar', PICTURES['image/gif']));
    });

    const url = changed.body?.thumbnail ?? '';
    expect(url).not.toBe(contact.thumbnail);
    expect(typesOf(events)).toEqual(['contact_updated']);
    expect(changesOf(events[0]!)).toEqual({ thumbnail: [contact.thumbnail, url] });
    expect(isStored(url)).toBe(true);
    await removed(contact.thumbnail);
    expect((await fetch(contact.thumbnail)).status).toBe(404);
  });

  it('may be sent with the other fields of the contact', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call(
      'POST',
      '/contacts',
      formWith('contact[avatar]', PNG, { 'contact[name]': 'Carla' }),
    );

    expect([status, body.name]).toEqual([201, 'Carla']);
    expect(isStored(body.thumbnail)).toBe(true);
  });

  it.each([
    ['a text', new TextEncoder().encode('hello')],
    ['a page', new TextEncoder().encode('<html><script>alert(1)</script></html>')],
    ['a drawing', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing at all', new Uint8Array()],
  ])('must be a picture, not %s, whatever it is called', async (_, bytes) => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/contacts', formWith('avatar', bytes, { name: 'Carla' }));

    expect(status).toBe(422);
    expect(body).toEqual({
      error: 'Validation failed',
      message: 'avatar must be a JPEG, PNG, GIF or WebP picture',
      attributes: ['avatar'],
    });
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(0);
  });

  it('may have 15 MB and no more', async () => {
    const account = await givenAccount(test);
    const sized = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);

    const most = await account.call('POST', '/contacts', formWith('avatar', sized(15 * MB)));
    const more = await account.call('POST', '/contacts', formWith('avatar', sized(15 * MB + 1)));

    expect(most.status).toBe(201);
    expect([more.status, more.body.message]).toEqual([422, 'avatar is too large (maximum is 15 MB)']);
  });

  it('must be one', async () => {
    const account = await givenAccount(test);
    const form = formWith('avatar', PNG);
    form.append('avatar', new Blob([PNG as Uint8Array<ArrayBuffer>]), 'two.png');

    const { status, body } = await account.call('POST', '/contacts', form);

    expect([status, body.message]).toEqual([422, 'avatar must be one file']);
  });

  it('is removed again when the contact is refused', async () => {
    const account = await givenAccount(test);
    await givenContact(account, { email: 'carla@example.com' });
    const form = formWith('avatar', PNG, { email: 'carla@example.com' });

    const { status } = await account.call('POST', '/contacts', form);

    expect(status).toBe(422);
    const avatars = await test.rows().selectFrom('avatars').select('owner_id').execute();
    const ids = await test.rows().selectFrom('contacts').select('id').execute();
    expect(avatars.filter(({ owner_id: id }) => !ids.some((contact) => contact.id === id))).toEqual([]);
  });
});

describe('a picture that is named by its address', () => {
  it('is fetched soon, stored as a file, and receivers get an event', async () => {
    const account = await givenAccount(test);
    givenPicture(PNG);
    let contact = { id: 0, thumbnail: '' };

    const events = await eventsDuring(test, account, async () => {
      contact = await givenContact(account, { name: 'Carla', avatar_url: `${web.url}/carla.png` });
      await thumbnail(account, contact.id, (url) => url !== '');
    });

    const url = await thumbnailOf(account, contact.id);
    expect(contact.thumbnail).toBe('');
    expect(url).toMatch(/\/files\/[\w-]{32}\/avatar\.png$/);
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(PNG);
    expect(typesOf(events)).toEqual(['contact_created', 'contact_updated']);
    expect(changesOf(events[1]!)).toEqual({ thumbnail: ['', url] });
    expect(await settled(account)).toMatchObject([{ kind: 'fetch_avatar', status: 'done' }]);
  });

  it('is fetched when a contact is changed, in place of the one before', async () => {
    const account = await givenAccount(test);
    const contact = await givenPictured(account);
    givenPicture(PICTURES['image/gif']);

    await account.call('PATCH', `/contacts/${contact.id}`, { avatar_url: `${web.url}/new.gif` });

    const url = await thumbnail(account, contact.id, (now) => now !== contact.thumbnail);
    expect(url).toMatch(/avatar\.gif$/);
    await removed(contact.thumbnail);
  });

  it('is found after a redirect', async () => {
    const account = await givenAccount(test);
    web.reply = ({ url }, response) => {
      if (url === '/moved') response.writeHead(200).end(PNG);
      else response.writeHead(302, { location: '/moved' }).end();
    };

    const contact = await givenContact(account, { avatar_url: `${web.url}/here` });

    expect(await thumbnail(account, contact.id, (url) => url !== '')).toMatch(/avatar\.png$/);
  });

  it.each([
    ['is gone', 404, PNG, 'Avatar not fetched: the server answered 404'],
    ['may not be had', 403, PNG, 'Avatar not fetched: the server answered 403'],
    [
      'is a page',
      200,
      new TextEncoder().encode('<html>no</html>'),
      'Validation failed: avatar must be a JPEG, PNG, GIF or WebP picture',
    ],
    ['is too large', 200, Buffer.concat([PNG, Buffer.alloc(15 * MB)]), 'Avatar not fetched: it is larger than 15 MB'],
  ])('is given up when it %s', async (_, status, bytes, error) => {
    const account = await givenAccount(test);
    web.reply = (__, response) => response.writeHead(status).end(bytes);

    const contact = await givenContact(account, { avatar_url: `${web.url}/carla.png` });

    expect(await settled(account)).toMatchObject([{ status: 'dead', attempts_count: 1, last_error: error }]);
    expect(await thumbnailOf(account, contact.id)).toBe('');
  });

  it.each([
    ['answers with a failure of its own', 503],
    ['is busy', 429],
  ])('is tried again later when its server %s', async (_, status) => {
    const account = await givenAccount(test);
    web.reply = (__, response) => response.writeHead(status).end();

    await givenContact(account, { avatar_url: `${web.url}/carla.png` });

    const last_error = `Avatar not fetched: the server answered ${status}`;
    expect(await settled(account)).toMatchObject([{ status: 'pending', attempts_count: 1, last_error }]);
  });

  it('is not fetched from a private address that another one leads to', async () => {
    const account = await givenAccount(test);
    web.reply = (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/secret.png' }).end();

    await givenContact(account, { avatar_url: `${web.url}/carla.png` });

    const [job] = await settled(account);
    expect(job!.last_error).toContain('not allowed to connect to 10.0.0.1');
  });

  it.each([
    ['http://10.0.0.1/carla.png', 'must be a public address'],
    ['http://[::1]/carla.png', 'must be a public address'],
    ['http://169.254.169.254/latest/meta-data', 'must be a public address'],
    ['ftp://example.com/carla.png', 'must be an address that starts with http:// or https://'],
    ['carla.png', 'must be an address that starts with http:// or https://'],
  ])('is refused at once at %s', async (url, rule) => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);

    const created = await account.call('POST', '/contacts', { name: 'New', avatar_url: url });
    const changed = await account.call('PATCH', `/contacts/${contact.id}`, { avatar_url: url });

    for (const { status, body } of [created, changed]) {
      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['avatar_url']]);
      expect(body.message).toContain(`avatar_url ${rule}`);
    }
    expect(await jobsOf(account)).toEqual([]);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(1);
  });

  it.each([[''], [null]])('stays as it is when the address is %j', async (url) => {
    const account = await givenAccount(test);
    const contact = await givenPictured(account);

    const { status, body } = await account.call('PATCH', `/contacts/${contact.id}`, { avatar_url: url });

    expect([status, body.thumbnail]).toEqual([200, contact.thumbnail]);
    expect(await jobsOf(account)).toEqual([]);
  });

  it('is replaced by the one that is requested last', async () => {
    const account = await givenAccount(test);
    const pending: (() => void)[] = [];
    web.reply = ({ url }, response) => {
      if (url === '/slow.png') pending.push(() => response.writeHead(200).end(PNG));
      else response.writeHead(200).end(PICTURES['image/gif']);
    };
    const contact = await givenContact(account, { avatar_url: `${web.url}/slow.png` });
    await eventually(
      () => pending.length,
      (count) => count === 1,
    );

    await account.call('PATCH', `/contacts/${contact.id}`, { avatar_url: `${web.url}/quick.gif` });
    const quick = await thumbnail(account, contact.id, (url) => url !== '');
    pending[0]!();

    expect(await settled(account)).toMatchObject([{ status: 'done' }]);
    await eventually(
      () => filesInSpool(),
      (count) => count === 0,
    );
    expect(await thumbnailOf(account, contact.id)).toBe(quick);
    expect(quick).toMatch(/avatar\.gif$/);
  });

  it('is not set after it has been removed', async () => {
    const account = await givenAccount(test);
    const pending: (() => void)[] = [];
    web.reply = (_, response) => void pending.push(() => response.writeHead(200).end(PNG));
    const contact = await givenContact(account, { avatar_url: `${web.url}/slow.png` });
    await eventually(
      () => pending.length,
      (count) => count === 1,
    );

    await account.call('DELETE', `/contacts/${contact.id}/avatar`);
    pending[0]!();

    await eventually(
      () => filesInSpool(),
      (count) => count === 0,
    );
    expect(await jobsOf(account)).toEqual([]);
    expect(await thumbnailOf(account, contact.id)).toBe('');
  });
});

describe('DELETE contacts/{id}/avatar', () => {
  it('removes the picture and its file', async () => {
    const account = await givenAccount(test);
    const contact = await givenPictured(account);
    let answer: { status?: number; body?: { thumbnail: string; payload: object } } = {};

    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('DELETE', `/contacts/${contact.id}/avatar`);
    });

    expect([answer.status, answer.body?.thumbnail]).toEqual([200, '']);
    expect(answer.body?.payload).toMatchObject({ id: contact.id, thumbnail: '' });
    await removed(contact.thumbnail);
    expect(typesOf(events)).toEqual(['contact_updated']);
  });

  it('changes nothing for a contact without one', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);

    const events = await eventsDuring(test, account, () => account.call('DELETE', `/contacts/${contact.id}/avatar`));

    expect(events).toEqual([]);
  });
});

describe('deleting a contact', () => {
  it('removes its picture', async () => {
    const account = await givenAccount(test);
    const contact = await givenPictured(account);

    await account.call('DELETE', `/contacts/${contact.id}`);

    await removed(contact.thumbnail);
    expect((await fetch(contact.thumbnail)).status).toBe(404);
  });
});

/** Downloads that are not over. */
async function filesInSpool(): Promise<number> {
  const rows = await test.rows().selectFrom('jobs').select('id').where('leased_by', 'is not', null).execute();
  return rows.length;
}
