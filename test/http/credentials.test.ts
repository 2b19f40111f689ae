import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { openSession } from '../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../src/http/session/session-headers.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import { givenAccount, givenAgent, givenBot, type TestAccount } from '../support/factories.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const whoAmI = (options: object) => test.request('GET', '/api/v1/profile', options);

async function givenSession(user: { id: number; email: string }) {
  const { authorization, ...headers } = sessionHeaders(await openSession(test.app.tx(), user, new Date()));
  return { headers, authorization: authorization! };
}

describe('a request with several credentials', () => {
  it('uses the token first, then the session, then the bearer', async () => {
    const [one, two, three] = [
      await givenAgent(test, account),
      await givenAgent(test, account),
      await givenAgent(test, account),
    ];
    const { headers } = await givenSession(two);
    const { authorization } = await givenSession(three);

    const answers = [
      await whoAmI({ token: one.token, headers: { ...headers, authorization } }),
      await whoAmI({ headers: { ...headers, authorization } }),
      await whoAmI({ headers: { authorization } }),
    ];

    expect(answers.map(({ body }) => body.id)).toEqual([one.id, two.id, three.id]);
  });

  it('is refused when the first of them is not valid', async () => {
    const { headers } = await givenSession(await givenAgent(test, account));

    const { status } = await whoAmI({ token: 'A'.repeat(32), headers });

    expect(status).toBe(401);
  });
});

it('tells the tokens of one connection apart, and refuses one that is taken away meanwhile', async () => {
  const agents = [await givenAgent(test, account), await givenAgent(test, account)];
  const connection = new Agent({ keepAlive: true, maxSockets: 1 });
  const who = async (token: string) => {
    const asked = get(`${test.url}/api/v1/profile`, { agent: connection, headers: { api_access_token: token } });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const { id } = (await json(answer)) as { id?: number };
    return id ?? answer.statusCode;
  };
  const tokens = agents.map(({ token }) => token);

  const seen = [];
  for (const token of [...tokens, ...tokens, 'A'.repeat(32), ...tokens]) seen.push(await who(token));
  await test.rows().deleteFrom('access_tokens').where('owner_id', '=', agents[1]!.id).execute();
  seen.push(await who(tokens[1]!));
  connection.destroy();

  const ids = agents.map(({ id }) => id);
  expect(seen).toEqual([...ids, ...ids, 401, ...ids, 401]);
});

describe('a session inside of a bearer', () => {
  it.each([{ client: '\u0000' }, { uid: 'a\u0000@example.com' }, { client: '\ud800' }, { uid: ['a@example.com'] }])(
    'is invalid with %j',
    async (wrong) => {
      const { headers } = await givenSession(await givenAgent(test, account));
      const inside = Buffer.from(JSON.stringify({ ...headers, ...wrong })).toString('base64');

      const { status } = await whoAmI({ headers: { authorization: `Bearer ${inside}` } });

      expect(status).toBe(401);
    },
  );
});

describe('a token', () => {
  it('is invalid once its user is deleted', async () => {
    const agent = await givenAgent(test, account);
    await test.rows().deleteFrom('users').where('id', '=', agent.id).execute();

    expect((await whoAmI({ token: agent.token })).status).toBe(401);
  });

  it('is invalid once its bot is deleted', async () => {
    const bot = await givenBot(test, account);
    await test.rows().deleteFrom('agent_bots').where('id', '=', bot.id).execute();

    expect((await account.call('GET', '/conversations/1', undefined, { token: bot.token })).status).toBe(401);
  });

  it('stores its last use at most once a minute', async () => {
    const agent = await givenAgent(test, account);
    await test.request('GET', '/api/v1/profile', { token: agent.token });

    const { last_used_at: first } = await usedAt(agent.id);
    await test.request('GET', '/api/v1/profile', { token: agent.token });

    expect(await usedAt(agent.id)).toEqual({ last_used_at: first });
  });
});

const usedAt = (userId: number) =>
  test
    .rows()
    .selectFrom('access_tokens')
    .select('last_used_at')
    .where('owner_type', '=', 'User')
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
