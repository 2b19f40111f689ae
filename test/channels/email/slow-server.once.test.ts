import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { type SmtpMail, sendBySmtp } from '../../../src/channels/email/send-by-smtp.ts';
import { ofInstallation } from '../../../src/channels/email/smtp-server.ts';
import { loadConfig } from '../../../src/config.ts';
import { freePort } from '../../support/database/postgres.ts';
import { givenMailServer, type MailServer } from '../../support/servers/smtp.ts';

/** Soon, where the server is never silent for as long as it may be. */
const MOST_MS = 300;

const mail: SmtpMail = {
  from: 'support@acme.example',
  recipients: ['carla@example.com'],
  bytes: Buffer.from('Subject: Hello\r\n\r\nHello\r\n'),
};
const serverAt = (url: string) => ofInstallation({ ...loadConfig(undefined, {}, {}).mail, smtp_url: url });

let server: MailServer;
beforeAll(async () => {
  server = await givenMailServer();
});
afterAll(() => server.stop());

describe('a mail that its server does not end with in time', () => {
  it('waits when nothing of it has been sent, although the server always says something', async () => {
    const talker = createServer((socket) => {
      socket.write('220 hello\r\n');
      socket.once('data', () => {
        const talk = setInterval(() => socket.write('250-wait\r\n'), 10);
        socket.once('close', () => clearInterval(talk));
      });
      socket.on('error', () => socket.destroy());
    });
    const port = await freePort();
    await new Promise<void>((resolve) => talker.listen(port, '127.0.0.1', resolve));

    const { outcome } = await sendBySmtp(await serverAt(`smtp://127.0.0.1:${port}`), mail, MOST_MS);

    expect(outcome).toEqual({ is: 'later', reason: 'the mail server took longer than 0.3 seconds', afterMs: null });
    await new Promise((resolve) => talker.close(resolve));
  });

  it('is doubtful when it has begun to be sent', async () => {
    let release = () => {};
    server.faults.push({ is: 'held', until: new Promise<void>((resolve) => (release = resolve)) });

    // Long enough for signing in on a machine that does much else, and shorter than any silence that is allowed.
    const { outcome } = await sendBySmtp(await serverAt(server.url), mail, 10 * MOST_MS);
    release();

    expect(outcome).toEqual({ is: 'doubtful', reason: 'the mail server took longer than 3 seconds' });
  });
});
