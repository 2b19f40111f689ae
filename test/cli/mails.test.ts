import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { runParley, type Served, serveParley } from '../support/parley.ts';

let place: Place;
let account: { id: number };
let server: Served;
beforeAll(async () => {
  place = await givenPlace();
  account = await givenAccountIn(place, 'ada@example.com');
  server = await serveParley(place);
});
afterAll(async () => {
  await server.stop();
  await place.remove();
});

const mails = (...args: string[]) => runParley(['mails', ...args], place);

describe('parley mails', () => {
  it('lists the kept mails and prints one with a whole link', async () => {
    const none = await mails();
    await runParley(['users', 'invite', 'grace@example.com', '--account', String(account.id)], place);
    const listed = await eventually(
      async () => JSON.parse((await mails('--json')).stdout) as { name: string; to: string[]; subject: string }[],
      (found) => found.length > 0,
    );

    const { stdout } = await mails('last');
    const document = JSON.parse((await mails(listed[0]!.name, '--json')).stdout);

    expect(none.stdout).toBe('There is no kept mail.\n');
    expect(listed).toMatchObject([{ to: ['grace@example.com'], subject: 'Welcome to Acme on Parley' }]);
    const [link = ''] = /http\S+reset_password_token=\S+/.exec(stdout) ?? [];
    expect((await fetch(link)).status).toBe(200);
    expect(document.text).toContain(link);
  });

  it('says that there is no such mail', async () => {
    const { code, stderr } = await mails('nothing');

    expect([code, stderr]).toEqual([1, 'parley: there is no kept mail "nothing": "parley mails" lists them\n']);
  });
});
