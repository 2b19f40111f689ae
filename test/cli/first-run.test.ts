import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { givenApp } from '../support/app.ts';
import { databaseKind, givenPlace, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { givenAccount, givenInbox } from '../support/factories.ts';
import { runParley, serveParley } from '../support/parley.ts';

const NEXT = 'parley create-account --name Acme --email you@example.com';

/** The addresses with a token at which a browser makes the first account. */
const addressesIn = (output: string) => output.match(/http:\/\/[^\s"]+\/app\/setup#[\w-]{43}/g) ?? [];

describe('the first start', () => {
  let place: Place;
  beforeAll(async () => {
    place = await givenUnmigratedPlace();
  });
  afterAll(() => place.remove());

  it('is preceded by a doctor who says once what there is not, and what was not checked', async () => {
    const { code, stdout } = await runParley(['doctor'], place);

    expect(code).toBe(1);
    expect(stdout).toMatch(
      databaseKind === 'sqlite'
        ? /^failed {3}database +there is no database/m
        : /^failed +migrations +the database is empty/m,
    );
    expect(stdout).toContain(
      'begin an installation with "parley create-account", or with "parley demo" one to look at',
    );
    expect(stdout.match(/^warning +not checked .*: .*webhooks, deliveries, jobs/gm)).toHaveLength(1);
    expect(stdout.match(/look again/g)).toHaveLength(1);
    expect(stdout).not.toMatch(/from a backup/);
  });

  it('says that the installation is new, and what comes next', async () => {
    const served = await serveParley(place, {}, ['--data-dir', place.dataDir]);
    await served.stop();
    const again = await serveParley(place, {}, ['--json']);
    await again.stop();

    expect(served.output()).toContain(`"data_dir":"${place.dataDir}","msg":"new installation"`);
    expect(served.output()).not.toContain('migrations');
    expect(served.output()).toContain(
      `There is no account yet. To make one, or one to look at:\n  ${NEXT} --data-dir ${place.dataDir}\n  parley demo`,
    );
    expect(again.output()).not.toContain('new installation');
    expect(again.output()).toContain(
      `"msg":${JSON.stringify(`There is no account yet: "${NEXT}" makes one`).slice(0, -1)}`,
    );
    const [address, next] = [served, again].map((each) => addressesIn(each.output()));
    expect([address!.length, next!.length]).toEqual([1, 1]);
    expect(next).not.toEqual(address);
  });

  it('prints an address at which a browser makes the first account', async () => {
    const served = await serveParley(place, { PARLEY_SERVER_PORT: '0' });
    const [address = ''] = addressesIn(served.output());
    const url = new URL(address);
    const person = { name: 'You', email: 'you@example.com', password: 'Sunny-day-1', company: 'Acme' };
    const makeAccount = (token: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ ...person, token }),
      });

    const wrong = await makeAccount('A'.repeat(43));
    const made = await makeAccount(url.hash.slice(1));
    await served.stop();

    expect(url.origin).toBe(served.url);
    expect([wrong.status, made.status]).toEqual([403, 200]);
    expect(made.headers.get('set-cookie')).toMatch(/^parley=/);
  });

  it('is followed by others that say nothing of it once there is an account', async () => {
    const served = await serveParley(place);
    await served.stop();

    expect(served.output()).not.toContain('There is no account yet');
    expect(addressesIn(served.output())).toEqual([]);
  });
});

describe('parley channels list', () => {
  it('says why it is empty', async () => {
    const place = await givenPlace();
    const list = async () => (await runParley(['channels', 'list'], place)).stdout;
    const none = await list();
    const server = await givenApp({}, { place });
    const account = await givenAccount(server);
    await givenInbox(account);
    const one = await list();
    await givenInbox(account);
    const two = await list();
    await server.stop();
    await place.remove();

    expect(none).toBe('There is no inbox yet.\n');
    expect(one).toMatch(/^The only inbox is of the widget or of programs.*: no provider sends their messages\.\n$/);
    expect(two).toMatch(/^All 2 inboxes are of the widget or of programs/);
  });
});

describe('an empty database beside files of an installation', () => {
  it.each([
    ['serve', ['serve']],
    ['migrate', ['migrate']],
    ['create-account', ['create-account', '--name', 'Acme', '--email', 'you@example.com']],
  ])('is not begun with by %s, which says what to do', async (_, args) => {
    const place = await givenUnmigratedPlace();
    const folder = join(place.dataDir, 'files', 'ab');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'abcdef'), 'a picture');
    await writeFile(join(place.dataDir, 'secret_key'), 'k'.repeat(43));

    const { code, stderr, stdout } = await runParley(args, place);

    expect([code, stderr + stdout]).toEqual([
      1,
      expect.stringContaining('has files of an installation: put its database back'),
    ]);
    await place.remove();
  });
});
