import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenAccountIn } from '../support/account-in.ts';
import { givenPlace, type Place } from '../support/database.ts';
import { endLeases } from '../support/database/end-leases.ts';
import { eventually } from '../support/eventually.ts';
import { serveParley } from '../support/parley.ts';

const CONVERSATIONS = 150;
const KILLS = 3;
const ENV = { PARLEY_RATE_LIMIT_REQUESTS_PER_MINUTE: '0', PARLEY_LIMITS_MESSAGES_PER_MINUTE: '0' };

let place: Place;
beforeAll(async () => {
  place = await givenPlace();
});
afterAll(() => place.remove());

describe('kill -9 while a macro is executed', () => {
  it('has each action done once to each conversation', async () => {
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
    const numbers: number[] = [];
    for (let n = 0; n < CONVERSATIONS; n += 1) {
      numbers.push((await call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id })).id);
    }
    const { payload: macro } = await call('POST', '/macros', {
      name: 'Twice',
      actions: [
        { action_name: 'send_message', action_params: ['Hello'] },
        { action_name: 'add_private_note', action_params: ['Said hello'] },
        { action_name: 'resolve_conversation' },
      ],
    });

    const bulk = await call('POST', `/macros/${macro.id}/execute`, { conversation_ids: numbers });
    const progress = () => call('GET', `/bulk_actions/${bulk.id}`);
    const seen: number[] = [];
    for (let round = 1; round <= KILLS; round += 1) {
      const enough = (CONVERSATIONS / (KILLS + 1)) * round;
      seen.push((await eventually(progress, ({ done_count: done }) => done >= enough)).done_count);
      await server.kill();
      // The only server takes over at once what was begun for the first time.
      if (place.databaseUrl || round > 1) await endLeases(place);
      server = await serveParley(place, ENV);
    }
    const ended = await eventually(progress, ({ finished_at: at }) => at !== null);

    expect(ended).toMatchObject({ status: 'done', done_count: CONVERSATIONS, failed_count: 0, errors: [] });
    // At least one kill must have come in the middle.
    expect(seen[0]).toBeLessThan(CONVERSATIONS);
    for (const number of numbers) {
      const { payload } = await call('GET', `/conversations/${number}/messages`);
      const said = payload.filter(({ message_type: type }: { message_type: number }) => type !== 2);
      expect(said.map(({ content }: { content: string }) => content)).toEqual(['Hello', 'Said hello']);
    }
    await server.stop();
  }, 180_000);
});
