import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListeningPlace } from '../../src/config/listening-place.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { openLmtp, type Lmtp } from '../../src/lmtp/open-lmtp.ts';
import { uploadsFolder } from '../../src/storage/files.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';
import { mailOf } from '../support/mail/hand-over.ts';
import { handOverByLmtp, talkByLmtp } from '../support/mail/lmtp-client.ts';
import { givenMailInbox } from '../support/mail/mail-inbox.ts';
import { received } from '../support/receiving/received.ts';

let folder: string;
let test: TestApp;
let account: TestAccount;
let inbox: { id: number; address: string };
let lmtp: Lmtp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lmtp-'));
  test = await givenApp({}, { databaseWaitMs: 500 });
  account = await givenAccount(test);
  inbox = await givenMailInbox(account);
  lmtp = (await openAt('0'))!;
});
afterAll(async () => {
  await lmtp.stop();
  await test.stop();
  await rm(folder, { recursive: true });
});

const from = () => `carla-${randomUUID()}@example.com`;
const mail = (text: string) => mailOf(text, { from: from(), to: 'list@example.org' });

/** The app with another place for LMTP. */
function openAt(path: string): Promise<Lmtp | null> {
  const { config } = test.app;
  return openLmtp({ ...test.app, config: { ...config, mail: { ...config.mail, lmtp: path } } });
}

