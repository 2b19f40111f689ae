import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { pathOf } from '../../src/storage/files.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { withRows } from '../support/database/rows.ts';
import { runParley } from '../support/parley.ts';

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
  await runParley(['create-account', '--name', 'Acme', '--email', 'ada@acme.example', '--json'], place);
  await givenMailInbox('support@acme.example');
});
afterAll(() => place.remove());

async function givenMailInbox(address: string): Promise<void> {
  const times = { created_at: new Date(), updated_at: new Date() };
  await withRows(place, async (rows) => {
    const channel = await rows
      .insertInto('channels')
      .values({ account_id: 1, type: 'email', identifier: address, address, settings: '{}' as never, ...times })
      .returning('id')
      .executeTakeFirstOrThrow();
    const inbox = { account_id: 1, channel_id: channel.id, name: 'Support', auto_assignment_config: '{}' as never };
    await rows
      .insertInto('inboxes')
      .values({ ...inbox, working_hours: '[]' as never, ...times })
      .execute();
  });
}

const MAIL =
  'From: Carla <carla@example.com>\r\nTo: list@example.org\r\nMessage-ID: <one@example.com>\r\n\r\nHello\r\n';
const receive = (addresses: string[], mail = MAIL) =>
  runParley(['receive-mail', ...addresses, '--json'], place, {}, mail);

describe('parley receive-mail', () => {
  it('stores a mail for the inbox with the address, once', async () => {
    const first = await receive(['support@acme.example']);
    const second = await receive(['support@acme.example']);
    const kept = await withRows(place, (rows) =>
      rows.selectFrom('received_events').select(['key', 'file_key as file']).execute(),
    );

    expect([first.code, second.code]).toEqual([0, 0]);
    expect(JSON.parse(first.stdout)).toEqual({ inboxes: 1 });
    expect(kept).toMatchObject([{ key: expect.stringMatching(/^mail \S+ one@example\.com$/) }]);
    expect(readFileSync(pathOf(place.dataDir, kept[0]!.file!), 'utf8')).toBe(MAIL);
  });

  it('ends with 67 when no inbox has the address', async () => {
    const { code, stderr } = await receive([]);

    expect(code).toBe(67);
    expect(stderr).toContain('no inbox has the addresses');
  });

  it('ends with 75 when the mail cannot be stored now', async () => {
    const { code } = await runParley(
      ['receive-mail', 'support@acme.example'],
      place,
      { PARLEY_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' },
      MAIL,
    );

    expect(code).toBe(75);
  });
});
