/**
 * Drives the built binary for an hour with everything at a third of what it can do, and looks at its memory and
 * descriptors, at how long deliveries take, and at what is lost:
 *   npm run build && npm run bench -- --soak --minutes 60
 */
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';
import { judgeDrained, judgeLosses, leftOf, newReceived, type Received, takeReport } from './support/soak/accounts.ts';
import { mixture } from './support/soak/acts.ts';
import { openSockets, type Receivers, type Sockets, startSoakReceivers } from './support/soak/children.ts';
import { type Client, openClient } from './support/soak/client.ts';
import { type Ledger, newLedger, noteFailure } from './support/soak/ledger.ts';
import { type Descriptors, descriptorsOf, type Looker, openLooker } from './support/soak/look.ts';
import { type Minute, printMinute, printMinuteHead, watchMinute } from './support/soak/minutes.ts';
import { actNowAndThen, actOnce, type Means } from './support/soak/now-and-then.ts';
import { type Place, seedSoak } from './support/soak/seed.ts';
import { driveSteadily } from './support/soak/steady.ts';
import {
  judgeDeliveries,
  judgeDescriptors,
  judgeMemory,
  printQuarters,
  printVerdicts,
} from './support/soak/verdict.ts';
import { addMembers, type Member } from './support/add-members.ts';
import { drive } from './support/drive.ts';
import { install } from './support/install.ts';
import { type Mailboxes, startMailboxes } from './support/mails/mailboxes.ts';
import { pause } from './support/pause.ts';
import { type Installation, type Program, serve, type Server, stop, UNLIMITED } from './support/processes.ts';
import { printMachine, whole } from './support/tables.ts';
import { type Installed, withInstallation } from './support/with-installation.ts';

const SOCKETS = 200;
const PEOPLE = 20;
const MAILBOXES = 3;
/** How the possible load is measured: over so many connections, after a warm-up as long. */
const POSSIBLE = { connections: 32, seconds: 10 };
const SHARE = 1 / 3;
/** The longest that what waits may take. */
const DRAIN_MS = 180_000;
const LOOK_MS = 1000;
/** After which what nobody uses is closed: the threads that read aside end after a minute. */
const IDLE_MS = 90_000;
/** How often it is looked then. */
const RESTING_LOOKS = 100;
const METRICS_TOKEN = 'soak';

/** Limits that are never reached; a webhook that only fails is retried once, and disabled within the hour. */
const SETTINGS = {
  ...UNLIMITED,
  PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '1000000000',
  PARLEY_LIMITS_MESSAGES_PER_MINUTE: '1000000000',
  PARLEY_WEBHOOKS_RETRY_MINUTES: '1',
  PARLEY_WEBHOOKS_DISABLE_AFTER_HOURS: '0.25',
  PARLEY_METRICS_TOKEN: METRICS_TOKEN,
};

/** Runs so many minutes, and prints. */
export async function benchSoak(program: Program, minutes: number): Promise<void> {
  const mail = await givenMailServer();
  const mailboxes = await startMailboxes(MAILBOXES, 0);
  try {
    await withInstallation(program, { ...SETTINGS, PARLEY_MAIL_SMTP_URL: mail.url }, async (installed) => {
      const receivers = await startSoakReceivers(installed.folder);
      try {
        await soak(installed, { mail, mailboxes, receivers }, minutes);
      } finally {
        receivers.stop();
      }
    });
  } finally {
    mailboxes.end();
    await mail.stop();
  }
}

type Others = { mail: MailServer; mailboxes: Mailboxes; receivers: Receivers };

async function soak(installed: Installed, others: Others, minutes: number): Promise<void> {
  const { receivers, mailboxes, mail } = others;
  const program = install(installed.program, installed.folder);
  const { dataDir, env } = installed.installation;
  const installation: Installation = { dataDir, env: { ...env, ...receivers.env } };
  const members = addMembers(installation, PEOPLE, 'agent');
  const server = await serve(program, installation);
  const client = openClient(server.url, installed.token);
  try {
    const place = await seedSoak(client, members, others);
    const ledger = newLedger();
    const looker = openLooker(dataDir, place);
    const means: Means = { program, installation, folder: installed.folder, client, place, mailboxes, ledger };
    const run: Run = { server, client, members, place, ledger, looker, receivers, received: newReceived(), means };
    await actOnce(means);
    const rate = (await measurePossible(run, installed.token)) * SHARE;
    await untilDone(run);
    const before = await restingDescriptors(run);
    const noted = await driveFor(run, minutes, rate);
    const drained = await untilDone(run);
    const left = looker.waiting();
    await client.ask({ method: 'PATCH', path: `/webhooks/${place.webhooks.dead}`, body: { enabled: false } });
    const after = await restingDescriptors(run);
    takeReport(run.received, await receivers.ask());
    looker.close();
    printQuarters(noted);
    printVerdicts([
      judgeMemory(noted),
      judgeDescriptors(before, after),
      judgeDeliveries(noted),
      judgeDrained(left, drained),
      ...judgeLosses(dataDir, { ledger, received: run.received, mail }),
    ]);
    printOpened(before, after);
  } finally {
    client.close();
    await stop(server);
  }
}

