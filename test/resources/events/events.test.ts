import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { forgetEvents } from '../../../src/jobs/forget-events.ts';
import { DAY } from '../../../src/time.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { storedEvents } from '../../support/database/stored-events.ts';
import { eventually } from '../../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenInbox,
  type TestAccount,
} from '../../support/factories.ts';
import { eventBody } from '../../../src/events/event-body.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

type Feed = { payload: { id: number; event: string; created_at: unknown }[]; meta: Meta };
type Meta = { last_id: number; first_id: number; more: boolean };

async function read(account: TestAccount, query: string, token?: string): Promise<Feed> {
  const { status, body, text } = await account.call('GET', `/events?${query}`, undefined, token ? { token } : {});
  if (status !== 200) throw new Error(text);
  return body as Feed;
}

async function lastId(account: TestAccount): Promise<number> {
  return (await read(account, '')).meta.last_id;
}

const typesIn = ({ payload }: Feed) => payload.map(({ event }) => event);
/** A new conversation, as the API shows it. */
async function begin(account: TestAccount, inbox: { id: number }, contact: { id: number }) {
  const { body } = await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
  return body as { id: number };
}

/** Counts from now on how often the app reads events for the feed. */
function countReads({ app }: TestApp): () => number {
  const { tx } = app;
  let reads = 0;
  app.tx = () => tx().noting((sql) => (reads += sql.includes('from "events" as "e"') ? 1 : 0));
  return () => reads;
}

const note = (content: string) => ({ content, message_type: 'outgoing' });

describe('GET /events without after', () => {
  it('says where to begin, and nothing else', async () => {
    const account = await givenAccount(test);
    const empty = await read(account, '');
    await givenContact(account);

    const begun = await read(account, '');

    expect(Object.keys(begun)).toEqual(['meta']);
    expect(begun.meta.more).toBe(false);
    expect(begun.meta.last_id).toBeGreaterThan(empty.meta.last_id);
    expect(typesIn(await read(account, `after=${empty.meta.last_id}`))).toEqual(['contact_created']);
    expect(begun.meta.first_id).toBe((await read(account, 'after=0')).payload[0]?.id);
  });
});