/** A socket that nobody listens at any more stays in its folder. */
async function leaveSocket(path: string): Promise<void> {
  const listen = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('ready'))`;
  const child = spawn(process.execPath, ['-e', listen], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** What the inbox has received, whatever has become of it. */
const eventsOf = ({ id }: { id: number }) =>
  test.rows().selectFrom('received_events').select('status').where('inbox_id', '=', id).execute();

describe('a mail that is handed over by LMTP', () => {
  it('is received by the inbox of its recipient', async () => {
    const own = await givenMailInbox(account);
    const handed = await handOverByLmtp(lmtp.place, [own.address], mail('Hello by LMTP'));
    const [message] = await received(account, own, 1);

    expect(handed).toEqual({ accepted: [own.address], rejected: {} });
    expect(message).toMatchObject({ content: 'Hello by LMTP', content_type: 'incoming_email' });
  });

  it('is answered for each recipient by itself', async () => {
    const other = await givenMailInbox(account);
    const tagged = other.address.replace('@', '+orders@').toUpperCase();
    const handed = await handOverByLmtp(lmtp.place, [inbox.address, 'nobody@acme.example', tagged], mail('To three'));

    expect(handed.accepted).toEqual([inbox.address, tagged]);
    expect(handed.rejected['nobody@acme.example']).toBe('550 5.1.1 no inbox has this address');
    expect(await received(account, other, 1)).toHaveLength(1);
  });

  it('is stored once when it comes again', async () => {
    const own = await givenMailInbox(account);
    const same = mail('Once');
    await handOverByLmtp(lmtp.place, [own.address], same);
    await handOverByLmtp(lmtp.place, [own.address], same);
    await handOverByLmtp(lmtp.place, [own.address], mail('Another'));
    const messages = await received(account, own, 2);

    expect(messages.map(({ content }) => content)).toEqual(['Once', 'Another']);
  });

  it('is answered for each RCPT that was accepted, also of one address', async () => {
    const own = await givenMailInbox(account);
    const tagged = own.address.replace('@', '+orders@');
    const talk = await talkByLmtp(lmtp.place);
    await talk.say('MAIL FROM:<carla@example.com>');
    const accepted = [];
    for (const to of [own.address, own.address, 'nobody@acme.example', own.address.toUpperCase(), tagged]) {
      accepted.push(await talk.say(`RCPT TO:<${to}>`));
    }
    await talk.say('DATA');
    talk.write(`${mail('To one, four times')}.\r\n`);
    const answers = [await talk.hear(), await talk.hear(), await talk.hear(), await talk.hear()];
    const next = await talk.say('NOOP');
    talk.cutOff();

    expect(accepted.map((answer) => answer.slice(0, 3))).toEqual(['250', '250', '550', '250', '250']);
    expect(answers).toEqual(Array.from({ length: 4 }, () => '250 2.0.0 it is stored'));
    expect(next).toMatch(/^250/);
    expect(await received(account, own, 1)).toHaveLength(1);
  });

  it('is answered as often where it is too large', async () => {
    const talk = await talkByLmtp(lmtp.place);
    await talk.say('MAIL FROM:<carla@example.com>');
    await talk.say(`RCPT TO:<${inbox.address}>`);
    await talk.say(`RCPT TO:<${inbox.address}>`);
    await talk.say('DATA');
    const line = `${'x'.repeat(998)}\r\n`;
    talk.write(line.repeat(36_800));
    talk.write('.\r\n');
    const answers = [await talk.hear(), await talk.hear(), await talk.say('NOOP')];
    talk.cutOff();

    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['552', '552', '250']);
  });

  it.each([
    '"john doe"@x.test',
    '"a@b"@x.test',
    '"a\\"b>"@x.test',
    'bo..b@x.test',
    'bo.@x.test',
    '.bob@x.test',
    'bob@my_host.x.test',
    'bob@-x-.test',
    'root',
    'a@b@x.test',
    '@relay.test:bob@x.test',
    `${'long'.repeat(20)}@${'host.'.repeat(40)}test`,
    'jürgen@müller.test',
    '',
  ])('is taken from the sender <%s>', async (sender) => {
    const talk = await talkByLmtp(lmtp.place);
    const taken = await talk.say(`MAIL FROM:<${sender}> SIZE=3000`);
    const recipient = await talk.say(`RCPT TO:<"${inbox.address.replace('@', '"@')}>`);
    talk.cutOff();

    expect(taken).toMatch(/^250/);
    expect(recipient).toMatch(/^250/);
  });

  it('is another one where only its Message-ID was there before', async () => {
    const own = await givenMailInbox(account);
    const first = mail('The first text');
    const others = [first.replace('The first text', 'Another text'), first.replace(/From: .*/, `From: <${from()}>`)];
    for (const one of [first, ...others, first]) await handOverByLmtp(lmtp.place, [own.address], one);
    await handOverByLmtp(lmtp.place, [own.address], mail('The last one'));
    const messages = await received(account, own, 4);
    const ids = new Set(messages.map(({ source_id: id }) => id));

    expect(messages.map(({ content }) => content).toSorted()).toEqual([
      'Another text',
      'The first text',
      'The first text',
      'The last one',
    ]);
    expect(ids.size).toBe(2);
  });

  it('is kept where it comes from another installation, whose Message-IDs are like ours', async () => {
    const own = await givenMailInbox(account);
    const other = mail('From another installation').replace(
      /Message-ID: .*/,
      `Message-ID: <conversation/${randomUUID()}/messages/7@support.example.org>`,
    );
    await handOverByLmtp(lmtp.place, [own.address], other);
    const [message] = await received(account, own, 1);

    expect(message).toMatchObject({ content: 'From another installation' });
  });

  it('is asked for again, for each recipient, where the disk does not take it', async () => {
    const own = await givenMailInbox(account);
    const uploads = join(test.app.config.data_dir, 'uploads');
    await rm(uploads, { recursive: true, force: true });
    await writeFile(uploads, '');
    const talk = await talkByLmtp(lmtp.place);
    await talk.say('MAIL FROM:<carla@example.com>');
    await talk.say(`RCPT TO:<${own.address}>`);
    await talk.say(`RCPT TO:<${own.address}>`);
    await talk.say('DATA');
    talk.write(mail('A long one').repeat(2000));
    talk.write('\r\n.\r\n');
    const answers = [await talk.hear(), await talk.hear(), await talk.say('NOOP')];
    talk.cutOff();
    await rm(uploads);

    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['451', '451', '250']);
  });

  it('comes again later where it cannot be stored now', async () => {
    const own = await givenMailInbox(account);
    const same = mail('Later');
    const released = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = inTransaction(test.app.tx(), async (tx) => {
      if (databaseKind === 'postgresql') await sql`lock table received_events in exclusive mode`.execute(tx.db);
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const refused = handOverByLmtp(lmtp.place, [own.address], same).then(
      ({ rejected }) => rejected[own.address],
      (error: Error) => error.message,
    );
    const reason = await refused;
    released.resolve();
    await holding;
    const again = await handOverByLmtp(lmtp.place, [own.address], same);

    expect(reason).toMatch(/451 4\.3\.0 the database is busy/);
    expect(again.accepted).toEqual([own.address]);
    expect(await received(account, own, 1)).toHaveLength(1);
  });

  it('is refused when it is too large, or for too many', async () => {
    const talk = await talkByLmtp(lmtp.place);
    const large = await talk.say('MAIL FROM:<a@example.com> SIZE=40000000');
    await talk.say('MAIL FROM:<a@example.com>');
    const answers = [];
    for (let recipient = 0; recipient < 101; recipient += 1) {
      answers.push(await talk.say(`RCPT TO:<${inbox.address.replace('@', `+${recipient}@`)}>`));
    }
    talk.cutOff();

    expect(large).toMatch(/^552/);
    expect(answers.filter((answer) => answer.startsWith('250'))).toHaveLength(100);
    expect(answers.at(-1)).toMatch(/^452/);
  });

  it('is not stored when the client goes in the middle of it', async () => {
    const own = await givenMailInbox(account);
    const talk = await talkByLmtp(lmtp.place);
    await talk.say('MAIL FROM:<a@example.com>');
    await talk.say(`RCPT TO:<${own.address}>`);
    await talk.say('DATA');
    talk.write(`${mail('Cut off')}`);
    talk.cutOff();
    await handOverByLmtp(lmtp.place, [own.address], mail('After it'));
    const messages = await received(account, own, 1);

    expect(messages.map(({ content }) => content)).toEqual(['After it']);
    expect(await eventsOf(own)).toHaveLength(1);
    expect(readdirSync(uploadsFolder(test.app.config.data_dir))).toEqual([]);
  });
});

