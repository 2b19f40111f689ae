import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/time.ts';
import { type Clockwork, givenClockwork } from '../support/time/clockwork.ts';
import { databaseKind, givenPlace, type Place } from '../support/database.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../support/factories.ts';
import { givenReceiver, type Receiver } from '../support/servers/receiver.ts';
import { givenMailServer, type MailServer } from '../support/servers/smtp.ts';

// Thirty days of a small team, on PostgreSQL with two servers on one database: whatever happens by itself happens once,
// at its time, by either of the two, and what others miss while they are away reaches them later.

const START = new Date('2026-03-02T08:00:00Z');
const SNOOZED_OVER = 'Conversation was reopened: its snooze is over';
/** How long the month may take where the machine has much else to do. */
const PERIOD_MS = 5 * MINUTE;

type Action = { at: Date; act: () => Promise<unknown> };
type Given = { account: TestAccount; inboxId: number; contactId: number };

let place: Place;
let receiver: Receiver;
let mailServer: MailServer;
let clock: Clockwork;
let snoozing: Given;
let resolving: Given;
let ignoring: Given;
/** What was asked for: until when conversations sleep, when they were last spoken in, and who is to get mail. */
const snoozes = new Map<number, Date>();
const lastSpoken = new Map<number, Date>();
const answered: number[] = [];
const waiting: number[] = [];
const recipients: string[] = [];
/** The deliveries that the receiver took, and how often it refused one. */
const taken: string[] = [];
let refusals = 0;
let isReceiverAway = false;

beforeAll(async () => {
  place = await givenPlace();
  receiver = await givenReceiver();
  receiver.reply = ({ headers }) => {
    if (isReceiverAway) refusals += 1;
    else taken.push(String(headers['x-parley-delivery']));
    return { status: isReceiverAway ? 503 : 200 };
  };
  mailServer = await givenMailServer();
  const settings = {
    'mail.smtp_url': mailServer.url,
    'mail.from': 'support@acme.example',
    'webhooks.allowed_networks': '127.0.0.0/8',
    'webhooks.retry_minutes': '1,5,25,60,120,240,480',
    'webhooks.keep_days': '0',
  };
  clock = await givenClockwork(databaseKind === 'postgresql' ? 2 : 1, place, settings, START);
  snoozing = await given({});
  resolving = await given({ auto_resolve_after: 3, auto_resolve_message: 'Goodbye', auto_resolve_label: 'idle' });
  ignoring = await given({ auto_resolve_after: 10, auto_resolve_ignore_waiting: true });
  await live(plan());
}, PERIOD_MS);
afterAll(async () => {
  await clock.stop();
  await mailServer.stop();
  await receiver.stop();
  await place.remove();
});

/** An account with these settings, of whose every change the receiver is told. */
async function given(settings: object): Promise<Given> {
  const [first] = clock.apps;
  const account = await givenAccount(first!);
  await account.call('PATCH', '', settings);
  const subscriptions = ['message_created', 'conversation_status_changed', 'conversation_created'];
  await account.call('POST', '/webhooks', { url: receiver.url, subscriptions });
  const [inbox, contact] = [await givenInbox(account), await givenContact(account)];
  return { account, inboxId: inbox.id, contactId: contact.id };
}

/** Calls one of the servers, another each time. */
let calls = 0;
async function call({ account }: Given, method: string, path: string, body: object) {
  calls += 1;
  const server = clock.apps[calls % clock.apps.length]!;
  const answer = await server.request(method, `${account.path}${path}`, { token: account.administrator.token, body });
  if (answer.status > 201) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}

/** A new conversation, in which the contact has asked something; its number. */
async function conversationIn(given: Given): Promise<number> {
  const message = { content: 'Where is my order?', message_type: 'incoming' };
  const body = { inbox_id: given.inboxId, contact_id: given.contactId, message };
  return (await call(given, 'POST', '/conversations', body)).id;
}

const after = (days: number, hours = 0) => new Date(START.getTime() + days * DAY + hours * HOUR);

