import { afterEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { Answer } from '../support/app.ts';
import { databaseKind, givenUnmigratedPlace, type Place } from '../support/database.ts';
import { runParley, type Served, serveParley } from '../support/parley.ts';
import { CONTACT, MESSAGES, TOKEN } from './first-rows.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

let place: Place;
let served: Served;
afterEach(async () => {
  await served.stop();
  await place.remove();
});

/** A place with the schema and the rows of a released version. */
async function givenRelease(name: string): Promise<Place> {
  const place = await givenUnmigratedPlace();
  const script = readFileSync(join(FIXTURES, `${name}.${databaseKind}.sql`), 'utf8');
  mkdirSync(join(place.dataDir, 'files'));
  if (databaseKind === 'sqlite') {
    const database = new Database(join(place.dataDir, 'parley.db'));
    database.exec(script);
    database.close();
    return place;
  }
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  await client.query(script);
  await client.end();
  return place;
}

async function call(path: string, body?: object): Promise<Pick<Answer, 'status' | 'body'>> {
  const response = await fetch(`${served.url}/api/v1/accounts/1${path}`, {
    headers: { api_access_token: TOKEN, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const releases = globSync('*.sqlite.sql', { cwd: FIXTURES })
  .map((file) => basename(file, '.sqlite.sql'))
  .toSorted();

describe('an installation of an earlier version', () => {
  it.each(releases)('with the schema %s is upgraded in one step, and goes on with all that it had', async (release) => {
    place = await givenRelease(release);

    served = await serveParley(place);

    const state = await runParley(['migrate', '--status', '--json'], place);
    expect(JSON.parse(state.stdout)).toMatchObject({ pending: [] });
    const { status: found, body: messages } = await call('/conversations/1/messages');
    expect([found, messages.error]).toEqual([200, undefined]);
    expect(messages.payload.map(({ content }: { content: string }) => content)).toEqual(MESSAGES);
    const { body: contacts } = await call('/contacts');
    expect(contacts.payload).toMatchObject([{ id: 1, ...CONTACT }]);
    const { body: inboxes } = await call('/inboxes');
    expect(inboxes.payload).toMatchObject([{ id: 1, name: 'Support' }]);
    const { body: conversations } = await call('/conversations');
    expect(conversations.data.meta).toMatchObject({ all_count: 1 });
    const { status } = await call('/conversations/1/messages', { content: 'And now?', message_type: 'outgoing' });
    expect(status).toBe(201);
    const { body: after } = await call('/conversations/1/messages');
    expect(after.payload).toHaveLength(MESSAGES.length + 1);
  });
});