describe('the place for LMTP', () => {
  it('may be a socket, also where a killed process has left one', async () => {
    const path = join(folder, 'left');
    await leaveSocket(path);
    const first = (await openAt(path))!;
    const handed = await handOverByLmtp(first.place, [inbox.address], mail('By a socket'));
    const second = await openAt(path).catch((error: Error) => error.message);
    await first.stop();

    expect(first.place).toEqual({ path });
    expect(handed.accepted).toEqual([inbox.address]);
    expect(second).toMatch(/^mails cannot be taken at .*EADDRINUSE.*correct mail\.lmtp$/);
  });

  it('is nowhere unless it is set, and of this machine where a port is named', async () => {
    expect(await openAt('')).toBeNull();
    expect(lmtp.place).toEqual({ host: '127.0.0.1', port: expect.any(Number) });
  });

  it('cannot be one that another program has', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const opened = await openAt(`127.0.0.1:${port}`).catch((error: Error) => error.name);
    await new Promise((resolve) => other.close(resolve));

    expect(opened).toBe('LmtpError');
  });
});

describe('the end of the server', () => {
  it('stores what is under way, and sends others away', async () => {
    const own = await givenMailInbox(account);
    const ending = (await openAt('0'))!;
    const place: ListeningPlace = ending.place;
    const [idle, busy] = [await talkByLmtp(place), await talkByLmtp(place)];
    await busy.say('MAIL FROM:<a@example.com>');
    await busy.say(`RCPT TO:<${own.address}>`);
    await busy.say('DATA');
    busy.write(mail('Under way'));
    const stopped = ending.stop();
    const refused = await idle.say('MAIL FROM:<b@example.com>');
    busy.write('.\r\n');
    const taken = await busy.hear();
    await stopped;

    expect(refused).toMatch(/^421/);
    expect(taken).toBe('250 2.0.0 it is stored');
    expect(await busy.hear()).toMatch(/^421|^$/);
    expect(await received(account, own, 1)).toHaveLength(1);
  });
});
