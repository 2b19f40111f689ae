import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeDue } from '../../support/database/end-leases.ts';
import { withRows } from '../../support/database/rows.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { serveParley } from '../../support/parley.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';
import type { Fault } from '../../support/providers/provider-server.ts';
import { EVENTS_PATH, givenSlack, signed, SIGNING_SECRET, type Slack } from '../../support/providers/slack.ts';
import { randomFrom } from '../../../bin/seed/random.ts';
import type { ShownMessage } from '../../support/receiving/received.ts';
import { created, givenServedAccount, send, type ServedAccount } from '../../support/served-account.ts';

/** Another one gives other faults. */
const SEED = 20261126;
const KILLS = 4;
const CONVERSATIONS = 3;
const ROUNDS = 5;
const PUBLIC_URL = 'https://chat.example.com';

let place: Place;
let oauth: OauthServer;
let slack: Slack;
beforeAll(async () => {
  place = await givenPlace();
  oauth = await givenOauthServer();
  oauth.register(PUBLIC_URL);
  slack = await givenSlack((token) => oauth.issued.some(({ access }) => access === token));
  slack.channels = [{ id: 'C1', name: 'support', is_private: false, is_member: true, is_archived: false }];
});
afterAll(async () => {
  await slack.stop();
  await oauth.stop();
  await place.remove();
});

it('kill -9 and every fault of Slack lose nothing that is said on either side, and double nothing', async () => {
  const settings = {
    ...inEnvironment({
      ...oauth.settings,
      'oauth.slack.api_url': slack.url,
      'oauth.slack.signing_secret': SIGNING_SECRET,
    }),
    PARLEY_SERVER_PUBLIC_URL: PUBLIC_URL,
    PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0',
    PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0',
  };
  const account = await givenServedAccount(place, settings);
  const random = randomFrom(SEED);
  try {
    await connectSlack(account);
    const conversations = await Promise.all(Array.from({ length: CONVERSATIONS }, () => account.newConversation()));
    /** Of each conversation, what was written here, and what was written at Slack and taken here. */
    const written: string[][] = conversations.map(() => []);
    const taken: string[][] = conversations.map(() => []);
    const write = () =>
      Promise.all(
        conversations.map(async (conversation, index) => {
          const content = `here ${index} ${written[index]!.length}`;
          await created(send(account, conversation, content));
          written[index]!.push(content);
        }),
      );
    await write();
    const threads = await eventually(
      () => conversations.map((_, index) => slack.told.find(({ text }) => text.endsWith(`here ${index} 0`))?.ts ?? ''),
      (all) => all.every((thread) => thread !== ''),
    );

    for (let kill = 0; kill <= KILLS; kill += 1) {
      for (let round = 0; round < ROUNDS; round += 1) {
        if (random.next() < 0.5) slack.faults.push(random.pick(FAULTS), null);
        await write();
        await Promise.all(
          threads.map(async (thread, index) => {
            const text = `there ${index} ${taken[index]!.length}`;
            // Slack sends an event until it is taken.
            for (let times = random.next() < 0.3 ? 2 : 1; times > 0; times -= 1) await tell(account, thread, text);
            taken[index]!.push(text);
          }),
        );
      }
      if (kill === KILLS) break;
      const answered = Promise.withResolvers<void>();
      if (kill % 2 === 0) {
        // Slack takes the next request, and the answer does not come in time.
        await dueNow();
        slack.faults = [{ is: 'held', until: answered.promise }];
        await write();
        await eventually(
          () => slack.faults.length,
          (left) => left === 0,
        );
      }
      await account.server.kill();
      answered.resolve();
      await dueNow();
      account.server = await serveParley(place, settings);
    }
    slack.faults = [];
    await eventually(
      async () => {
        await dueNow();
        return waiting();
      },
      (count) => count === 0,
    );

    const toldOf = (index: number) => slack.told.map(textOf).filter((text) => text.startsWith(`here ${index} `));
    expect(conversations.map((_, index) => toldOf(index))).toEqual(written);
    expect(slack.told).toHaveLength(written.flat().length);
    const shown = await Promise.all(conversations.map((conversation) => messagesOf(account, conversation)));
    const saidOf = (index: number, place: string) => shown[index]!.filter((text) => text.startsWith(place));
    expect(conversations.map((_, index) => saidOf(index, 'here'))).toEqual(written);
    expect(conversations.map((_, index) => saidOf(index, 'there').toSorted())).toEqual(
      taken.map((all) => all.toSorted()),
    );
  } finally {
    await account.server.stop();
  }
});

const FAULTS: Fault[] = [
  { is: 'lost' },
  { is: 'cut' },
  ...[429, 500].map((status): Fault => ({ is: 'reply', reply: { status, body: {} } })),
];

const inEnvironment = (settings: object) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `PARLEY_${name.replaceAll('.', '_').toUpperCase()}`,
      String(value),
    ]),
  );

/** The last line: the first message of a thread begins with a line of its own. */
const textOf = ({ text }: { text: string }) => text.split('\n').at(-1)!;

/** Connects the account to the workspace, as a browser does, and chooses its channel. */
async function connectSlack(account: ServedAccount): Promise<void> {
  const { body, headers } = await account.call('POST', '/slack/authorization', {});
  const back = await oauth.consent(body.url, { answer: { team: { id: 'T1', name: 'Acme' } } });
  const [cookie = ''] = headers.getSetCookie()[0]?.split(';') ?? [];
  const url = `${account.server.url}${back.pathname}${back.search}`;
  const { status } = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  if (status !== 302) throw new Error(`not connected: ${status}`);
  await created(account.call('PATCH', '/integrations/slack', { reference_id: 'C1' }));
}

/** Somebody writes in a thread at Slack. */
async function tell(account: ServedAccount, thread: string, text: string): Promise<void> {
  const [, index, number] = text.split(' ').map(Number);
  const ts = `1900000${String(index).padStart(3, '0')}.${String(number).padStart(6, '0')}`;
  const event = { type: 'message', channel: 'C1', user: 'U1', text, ts, thread_ts: thread };
  const body = { type: 'event_callback', team_id: 'T1', event };
  const { status } = await fetch(`${account.server.url}${EVENTS_PATH}`, { method: 'POST', ...signed(body) });
  if (status !== 200) throw new Error(`not taken: ${status}`);
}

/** As if the time had come for what waits after a failure, and for what a killed process had claimed. */
const dueNow = () => withRows(place, (rows) => makeDue({ db: rows }, ['tell_slack', 'receive_slack']));

const waiting = () =>
  withRows(place, async (rows) => {
    const jobs = await rows
      .selectFrom('jobs')
      .select('id')
      .where('kind', 'in', ['tell_slack', 'receive_slack'])
      .where('status', '=', 'pending')
      .execute();
    return jobs.length;
  });

async function messagesOf(account: ServedAccount, { id }: { id: number }): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await account.call('GET', `/conversations/${id}/messages?per_page=100&page=${page}`);
    const messages = body.payload as ShownMessage[];
    if (messages.length === 0) return texts;
    texts.unshift(...messages.map(({ content }) => content ?? ''));
  }
}