/** What happens in these thirty days: what people do, and what goes wrong. */
function plan(): Action[] {
  const actions: Action[] = [];
  const at = (time: Date, act: Action['act']) => actions.push({ at: time, act });
  for (let index = 0; index < 12; index += 1) {
    const time = after(index * 2, index);
    const until = new Date(time.getTime() + (1 + ((index * 17) % 70)) * HOUR + index * 7 * SECOND);
    at(time, () => snooze(until));
    at(time, () => leaveAlone(index));
  }
  for (let day = 2; day < 29; day += 3) at(after(day, 3), () => requestTranscript());
  for (const hour of [2, 3, 4]) at(after(9, hour), () => requestTranscript());
  at(after(9, 4.5), () => invite());
  at(after(9, 1), () => mailServer.leave());
  at(after(9, 7), () => mailServer.comeBack());
  for (const [day, hours] of [
    [6, 5],
    [16, 9],
  ] as const) {
    at(after(day), async () => (isReceiverAway = true));
    at(after(day, hours), async () => (isReceiverAway = false));
    for (let hour = 1; hour < hours; hour += 1) at(after(day, hour), () => snooze(after(day, hour + 1.5)));
  }
  return actions.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

async function live(actions: Action[]): Promise<void> {
  for (const { at, act } of actions) {
    await clock.passUntil(at);
    await act();
  }
  await clock.passUntil(after(30));
}

async function snooze(until: Date): Promise<void> {
  const id = await conversationIn(snoozing);
  const body = { status: 'snoozed', snoozed_until: until.toISOString() };
  await call(snoozing, 'POST', `/conversations/${id}/toggle_status`, body);
  snoozes.set(id, until);
}

/** Conversations that nobody comes back to: one for each rule, of which every other has been answered. */
async function leaveAlone(index: number): Promise<void> {
  lastSpoken.set(await conversationIn(resolving), clock.now());
  const id = await conversationIn(ignoring);
  const reply = { content: 'On its way!', message_type: 'outgoing' };
  if (index % 2 === 0) await call(ignoring, 'POST', `/conversations/${id}/messages`, reply);
  (index % 2 === 0 ? answered : waiting).push(id);
}

async function requestTranscript(): Promise<void> {
  const email = `reader${recipients.length}@example.com`;
  recipients.push(email);
  await call(snoozing, 'POST', `/conversations/${await conversationIn(snoozing)}/transcript`, { email });
}

async function invite(): Promise<void> {
  const email = `agent${recipients.length}@example.com`;
  recipients.push(email);
  await call(snoozing, 'POST', '/agents', { name: 'Gus Agent', email, role: 'agent' });
}

const rows = () => clock.apps[0]!.rows();

/** When a message like this was written in the account's conversations, by the number of the conversation. */
async function saidIn({ account }: Given, content: string): Promise<[conversation: number, at: Date][]> {
  const found = await rows()
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .where('c.account_id', '=', account.id)
    .where('m.content', 'like', content)
    .orderBy('c.display_id')
    .select(['c.display_id as id', 'm.created_at as at'])
    .execute();
  return found.map(({ id, at }) => [id, at]);
}

describe('in a month', () => {
  it('each snooze ends once, within 15 seconds of its time', async () => {
    const ends = await saidIn(snoozing, SNOOZED_OVER);

    expect(ends.map(([id]) => id)).toEqual([...snoozes.keys()].toSorted((one, other) => one - other));
    const delays = ends.map(([id, at]) => at.getTime() - snoozes.get(id)!.getTime());
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(15 * SECOND);
  });

  it('each conversation without new messages is resolved once, on its day', async () => {
    const resolutions = await saidIn(resolving, 'Conversation was resolved by the system after 3 days%');
    const farewells = await saidIn(resolving, 'Goodbye');

    const due = [...lastSpoken].filter(([, at]) => at.getTime() + 3 * DAY <= clock.now().getTime());
    expect(due.length).toBeGreaterThan(5);
    expect(resolutions.map(([id]) => id)).toEqual(due.map(([id]) => id));
    expect(farewells.map(([id]) => id)).toEqual(due.map(([id]) => id));
    const delays = resolutions.map(([id, at]) => at.getTime() - lastSpoken.get(id)!.getTime() - 3 * DAY);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...delays)).toBeLessThanOrEqual(MINUTE);
  });

  it('conversations whose contact waits are left alone where the account says so', async () => {
    const resolutions = (await saidIn(ignoring, 'Conversation was resolved by the system after 10 days%')).map(
      ([id]) => id,
    );

    expect(resolutions.length).toBeGreaterThan(2);
    expect(resolutions).toEqual(answered.slice(0, resolutions.length));
    expect(resolutions.filter((id) => waiting.includes(id))).toEqual([]);
  });

  it('each delivery is taken once, although the receiver was away for hours', async () => {
    const deliveries = await rows().selectFrom('deliveries').select(['id', 'status']).orderBy('id').execute();

    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
    expect(deliveries.length).toBeGreaterThan(100);
    expect(refusals).toBeGreaterThan(10);
    expect(taken.map(Number).toSorted((one, other) => one - other)).toEqual(deliveries.map(({ id }) => id));
  });

  it('each mail arrives once, although the mail server was away for hours', async () => {
    const arrived = mailServer.arrived.flatMap(({ to }) => to);

    expect(arrived.toSorted()).toEqual(recipients.toSorted());
  });

  it('no work is left, and none was given up', async () => {
    const jobs = await rows().selectFrom('jobs').select(['kind', 'status']).where('status', '!=', 'done').execute();
    const lanes = await rows().selectFrom('delivery_lanes').selectAll().execute();

    expect([jobs, lanes]).toEqual([[], []]);
  });
});