describe('GET /events', () => {
  it('gives what webhooks get, oldest first', async () => {
    const account = await givenAccount(test);
    const start = await lastId(account);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const conversation = await begin(account, inbox, contact);
    await account.call('POST', `/conversations/${conversation.id}/messages`, note('Hello'));
    await account.call('POST', `/conversations/${conversation.id}/toggle_typing_status`, { typing_status: 'on' });

    const { payload, meta } = await read(account, `after=${start}`);

    const stored = await storedEvents(test.rows(), { accountId: account.id });
    const bodies = stored.map((event) => JSON.parse(eventBody(event, 'spec')) as { event: string });
    expect(payload).toMatchObject(bodies);
    expect(bodies.map(({ event }) => event)).toEqual([
      'inbox_created',
      'contact_created',
      'conversation_created',
      'message_created',
      'conversation_updated',
      'conversation_typing_on',
    ]);
    expect(payload.map(({ created_at }) => created_at)).not.toContain(undefined);
    expect(payload.at(-1)?.created_at).toEqual(expect.stringMatching(/^\d{4}-.*Z$/));
    expect(meta).toEqual({ last_id: payload.at(-1)?.id, first_id: payload[0]?.id, more: false });
  });

  it('gives all in pages, each event once', async () => {
    const account = await givenAccount(test);
    for (let n = 0; n < 7; n += 1) await givenContact(account, { name: `Contact ${n}` });
    const all = await read(account, 'after=0');

    const pages: Feed[] = [];
    for (let after = 0, more = true; more;) {
      const page = await read(account, `after=${after}&limit=3`);
      pages.push(page);
      ({ last_id: after, more } = page.meta);
    }

    expect(pages.map(({ payload, meta }) => [payload.length, meta.more])).toEqual([
      [3, true],
      [3, true],
      [1, false],
    ]);
    expect(pages.flatMap(({ payload }) => payload)).toEqual(all.payload);
  });

  it('gives fewer of long ones in a page, and all in further pages', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account, { custom_attributes: { story: 'x'.repeat(90_000) } });
    const { last_id: start } = (await read(account, '')).meta;
    for (let count = 0; count < 60; count += 1) {
      await account.call('PATCH', `/contacts/${contact.id}`, { name: `Carla ${count}` });
    }

    const sizes = [];
    const ids = [];
    let page: Feed | null = null;
    do {
      page = await read(account, `after=${page?.meta.last_id ?? start}&limit=100`);
      sizes.push(JSON.stringify(page).length);
      ids.push(...page.payload.map(({ id }) => id));
    } while (page.meta.more);

    expect(Math.max(...sizes)).toBeLessThan(2_500_000);
    expect(ids.length).toBe(60);
    expect(new Set(ids).size).toBe(60);
  });

  it('gives only the types that are asked for, and goes on behind the others', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Renamed' });

    const few = await read(account, 'after=0&types[]=inbox_created&types[]=contact_updated');
    const one = await read(account, 'after=0&types=contact_created');

    expect(typesIn(few)).toEqual(['inbox_created', 'contact_updated']);
    expect(typesIn(one)).toEqual(['contact_created']);
    expect(few.payload[0]).toMatchObject({ inbox: { id: inbox.id } });
    expect(one.meta.last_id).toBeGreaterThanOrEqual(few.payload[1]?.id ?? Infinity);
  });

  it('refuses what cannot be asked for', async () => {
    const account = await givenAccount(test);
    const queries = [
      'after=-1',
      'after=x',
      'limit=0',
      'limit=101',
      'wait=31',
      'wait=-1',
      'types[]=message',
      'after=9999999999',
    ];

    const answers = await Promise.all(queries.map((query) => account.call('GET', `/events?${query}`)));

    expect(answers.map(({ status, body }) => [status, body.attributes])).toEqual(
      queries.map((query) => [422, [query.split('=')[0]?.replace('[]', '[0]')]]),
    );
  });

  it('knows no number that is not there yet', async () => {
    const account = await givenAccount(test);
    const { meta } = await read(account, 'after=2000000000');

    expect(meta).toMatchObject({ last_id: 2_000_000_000, more: false });
  });
});

describe('what a caller sees of the events', () => {
  it('is what their inboxes allow', async () => {
    const account = await givenAccount(test);
    const [mine, other] = [await givenInbox(account, undefined, 'Mine'), await givenInbox(account, undefined, 'Other')];
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [mine.id] });
    const bot = await givenBot(test, account, other.id);
    const contact = await givenContact(account);
    const start = await lastId(account);
    for (const inbox of [mine, other]) {
      await begin(account, inbox, contact);
    }
    await account.call('PATCH', `/contacts/${contact.id}`, { name: 'Renamed' });

    const seen = async (token?: string) =>
      (await read(account, `after=${start}`, token)).payload.map(
        (event) => [event.event, (event as { inbox?: { name: string } }).inbox?.name] as const,
      );

    const ofMine = ['conversation_created', 'Mine'];
    const ofOther = ['conversation_created', 'Other'];
    const ofContact = ['contact_updated', undefined];
    expect(await seen()).toEqual([ofMine, ofOther, ofContact]);
    expect(await seen(agent.token)).toEqual([ofMine, ofContact]);
    expect(await seen(bot.token)).toEqual([ofMine, ofOther, ofContact]);
  });

  it('is nothing of inboxes that were recorded without their inbox, unless they see all', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const agent = await givenAgent(test, account);
    await test.rows().updateTable('events').set({ inbox_id: null }).where('account_id', '=', account.id).execute();

    expect(typesIn(await read(account, 'after=0'))).toEqual(['inbox_created']);
    expect(typesIn(await read(account, 'after=0', agent.token))).toEqual([]);
    expect(inbox.id).toBeGreaterThan(0);
  });
});

