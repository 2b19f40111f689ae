import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Lmtp, openLmtp } from '../../src/lmtp/open-lmtp.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';
import { talkByLmtp } from '../support/mail/lmtp-client.ts';
import { givenMailInbox } from '../support/mail/mail-inbox.ts';
import { onlyIf } from '../support/only.ts';
import { givenPostfix, hasPostfix, type Postfix } from '../support/servers/postfix.ts';

const EXAMPLE = join(import.meta.dirname, '../../config/examples/postfix/main.cf');

/** A mail of the list: its sender in the envelope, and what is particular of it. */
type Sent = { sender?: string; head?: string; body?: string; to?: string[]; options?: string };

describe('a Postfix with the lines of config/examples', () => {
  onlyIf(hasPostfix, describe)('hands over', () => {
    let test: TestApp;
    let account: TestAccount;
    let inbox: { id: number; address: string };
    let lmtp: Lmtp;
    let postfix: Postfix;
    beforeAll(async () => {
      test = await givenApp();
      account = await givenAccount(test);
      inbox = await givenMailInbox(account);
      const { config } = test.app;
      const opened = await openLmtp({ ...test.app, config: { ...config, mail: { ...config.mail, lmtp: '0' } } });
      if (!opened || 'path' in opened.place) throw new Error('there is no port for LMTP');
      lmtp = opened;
      const aliases = join(test.app.config.data_dir, 'aliases');
      await writeFile(aliases, `sales@acme.example ${inbox.address}\nhelp@acme.example ${inbox.address}\n`);
      const example = readFileSync(EXAMPLE, 'utf8').replaceAll('127.0.0.1:2424', `127.0.0.1:${opened.place.port}`);
      postfix = await givenPostfix(`${example}\nvirtual_alias_maps = texthash:${aliases}`);
    });
    afterAll(async () => {
      await postfix.stop();
      await lmtp.stop();
      await test.stop();
    });

    async function send({ sender = 'carla@x.test', head = '', body, to = [inbox.address], options = '' }: Sent) {
      const text = body ?? `Hello ${randomUUID()}`;
      const talk = await talkByLmtp({ host: '127.0.0.1', port: postfix.port }, 'EHLO');
      const answers = [await talk.say(`MAIL FROM:<${sender}>${options}`)];
      for (const address of to) answers.push(await talk.say(`RCPT TO:<${address}>`));
      answers.push(await talk.say('DATA'));
      const from = /^From:/m.test(head) ? '' : `From: Carla <carla-${randomUUID()}@x.test>\r\n`;
      talk.write(`${from}To: ${inbox.address}\r\nSubject: Help\r\n${head}\r\n${text}\r\n.\r\n`);
      answers.push(await talk.hear());
      talk.cutOff();
      return answers.map((answer) => answer.slice(0, 3));
    }

    const conversations = async (): Promise<object[]> =>
      (await account.call('GET', `/conversations?inbox_id=${inbox.id}&status=all&per_page=100`)).body.data.payload;

    it('twenty kinds of mails, each once and without a bounce', async () => {
      const id = `Message-ID: <same-${randomUUID()}@x.test>\r\n`;
      const mails: Sent[] = [
        {},
        { sender: '"john doe"@x.test' },
        { sender: '"a@b"@x.test' },
        { sender: 'bo..b@x.test' },
        { sender: 'bo.@x.test' },
        { sender: 'bob@my_host.x.test' },
        { sender: 'bounces+carla=x.test@lists.x.test' },
        { sender: 'jürgen@müller.test', options: ' SMTPUTF8' },
        { sender: '', head: 'Auto-Submitted: auto-replied\r\n' },
        { to: ['sales@acme.example', 'help@acme.example'] },
        { to: [inbox.address, 'sales@acme.example', inbox.address.replace('@', '+orders@')] },
        { to: [inbox.address.toUpperCase().replace('ACME.EXAMPLE', 'acme.example')] },
        { head: 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n', body: 'Grüße 你好' },
        { head: id, body: 'The first text' },
        { head: id, body: 'Another text' },
        { body: '..A line that begins with a dot' },
        { body: `A long line ${'x'.repeat(900)}` },
        { body: `${'A line of a long mail\r\n'.repeat(40_000)}The end` },
        { head: 'From: =?utf-8?q?J=C3=BCrgen?= <jurgen@x.test>\r\n' },
        { head: 'Message-ID: <not an id>\r\n', body: 'With a bad Message-ID' },
      ];
      const answers = [];
      for (const mail of mails) answers.push(await send(mail));
      const begun = await eventually(conversations, ({ length }) => length >= mails.length);
      const log = await eventually(
        () => postfix.log(),
        (text) => (text.match(/: removed$/gm)?.length ?? 0) >= mails.length,
      );

      expect(answers.flat().filter((answer) => !/^[23]/.test(answer))).toEqual([]);
      expect(begun).toHaveLength(mails.length);
      expect(log).not.toMatch(/status=(bounced|deferred)|warning: .*lmtp/);
    });

    it('nothing to addresses that no inbox has: it refuses these mails itself', async () => {
      const [, refused] = await send({ to: ['nobody@acme.example'] });

      expect(refused).toBe('550');
    });
  });
});
