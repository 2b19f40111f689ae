import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { endLeases } from '../support/database/end-leases.ts';
import { withRows } from '../support/database/rows.ts';
import { eventually } from '../support/eventually.ts';
import { serveParley } from '../support/parley.ts';

const MESSAGES = 60;
const RULES = 10;
const KILLS = 3;
const ENV = { PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0', PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0' };

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

/** The private notes in the place. */
async function notes(): Promise<(string | null)[]> {
  const messages = await withRows(place, (rows) =>
    rows.selectFrom('messages').select('content').where('private', '=', true).execute(),
  );
  return messages.map(({ content }) => content);
}

describe('kill -9 while automation rules run', () => {
  it('has each action of each rule done once for each message', async () => {
    const { id, token } = await givenAccountIn(place);
    let server = await serveParley(place, ENV);
    async function call(method: string, path: string, body?: object) {
      const answer = await fetch(`${server.url}/api/v1/accounts/${id}${path}`, {
        method,
        headers: { api_access_token: token, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return JSON.parse(await answer.text());
    }
    const inbox = await call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } });
    const contact = await call('POST', '/contacts', { name: 'Carla Contact' });
    const conversation = await call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    const words = Array.from({ length: RULES }, (_, index) => [`${index} first`, `${index} then`]);
    for (const [first, then] of words) {
      await call('POST', '/automation_rules', {
        name: 'Note',
        event_name: 'message_created',
        conditions: [{ attribute_key: 'content', filter_operator: 'contains', values: ['help'] }],
        actions: [
          { action_name: 'add_private_note', action_params: [first] },
          { action_name: 'add_private_note', action_params: [then] },
        ],
      });
    }

    for (let n = 0; n < MESSAGES; n += 1) {
      const message = { content: `help ${n}`, message_type: 'incoming' };
      await call('POST', `/conversations/${conversation.id}/messages`, message);
    }
    const expected = MESSAGES * RULES * 2;
    const seen: number[] = [];
    for (let round = 1; round <= KILLS; round += 1) {
      const enough = (expected / (KILLS + 1)) * round;
      seen.push((await eventually(notes, ({ length }) => length >= enough)).length);
      await server.kill();
      // The only server takes over at once what was begun for the first time.
      if (place.databaseUrl || round > 1) await endLeases(place);
      server = await serveParley(place, ENV);
    }
    await eventually(notes, ({ length }) => length >= expected);
    await server.stop();

    // At least one kill must have come in the middle.
    expect(seen[0]).toBeLessThan(expected);
    const once = Array.from({ length: MESSAGES }, () => words.flat()).flat();
    expect((await notes()).toSorted()).toEqual(once.toSorted());
  }, 180_000);
});