describe('events that are no longer kept', () => {
  it('are told with the oldest that is, and the account that had none is not affected', async () => {
    const account = await givenAccount(test);
    const quiet = await givenAccount(test);
    await givenContact(account);
    const [old] = (await read(account, 'after=0')).payload;
    const past = new Date(Date.now() - 1000 * DAY);
    // With all before it, because numbers are in the order of time.
    await test
      .rows()
      .updateTable('events')
      .set({ created_at: past })
      .where('id', '<=', old?.id ?? 0)
      .execute();
    await givenContact(account);
    await forgetEvents(test.app, new Date());
    const [kept] = (await read(account, `after=${old?.id}`)).payload;

    const { status, body } = await account.call('GET', `/events?after=${(old?.id ?? 0) - 1}`);

    expect([status, body.error, body.first_id]).toEqual([410, 'Events expired', kept?.id]);
    expect((await read(account, `after=${body.first_id - 1}`)).payload).toEqual([kept]);
    expect((await read(account, '')).meta.first_id).toBe(kept?.id);
    expect((await read(quiet, 'after=0')).payload).toEqual([]);
  });
});

describe('GET /events with wait', () => {
  it('answers when something comes', async () => {
    const account = await givenAccount(test);
    const start = await lastId(account);
    const waiting = read(account, `after=${start}&wait=25`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await givenContact(account);

    expect(typesIn(await waiting)).toEqual(['contact_created']);
  });

  it('answers at once where something is there already', async () => {
    const account = await givenAccount(test);
    await givenContact(account);

    expect(typesIn(await read(account, 'after=0&wait=25'))).toEqual(['contact_created']);
  });

  it('goes on waiting when only others hear something, until the time is over', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [] });
    const start = await lastId(account);
    const began = performance.now();
    const waiting = read(account, `after=${start}&wait=1`, agent.token);
    await givenContact(await givenAccount(test));
    await account.call('PATCH', `/inboxes/${inbox.id}`, { name: 'Renamed' });

    const { payload, meta } = await waiting;

    expect(payload).toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(meta.last_id).toBeGreaterThan(start);
  });

  it('answers when something comes in an inbox that the caller has just joined', async () => {
    const account = await givenAccount(test);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [] });
    const start = await lastId(account);
    const waiting = read(account, `after=${start}&wait=25`, agent.token);
    await begin(account, inbox, contact);
    await account.call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [agent.id] });
    await begin(account, inbox, contact);

    expect(typesIn(await waiting)).toContain('conversation_created');
  });

  it('reads nothing again for events that the caller does not get', async () => {
    const own = await givenApp({}, { isShared: false, jobs: false });
    const account = await givenAccount(own);
    const [inbox, other] = [await givenInbox(account), await givenInbox(account)];
    const contact = await givenContact(account);
    const agent = await givenAgent(own, account, 'Gus', { inboxes: [other.id] });
    const start = await lastId(account);
    const reads = countReads(own);

    const ofTypes = read(account, `after=${start}&wait=1&types=contact_updated`);
    const ofInboxes = read(account, `after=${start}&wait=1`, agent.token);
    for (let count = 0; count < 20; count += 1) await begin(account, inbox, contact);

    expect([typesIn(await ofTypes), typesIn(await ofInboxes)]).toEqual([[], []]);
    // At the beginning and at the end, where something came meanwhile at once, and once a second for an inbox to join.
    expect(reads()).toBeLessThanOrEqual(7);
    await own.stop();
  });

  it('ends for a user who is deleted', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const start = await lastId(account);
    const waiting = account.call('GET', `/events?after=${start}&wait=25`, undefined, { token: agent.token });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await account.call('DELETE', `/agents/${agent.id}`);
    await givenContact(account);

    expect((await waiting).status).toBe(401);
  });

  it('is answered when the server stops', async () => {
    const stopping = await givenApp({}, { isShared: false, jobs: false });
    const account = await givenAccount(stopping);
    const reads = countReads(stopping);
    const waiting = account.call('GET', '/events?after=0&wait=25');
    await eventually(reads, (count) => count > 0);

    await stopping.stop();

    expect((await waiting).body).toMatchObject({ payload: [], meta: { more: false } });
  });

  it('lets a token wait 50 times at once', async () => {
    const account = await givenAccount(test);
    const start = await lastId(account);
    const waiting = Array.from({ length: 51 }, () => account.call('GET', `/events?after=${start}&wait=25`));

    const first = await Promise.race(waiting);
    await givenContact(account);
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);

    expect(first.status).toBe(429);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 50 }, () => 200), 429]);
  });
});
