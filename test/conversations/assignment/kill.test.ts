import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openTx } from '../../../src/db/tx.ts';
import { givenAccountIn } from '../../support/account-in.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { endLeases } from '../../support/database/end-leases.ts';
import { openPlace } from '../../support/database/rows.ts';
import { eventually } from '../../support/eventually.ts';
import { serveParley } from '../../support/parley.ts';

const CONVERSATIONS = 150;
const KILLS = 2;
const ENV = { PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0' };

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

async function inPlace<T>(work: (db: ReturnType<typeof openTx>['db']) => Promise<T>): Promise<T> {
  const orm = await openPlace(place);
  const result = await work(openTx(orm).db);
  await orm.database.dialect.driver.destroy();
  await orm.close(true);
  return result;
}

/** The conversations that were assigned automatically, once for each time. */
const assignments = () =>
  inPlace(async (db) => {
    const messages = db.selectFrom('messages').select('conversation_id as id');
    const rows = await messages.where('content', 'like', 'Auto assignment gave%').orderBy('id').execute();
    return rows.map(({ id }) => id);
  });

describe('kill -9 while waiting conversations are assigned', () => {
  it('has each assigned once, in their order', async () => {
    const { id, token } = await givenAccountIn(place);
    let server = await serveParley(place, ENV);
    async function call(method: string, path: string, body: object) {
      const answer = await fetch(`${server.url}/api/v1/accounts/${id}${path}`, {
        method,
        headers: { api_access_token: token, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(text);
      return text === '' ? null : JSON.parse(text);
    }
    const inbox = await call('POST', '/inboxes', { name: 'Support', channel: { type: 'api' } });
    const contact = await call('POST', '/contacts', { name: 'Carla Contact' });
    const policy = await call('POST', '/assignment_policies', { name: 'All', fair_distribution_limit: 1000 });
    await call('POST', `/inboxes/${inbox.id}/assignment_policy`, { assignment_policy_id: policy.id });
    const agent = await call('POST', '/agents', {
      email: 'ann@example.com',
      availability: 'busy',
      auto_offline: false,
    });
    await call('POST', '/inbox_members', { inbox_id: inbox.id, user_ids: [agent.id] });
    for (let count = 0; count < CONVERSATIONS; count += 1) {
      await call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id });
    }

    await call('PATCH', `/agents/${agent.id}`, { availability: 'online' });
    const seen: number[] = [];
    for (let round = 1; round <= KILLS; round += 1) {
      const enough = (CONVERSATIONS / (KILLS + 2)) * round;
      seen.push((await eventually(assignments, ({ length }) => length >= enough)).length);
      await server.kill();
      // The only server takes over at once what was begun for the first time.
      if (place.databaseUrl || round > 1) await endLeases(place);
      server = await serveParley(place, ENV);
    }
    await eventually(assignments, ({ length }) => length >= CONVERSATIONS);
    await server.stop();

    // At least one kill must have come in the middle.
    expect(seen[0]).toBeLessThan(CONVERSATIONS);
    const assigned = await assignments();
    expect(assigned).toEqual([...new Set(assigned)].toSorted((one, other) => one - other));
    expect(assigned).toHaveLength(CONVERSATIONS);
  }, 180_000);
});