type Run = {
  server: Server;
  client: Client;
  members: Member[];
  place: Place;
  ledger: Ledger;
  looker: Looker;
  receivers: Receivers;
  received: Received;
  means: Means;
};

/**
 * How many requests a second the server can answer with all sockets and webhooks, and do in the same time what follows from
 * them: they are sent as fast as it answers, and time ends when the healthy receiver has been told of everything.
 */
async function measurePossible(run: Run, token: string): Promise<number> {
  const { server, members, place, looker } = run;
  const sockets = await openSockets(server.url, SOCKETS, members);
  const load = { requests: mixture(place), ...POSSIBLE };
  const untilTold = async () => {
    while ((looker.waiting().deliveries['healthy'] ?? 0) > 0) await pause(LOOK_MS / 10);
  };
  await drive(server.url, token, load);
  await untilDone(run);
  const started = performance.now();
  const { answered, rate } = await drive(server.url, token, load);
  await untilTold();
  const possible = (answered * 1000) / (performance.now() - started);
  await sockets.close();
  printMachine(
    `${whole(rate)} requests a second were answered, ${whole(possible)} with all deliveries to the healthy receiver; a third is ${whole(possible * SHARE)}`,
  );
  return possible;
}

/** Waits until everything is done that waits, but for what the dead webhook does not take. Gives the seconds that took. */
async function untilDone({ looker }: Run): Promise<number> {
  const started = performance.now();
  while (leftOf(looker.waiting()) > 0 && performance.now() - started < DRAIN_MS) await pause(LOOK_MS);
  return (performance.now() - started) / 1000;
}

/**
 * The fewest that the server has open when nobody has asked it for anything for a minute and a half, of several looks: threads that read
 * or copy the log come and go.
 */
async function restingDescriptors({ client, server }: Run): Promise<Descriptors> {
  client.close();
  await pause(IDLE_MS);
  let fewest = descriptorsOf(server.pid);
  for (let look = 1; look < RESTING_LOOKS; look += 1) {
    await pause(LOOK_MS);
    const next = descriptorsOf(server.pid);
    if (next.names.length < fewest.names.length) fewest = next;
  }
  return fewest;
}

async function driveFor(run: Run, minutes: number, rate: number): Promise<Minute[]> {
  const { server, client, members, place, ledger, looker, receivers, received, means } = run;
  takeReport(received, await receivers.ask());
  const sockets = await openSockets(server.url, SOCKETS, members);
  const ending = new AbortController();
  const driving = driveSteadily(client, place, ledger, { rate, until: ending.signal });
  const occasions = actNowAndThen(means, minutes, ending.signal);
  const noted: Minute[] = [];
  try {
    const take = (report: Parameters<typeof takeReport>[1]) => takeReport(received, report);
    const watched = { server, token: METRICS_TOKEN, looker, receivers, sockets, ledger, take };
    printMinuteHead();
    while (noted.length < minutes) {
      const minute = await watchMinute(watched);
      noted.push(minute);
      printMinute(noted.length, minute);
      await enableWebhooks(run).catch((error: unknown) => noteFailure(ledger, error));
    }
  } finally {
    ending.abort();
    await Promise.all([driving, occasions]);
    await closeAndCount(sockets);
  }
  return noted;
}

async function closeAndCount(sockets: Sockets): Promise<void> {
  const { open, failed } = await sockets.ask();
  console.log(
    `\n${open} of ${SOCKETS} sockets were open at the end; ${failed} could not be opened in the last minute.`,
  );
  await sockets.close();
}

/** Enables the webhooks that were disabled, as their administrators would. */
async function enableWebhooks({ client }: Run): Promise<void> {
  for (const { id, name, enabled } of await client.ask<Hooked[]>({ method: 'GET', path: '/webhooks' })) {
    if (enabled) continue;
    console.error(`the ${name} webhook was disabled, and is enabled again`);
    await client.ask({ method: 'PATCH', path: `/webhooks/${id}`, body: { enabled: true } });
  }
}

type Hooked = { id: number; name: string; enabled: boolean };

/** Names what is open now and was not before. */
function printOpened(before: Descriptors, after: Descriptors): void {
  const left = [...before.names];
  const opened = after.names.filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index === -1;
  });
  const files = opened.filter((name) => !name.startsWith('socket:'));
  if (files.length > 0) console.log(`\nOpened since: ${files.join(', ')}`);
}
