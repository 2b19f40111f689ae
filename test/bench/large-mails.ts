/**
 * Measures how much memory a server holds after large mails:
 *   npm run build && npm run bench -- --large-mails
 */
import Database from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { memoryOf, mostMemoryOf } from './support/memory.ts';
import { pause } from './support/pause.ts';
import { type Program, serve, stop, UNLIMITED } from './support/processes.ts';
import { postTo } from './support/seed.ts';
import { printHead, printRow, whole } from './support/tables.ts';
import { withInstallation } from './support/with-installation.ts';

/** So many mails one after the other, and so many at once. */
const MAILS = { inTurn: 3, atOnce: 6 };
/** Of each mail, as it is sent. */
const BYTES = 30e6;
const LOOK_MS = 100;
const LATER_MS = 60_000;
/** The most megabytes. */
const MOST = { atAll: 350, later: 250 };

const PASSWORD = 'from-the-mail-server';
const ADDRESS = 'support@acme.example';
/** As config/parley.service and config/Containerfile set it. */
const SETTINGS = {
  ...UNLIMITED,
  PARLEY_MAIL_INBOUND_PASSWORD: PASSWORD,
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Hands mails of 30 MB over, to a server of its own in each way, and prints the memory until they are messages and a minute later. */
export async function benchLargeMails(program: Program): Promise<void> {
  printHead([`mails of ${whole(BYTES / 1e6)} MB`, 'before', 'at most', 'a minute later', 'aims']);
  await measure(program, `${MAILS.inTurn} one after the other`, MAILS.inTurn, async (send) => {
    for (let number = 0; number < MAILS.inTurn; number += 1) await send(number);
  });
  await measure(program, `${MAILS.atOnce} at once`, MAILS.atOnce, async (send) => {
    await Promise.all(Array.from({ length: MAILS.atOnce }, (_, number) => send(number)));
  });
}

function measure(
  program: Program,
  name: string,
  count: number,
  handAllOver: (send: (number: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  return withInstallation(program, SETTINGS, async ({ installation, token }) => {
    const server = await serve(program, installation);
    try {
      await postTo(server.url, token, '/inboxes', { name: 'Mail', channel: { type: 'email', email: ADDRESS } });
      const memory = () => {
        const { own, files } = memoryOf(server.pid);
        return own + files;
      };
      const before = memory();
      await handAllOver((number) => handOver(server.url, number));
      await untilEnded(join(installation.dataDir, 'parley.db'), count);
      const most = mostMemoryOf(server.pid);
      await pause(LATER_MS);
      const megabytes = [before, most, memory()].map((value) => `${whole(value)} MB`);
      printRow([name, ...megabytes, `${MOST.atAll} and ${MOST.later} MB`]);
    } finally {
      await stop(server);
    }
  });
}

async function handOver(url: string, number: number): Promise<void> {
  const { status } = await fetch(`${url}/rails/action_mailbox/relay/inbound_emails`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'x-envelope-to': ADDRESS,
      authorization: `Basic ${Buffer.from(`actionmailbox:${PASSWORD}`).toString('base64')}`,
    },
    body: mailOf(number),
  });
  if (status !== 204) throw new Error(`a mail was answered with ${status}`);
}

/** A mail with one file, as mail programs write it. */
function mailOf(number: number): string {
  // Base64 has four characters for three bytes, and a line break after 76.
  const file = randomBytes((BYTES * 3 * 76) / (4 * 78)).toString('base64');
  return [
    `From: Carla <carla-${number}@example.com>`,
    `To: ${ADDRESS}`,
    'Subject: A large file',
    `Message-ID: <large-${number}@example.com>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'Here it is.',
    '--part',
    'Content-Type: application/octet-stream; name=large.bin',
    'Content-Disposition: attachment; filename=large.bin',
    'Content-Transfer-Encoding: base64',
    '',
    file.replaceAll(/.{76}/g, '$&\r\n'),
    '--part--',
    '',
  ].join('\r\n');
}

async function untilEnded(path: string, count: number): Promise<void> {
  const database = new Database(path, { readonly: true });
  const ended = database.prepare<[], number>("select count(*) from received_events where status = 'done'").pluck();
  while (ended.get() !== count) await pause(LOOK_MS);
  database.close();
}
