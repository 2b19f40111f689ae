import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { json } from '../../../src/db/dialect.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenMailInbox } from '../../support/mail/mail-inbox.ts';
import { messagesIn, received } from '../../support/receiving/received.ts';
import { givenImapServer, type ImapServer } from '../../support/servers/imap.ts';
import { givenScriptedImap } from '../../support/servers/scripted-imap.ts';
import { givenCertificate } from '../../support/servers/trusted-certificate.ts';

let test: TestApp;
let account: TestAccount;
let servers: ImapServer[] = [];
beforeAll(async () => {
  test = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'channels.poll_seconds': '1' });
});
beforeEach(async () => {
  account = await givenAccount(test);
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
});
afterAll(() => test.stop());

async function givenServer(options: Parameters<typeof givenImapServer>[0] = {}): Promise<ImapServer> {
  const server = await givenImapServer(options);
  servers.push(server);
  return server;
}

/** A mail of a new sender, unless one is given. */
function mailOf(text: string, { id = String(randomUUID()), more = '' } = {}): string {
  const head = `From: Carla <carla-${randomUUID()}@example.com>\r\nTo: support@acme.example\r\nSubject: Help\r\n`;
  return `${head}${id === '' ? '' : `Message-ID: <${id}@example.com>\r\n`}${more}\r\n${text}\r\n`;
}

/** The texts of all messages, once there are so many. */
const texts = async (inbox: { id: number }, count: number) =>
  (await received(account, inbox, count)).map(({ content }) => content).toSorted();

/** The row of the inbox's mailbox. */
const rowOf = ({ id }: { id: number }) =>
  test
    .rows()
    .selectFrom('mailboxes as b')
    .innerJoin('inboxes as i', 'i.channel_id', 'b.channel_id')
    .selectAll('b')
    .where('i.id', '=', id)
    .executeTakeFirst();

/** Has the mailbox read at once that waits for another attempt. */
async function hurry(inbox: { id: number }): Promise<void> {
  const { id } = (await rowOf(inbox)) ?? { id: 0 };
  const mailbox = test
    .rows()
    .updateTable('mailboxes')
    .set({ due_at: new Date(0) });
  await mailbox.where('id', '=', id).where('leased_by', 'is', null).execute();
}

/** Once nothing is left to read there, and mails are waited for. */
const isIdle = (server: ImapServer) =>
  eventually(
    () => server.asked.at(-1) ?? '',
    (last) => last.includes('IDLE'),
  );

const askedOf = (server: ImapServer, command: string) => server.asked.filter((asked) => asked.includes(` ${command}`));

/** The UIDs of a command that fetches some. */
function uidsIn(asked: string): number[] {
  const [, set = ''] = /UID FETCH (\S+)/.exec(asked) ?? [];
  return set.split(',').map(Number);
}

