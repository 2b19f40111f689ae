import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openCable, pauseBefore } from '../../../src/web/kit/cable.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../../support/public/public-inbox.ts';
import { givenConnection, type Connection } from '../../support/web/connection.ts';

let test: TestApp;
let account: TestAccount;
let connection: Connection;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  connection = await givenConnection(test.url);
});
afterAll(async () => {
  await connection.stop();
  await test.stop();
});

type Told = { event: string; data: { content?: string } };

/** A visitor on the socket, and what it hears. */
async function givenListener() {
  const inbox = await givenPublicInbox(test, account);
  const caller = await givenCaller(inbox);
  const conversation = await givenConversationOf(inbox, caller);
  const heard: Told[] = [];
  const states: string[] = [];
  const cable = openCable({
    url: `${connection.url.replace('http', 'ws')}/cable`,
    identifier: JSON.stringify({ channel: 'RoomChannel', pubsub_token: caller.pubsub_token }),
    hear: (told) => heard.push(told as Told),
    up: () => states.push('up'),
    down: () => states.push('down'),
    refused: () => states.push('refused'),
    isWatched: () => true,
  });
  return {
    cable,
    heard,
    states,
    write: (content: string) =>
      account.call('POST', `/conversations/${conversation.id}/messages`, { content, message_type: 'outgoing' }),
  };
}

const contents = (heard: Told[]) =>
  heard.flatMap(({ event, data }) => (event === 'message.created' ? data.content : []));

describe('the cable client', () => {
  it('subscribes and hears what is told', async () => {
    const { cable, heard, states, write } = await givenListener();
    await eventually(
      () => states,
      (states) => states.includes('up'),
    );

    await write('Good morning');

    await eventually(
      () => contents(heard),
      (contents) => contents.includes('Good morning'),
    );
    expect(states).toEqual(['up']);
    cable.close();
  });

  it('performs actions, which are answered', async () => {
    const { cable, heard, states } = await givenListener();
    const presences = () => heard.filter(({ event }) => event === 'presence.update').length;
    await eventually(presences, (count) => count === 1);

    cable.perform('update_presence');

    await eventually(presences, (count) => count === 2);
    expect(states).toEqual(['up']);
    cable.close();
  });

  it('comes back after each cut of the connection, and then hears again', async () => {
    const { cable, heard, states, write } = await givenListener();
    for (const round of [1, 2, 3]) {
      await eventually(
        () => states.length,
        (length) => length === round * 2 - 1,
      );
      connection.cut();
      await eventually(
        () => states.length,
        (length) => length === round * 2,
      );
      connection.mend();
    }
    await eventually(
      () => states.at(-1),
      (state) => state === 'up',
    );

    await write('Here again');

    await eventually(
      () => contents(heard),
      (contents) => contents.includes('Here again'),
    );
    expect(states).toEqual(['up', 'down', 'up', 'down', 'up', 'down', 'up']);
    cable.close();
  });

  it('notices a connection that says nothing any more', async () => {
    const { cable, states } = await givenListener();
    await eventually(
      () => states,
      (states) => states.includes('up'),
    );

    connection.hang();

    await eventually(
      () => states,
      (states) => states.length === 3,
    );
    expect(states).toEqual(['up', 'down', 'up']);
    cable.close();
  });

  it('gives up where the token is refused', async () => {
    const states: string[] = [];
    openCable({
      url: `${connection.url.replace('http', 'ws')}/cable`,
      identifier: JSON.stringify({ channel: 'RoomChannel', pubsub_token: 'unknown' }),
      hear: () => {},
      up: () => states.push('up'),
      down: () => states.push('down'),
      refused: () => states.push('refused'),
      isWatched: () => true,
    });

    await eventually(
      () => states.length,
      (length) => length > 0,
    );

    expect(states).toEqual(['refused']);
  });

  it('tries again within a second while somebody looks, and otherwise ever more rarely', () => {
    const attempts = Array.from({ length: 200 }, (_, at) => at + 1);
    const longest = (isWatched: boolean) => attempts.map((attempt) => pauseBefore(attempt, isWatched, 1));

    expect(Math.max(...longest(true))).toBe(1000);
    expect(longest(false).slice(0, 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    // Spread over almost the whole pause.
    expect(attempts.every((attempt) => pauseBefore(attempt, false, 0) <= 0.1 * pauseBefore(attempt, false, 1))).toBe(
      true,
    );
  });
});
