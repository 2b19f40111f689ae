import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endLeases } from '../support/database/end-leases.ts';
import { withRows } from '../support/database/rows.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { serveParley } from '../support/parley.ts';
import { randomFrom } from '../../bin/seed/random.ts';
import type { ShownMessage } from '../support/receiving/received.ts';
import { givenServedAccount, type ServedAccount } from '../support/served-account.ts';
import { givenImapServer, type ImapServer } from '../support/servers/imap.ts';

/** Another one gives other moments. */
const SEED = 20261124;
const KILLS = 4;
const SENDERS = 5;
const MAILS = 150;

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

it('kill -9 while mailboxes are read loses no mail, and doubles none', async () => {
  const servers = [await givenImapServer(), await givenImapServer()];
  const settings = {
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
    PARLEY_WEBHOOKS_ALLOWED_NETWORKS: '127.0.0.0/8',
    PARLEY_CHANNELS_POLL_SECONDS: '1',
  };
  const account = await givenServedAccount(place, settings);
  const random = randomFrom(SEED);
  try {
    for (const server of servers) for (let number = 0; number < MAILS; number += 1) server.deliver(mailOf(number));
    for (const [index, server] of servers.entries()) await givenInboxOf(account, index, server);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = Math.floor(((kill + random.next()) * servers.length * MAILS) / KILLS);
      await eventually(kept, (count) => count >= enough);
      await account.server.kill();
      await Promise.all([endLeases(place), endLeasesOfMailboxes()]);
      account.server = await serveParley(place, settings);
    }
    const shown = await eventually(
      () => messagesOf(account),
      (all) => all.flat().length >= servers.length * MAILS,
    );

    const numbers = Array.from({ length: MAILS }, (_, number) => number);
    const expected = numbers.flatMap((number) => servers.map(() => `mail ${number}`)).toSorted();
    expect(shown.flat().toSorted()).toEqual(expected);
    // Those of a sender are in the order in which they came.
    expect(shown.map(orderOf)).toEqual(shown.map((texts) => orderOf(texts).toSorted((a, b) => a - b)));
  } finally {
    await account.server.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
});

const orderOf = (texts: string[]) => texts.map((text) => Number(text.split(' ')[1]));

/** A mail of one of the senders, who writes into one conversation. */
function mailOf(number: number): string {
  const sender = number % SENDERS;
  const references = number < SENDERS ? '' : `References: <${sender}@example.com>\r\n`;
  const head = `From: sender-${sender}@example.com\r\nTo: support@acme.example\r\nSubject: Help\r\n${references}`;
  return `${head}Message-ID: <${number}@example.com>\r\n\r\nmail ${number}\r\n`;
}

async function givenInboxOf(account: ServedAccount, index: number, server: ImapServer): Promise<void> {
  const channel = { type: 'email', email: `support-${index}@acme.example`, ...server.channel() };
  const { status, text } = await account.call('POST', '/inboxes', { name: `Mail ${index}`, channel });
  if (status >= 300) throw new Error(`no inbox: ${text}`);
}

/** How many mails have been stored. */
const kept = () =>
  withRows(place, async (rows) => {
    const { count } = await rows
      .selectFrom('received_events')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  });

/** The incoming messages of each conversation. */
async function messagesOf(account: ServedAccount): Promise<string[][]> {
  const { body } = await account.call('GET', '/conversations?status=all&assignee_type=all');
  const all: string[][] = [];
  for (const { id } of body.data.payload as { id: number }[]) {
    const page = await account.call('GET', `/conversations/${id}/messages?per_page=100`);
    const messages = (page.body.payload as ShownMessage[]).filter(({ message_type: type }) => type === 0);
    all.push(messages.map(({ content }) => content ?? ''));
  }
  return all;
}

/** As if the time had passed for which a killed process reads a mailbox. */
function endLeasesOfMailboxes(): Promise<unknown> {
  return withRows(place, async (rows) => {
    await rows
      .updateTable('mailboxes')
      .set({ due_at: new Date(0), leased_by: null })
      .where('leased_by', 'is not', null)
      .execute();
  });
}