describe('a mailbox that is read by IMAP', () => {
  it('becomes messages, without any mark in it', async () => {
    const server = await givenServer();
    server.deliver(mailOf('one'));
    server.deliver(mailOf('two'));
    const inbox = await givenMailInbox(account, server.channel());
    const first = await texts(inbox, 2);
    await isIdle(server);
    server.deliver(mailOf('three'));
    const all = await texts(inbox, 3);

    expect([first, all]).toEqual([
      ['one', 'two'],
      ['one', 'three', 'two'],
    ]);
    expect(server.flags()).toEqual([]);
    expect(askedOf(server, 'SELECT')).toEqual([]);
  });

  it('begins with the mails since yesterday', async () => {
    const server = await givenServer();
    server.deliver(mailOf('years ago'), new Date(Date.now() - 800 * DAY));
    server.deliver(mailOf('three days ago'), new Date(Date.now() - 3 * DAY));
    server.deliver(mailOf('yesterday'), new Date(Date.now() - DAY));
    server.deliver(mailOf('moved here'), new Date(Date.now() - 900 * DAY));
    server.deliver(mailOf('today'));
    const inbox = await givenMailInbox(account, server.channel());
    await texts(inbox, 2);
    await isIdle(server);
    server.deliver(mailOf('of last year, but new here'), new Date(Date.now() - 365 * DAY));
    const all = await texts(inbox, 3);

    expect(all).toEqual(['of last year, but new here', 'today', 'yesterday']);
  });

  it('is read as soon as the server tells of a mail', async () => {
    const rare = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'channels.poll_seconds': '3600' });
    const server = await givenServer();
    account = await givenAccount(rare);
    const inbox = await givenMailInbox(account, server.channel());
    await isIdle(server);
    server.deliver(mailOf('told at once'));
    const found = await texts(inbox, 1);
    await rare.stop();

    expect(found).toEqual(['told at once']);
  });

  it.each([
    ['while others are fetched', 'BODY', ['earlier']],
    ['while an empty folder is looked at', 'UID SEARCH', []],
  ])('is read again where a mail comes %s, of which the server tells once', async (_, during, before) => {
    const rare = await givenApp({ 'webhooks.allowed_networks': '127.0.0.0/8', 'channels.poll_seconds': '3600' });
    const server = await givenServer();
    account = await givenAccount(rare);
    for (const text of before) server.deliver(mailOf(text));
    let isIn = false;
    server.fault = (_command, asked) => {
      if (!isIn && asked.includes(during)) {
        isIn = true;
        // Its answer tells of the mail.
        server.deliver(mailOf('meanwhile'));
      }
      return null;
    };
    const inbox = await givenMailInbox(account, server.channel());
    const found = await texts(inbox, before.length + 1);
    await isIdle(server);
    const looks = askedOf(server, 'EXAMINE').length;
    await rare.stop();

    expect(found).toEqual([...before, 'meanwhile']);
    expect(looks).toBeLessThanOrEqual(3);
  });

  it('is read by looking at it where the server tells nothing', async () => {
    const server = await givenServer({ plugins: [] });
    const inbox = await givenMailInbox(account, server.channel());
    await eventually(
      () => rowOf(inbox),
      (row) => row?.read_at !== null,
    );
    server.deliver(mailOf('late'));

    expect(await texts(inbox, 1)).toEqual(['late']);
  });

  it('is read on after the connection was cut, and while its server is away', async () => {
    const server = await givenServer();
    const inbox = await givenMailInbox(account, server.channel());
    await isIdle(server);
    server.deliver(mailOf('before'));
    await texts(inbox, 1);
    server.fault = () => 'cut';
    server.cut();
    server.deliver(mailOf('meanwhile'));
    await eventually(
      () => rowOf(inbox),
      (row) => Number(row?.failures) > 0,
    );
    server.fault = () => null;

    expect(await texts(inbox, 2)).toEqual(['before', 'meanwhile']);
    await eventually(
      () => rowOf(inbox),
      (row) => row?.failures === 0,
    );
  });

  it('is read anew where its mails have new numbers, and nothing is there twice', async () => {
    const server = await givenServer();
    server.deliver(mailOf('one'));
    server.deliver(mailOf('without an id', { id: '' }));
    const inbox = await givenMailInbox(account, server.channel());
    await texts(inbox, 2);
    server.renumber();
    server.deliver(mailOf('three'));
    const all = await texts(inbox, 3);
    const before = await rowOf(inbox);

    expect(all).toEqual(['one', 'three', 'without an id']);
    expect(before).toMatchObject({ uid_validity: '2' });
  });

  it('takes a mail once that was handed over before', async () => {
    const server = await givenServer();
    const inbox = await givenMailInbox(account, server.channel());
    const mail = mailOf('once');
    server.deliver(mail);
    await texts(inbox, 1);
    server.deliver(mail);
    server.deliver(mailOf('another'));

    expect(await texts(inbox, 2)).toEqual(['another', 'once']);
  });

  it('is read past mails that cannot be read, and past one that the server does not hand out', async () => {
    const server = await givenServer();
    const bad = server.deliver(mailOf('never seen'));
    server.fault = (command, asked) =>
      command === 'UID FETCH' && asked.includes('BODY') && uidsIn(asked).includes(bad) ? 'no' : null;
    server.deliver('no mail at all');
    server.deliver(mailOf('good'));
    const inbox = await givenMailInbox(account, server.channel());
    const found = await texts(inbox, 1);
    const events = await eventually(
      () => test.rows().selectFrom('received_events').selectAll().where('inbox_id', '=', inbox.id).execute(),
      (rows) => rows.length === 3 && rows.every(({ status }) => status !== 'waiting'),
    );

    expect(found).toEqual(['good']);
    expect(events.map(({ status }) => status).toSorted()).toEqual(['done', 'failed', 'failed']);
  });

  it('leaves a mail out at which the connection ends again and again', async () => {
    const server = await givenServer();
    server.deliver(mailOf('first'));
    const bad = server.deliver(mailOf('never seen'));
    server.deliver(mailOf('last'));
    server.fault = (command, asked) =>
      command === 'UID FETCH' && asked.includes('BODY') && uidsIn(asked).includes(bad) ? 'cut' : null;
    const inbox = await givenMailInbox(account, server.channel());
    const found = await eventually(
      async () => {
        await hurry(inbox);
        return messagesIn(account, inbox);
      },
      (messages) => messages.length === 2,
    );

    expect(found.map(({ content }) => content).toSorted()).toEqual(['first', 'last']);
  });

  it('shows a mail that is too large by its head', async () => {
    const server = await givenServer();
    const id = randomUUID();
    server.deliver(mailOf('x'.repeat(36 * 1024 * 1024), { id, more: 'Content-Type: text/html\r\n' }));
    const inbox = await givenMailInbox(account, server.channel());
    const [message] = await received(account, inbox, 1);

    expect(message).toMatchObject({
      content: 'This mail has 37 MB, which is too much to be fetched. It is in the mailbox.',
      source_id: `${id}@example.com`,
    });
  });

  it('is read with TLS where the certificate is good', async () => {
    const server = await givenServer({ certificate: await givenCertificate() });
    server.deliver(mailOf('secret'));
    const inbox = await givenMailInbox(account, server.channel());

    expect(await texts(inbox, 1)).toEqual(['secret']);
  });
});

describe('a mailbox whose inbox changes', () => {
  it('is left when IMAP is switched off, and begins again with the mails since then', async () => {
    const server = await givenServer();
    const inbox = await givenMailInbox(account, server.channel());
    await isIdle(server);
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { imap_enabled: false } });
    await eventually(server.connections, (count) => count === 0);
    const row = await rowOf(inbox);
    server.deliver(mailOf('while it was off'));
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { imap_enabled: true } });

    expect(row).toBeUndefined();
    expect(await texts(inbox, 1)).toEqual(['while it was off']);
  });

  it('is another one with another login', async () => {
    const [one, other] = [await givenServer(), await givenServer()];
    const inbox = await givenMailInbox(account, one.channel());
    await isIdle(one);
    for (const text of ['a', 'b', 'c']) one.deliver(mailOf(text));
    await texts(inbox, 3);
    other.deliver(mailOf('d'));
    await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: other.channel() });

    expect(await texts(inbox, 4)).toEqual(['a', 'b', 'c', 'd']);
    await eventually(one.connections, (count) => count === 0);
  });

  it('is left when the inbox is deleted', async () => {
    const server = await givenServer();
    const inbox = await givenMailInbox(account, server.channel());
    await isIdle(server);
    await account.call('DELETE', `/inboxes/${inbox.id}`);

    await eventually(server.connections, (count) => count === 0);
  });
});

describe('a mailbox that cannot be opened', () => {
  it('is tried again later and later, while others are read', async () => {
    const [bad, good] = [await givenServer(), await givenServer()];
    bad.fault = (command) => (command === 'LOGIN' || command.startsWith('AUTHENTICATE') ? 'no' : null);
    const wrong = await givenMailInbox(account, bad.channel());
    const right = await givenMailInbox(account, good.channel());
    good.deliver(mailOf('hello'));
    await texts(right, 1);
    const row = await eventually(
      () => rowOf(wrong),
      (found) => Number(found?.refusals) >= 2 && found?.leased_by === null,
    );

    expect(row?.failures).toBe(row?.refusals);
  });

  it('says at its inbox what is wrong, until it can be read again', async () => {
    const server = await givenServer();
    server.fault = (command) => (command === 'EXAMINE' ? 'no' : null);
    const inbox = await givenMailInbox(account, server.channel());
    const problem = () =>
      eventually(
        async () => {
          await hurry(inbox);
          return (await account.call('GET', `/inboxes/${inbox.id}`)).body.imap_error as string | null;
        },
        (shown) => (shown !== null) === isWanted,
      );
    let isWanted = true;
    const shown = await problem();
    server.fault = () => null;
    isWanted = false;
    await problem();

    expect(shown).toBe('not now');
  });

  it('says at its inbox that its server sends too much, and is tried again, while others are read', async () => {
    const scripted = await givenScriptedImap({ IDLE: `+ idling\r\n${`* OK ${'x'.repeat(1000)}\r\n`.repeat(1100)}` });
    const good = await givenServer();
    const [flooded, right] = [
      await givenMailInbox(account, scripted.channel()),
      await givenMailInbox(account, good.channel()),
    ];
    const shown = await eventually(
      async () => (await account.call('GET', `/inboxes/${flooded.id}`)).body.imap_error as string | null,
      (error) => error !== null,
    );
    const waiting = await eventually(
      () => rowOf(flooded),
      (row) => row?.leased_by === null && row.failures === 3,
    );
    const again = await eventually(
      async () => {
        await hurry(flooded);
        return scripted.asked.filter((asked) => asked.includes('IDLE')).length;
      },
      (count) => count >= 2,
    );
    good.deliver(mailOf('hello'));
    const found = await texts(right, 1);
    await scripted.stop();

    expect(shown).toBe('the server sends more than it was asked for while mails are waited for');
    expect(waiting?.due_at).not.toBeNull();
    expect(again).toBeGreaterThanOrEqual(2);
    expect(found).toEqual(['hello']);
  });

  it('is not connected to in a private network that is not allowed', async () => {
    const closed = await givenApp({ 'channels.poll_seconds': '1' });
    const server = await givenServer();
    const guarded = await givenAccount(closed);
    const inbox = await givenMailInbox(guarded, { ...server.channel(), imap_address: 'imap.example.com' });
    // As if the name had been changed to lead here since.
    const { id, settings } = await closed
      .rows()
      .selectFrom('channels as ch')
      .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
      .select(['ch.id', 'ch.settings'])
      .where('i.id', '=', inbox.id)
      .executeTakeFirstOrThrow();
    const changed = json({ ...settings, imap_address: 'localhost' });
    await closed.rows().updateTable('channels').set({ settings: changed }).where('id', '=', id).execute();
    const failures = await eventually(
      async () => (await closed.rows().selectFrom('mailboxes').selectAll().executeTakeFirst())?.failures ?? 0,
      (count) => count >= 2,
    );
    await closed.stop();

    expect(failures).toBeGreaterThanOrEqual(2);
    expect(server.asked).toEqual([]);
  });
});

describe('two servers on one database', () => {
  it('read a mailbox one at a time, and the other one goes on where the first ends', async () => {
    const place = await givenPlace();
    const settings = { 'webhooks.allowed_networks': '127.0.0.0/8', 'channels.poll_seconds': '1' };
    const [one, other] = [await givenApp(settings, { place }), await givenApp(settings, { place })];
    const server = await givenServer();
    account = await givenAccount(other);
    const inbox = await givenMailInbox(account, server.channel());
    await isIdle(server);
    server.deliver(mailOf('to one of them'));
    await texts(inbox, 1);
    const connections = server.connections();
    await one.stop();
    server.deliver(mailOf('to the other'));
    const all = await texts(inbox, 2);
    await other.stop();

    expect(connections).toBe(1);
    expect(all).toEqual(['to one of them', 'to the other']);
    expect(server.connections()).toBe(0);
    await place.remove();
  });
});

describe('two mailboxes', () => {
  it('have their messages in their own inboxes', async () => {
    const [one, other] = [await givenServer(), await givenServer()];
    const inboxes = [await givenMailInbox(account, one.channel()), await givenMailInbox(account, other.channel())];
    one.deliver(mailOf('for one'));
    other.deliver(mailOf('for the other'));
    await texts(inboxes[0]!, 1);
    await texts(inboxes[1]!, 1);
    const all = await Promise.all(inboxes.map((inbox) => messagesIn(account, inbox)));

    expect(all.map((messages) => messages.map(({ content }) => content))).toEqual([['for one'], ['for the other']]);
  });
});
