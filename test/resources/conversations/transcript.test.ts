import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenBot, givenConversation, type TestAccount } from '../../support/factories.ts';
import { pathOf } from '../../support/conversation-calls.ts';

const LIMIT = 3;

let test: TestApp;
let unlimited: TestApp;
beforeAll(async () => {
  test = await givenApp({ 'rate_limit.transcripts_per_hour': String(LIMIT) });
  unlimited = await givenApp({ 'rate_limit.transcripts_per_hour': '0' });
});
afterAll(async () => {
  await test.stop();
  await unlimited.stop();
});

async function given(app = test) {
  const account = await givenAccount(app);
  const conversation = await givenConversation(account);
  const send = (email: unknown = 'carla@example.com', token?: string) =>
    account.call('POST', pathOf(conversation, '/transcript'), { email }, token === undefined ? {} : { token });
  return { account, conversation, send };
}

const jobsOf = (app: TestApp, account: TestAccount) =>
  app
    .rows()
    .selectFrom('jobs')
    .select(['kind', 'payload', 'created_at'])
    .where('account_id', '=', account.id)
    .where('kind', '=', 'conversation_transcript')
    .orderBy('id')
    .execute();

describe('POST /conversations/{id}/transcript', () => {
  it('queues the mail, and answers without a body', async () => {
    const { account, conversation, send } = await given();

    const { status, text } = await send(' Carla@Example.com ');

    expect([status, text]).toEqual([200, '']);
    const { id } = await test
      .rows()
      .selectFrom('conversations')
      .select('id')
      .where('account_id', '=', account.id)
      .where('display_id', '=', conversation.id)
      .executeTakeFirstOrThrow();
    expect((await jobsOf(test, account)).map(({ payload }) => payload)).toEqual([
      { conversation_id: id, email: 'carla@example.com' },
    ]);
  });

  it.each([undefined, null, '', '  ', 'carla', 'carla@', 'a b@example.com', 5, {}, ['carla@example.com']])(
    'refuses the address %j',
    async (email) => {
      const { account, conversation } = await given();

      const { status, body } = await account.call('POST', pathOf(conversation, '/transcript'), { email });

      expect([status, body.error, body.attributes]).toEqual([422, 'Validation failed', ['email']]);
      expect(await jobsOf(test, account)).toEqual([]);
    },
  );

  it('is refused beyond the limit of the account, until the first of them is an hour old', async () => {
    const { account, send } = await given();
    for (let sent = 0; sent < LIMIT; sent++) expect((await send()).status).toBe(200);

    const refused = await send();
    const other = await (await given()).send();
    const jobs = await jobsOf(test, account);
    await test
      .rows()
      .updateTable('jobs')
      .set({ created_at: new Date(jobs[0]!.created_at.getTime() - 3_600_000) })
      .where('account_id', '=', account.id)
      .where('created_at', '=', jobs[0]!.created_at)
      .execute();

    expect([refused.status, refused.body.error]).toEqual([429, 'Too many requests']);
    expect(refused.body.message).toContain(`the limit is ${LIMIT} transcripts an hour`);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeGreaterThan(3_500);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(jobs).toHaveLength(LIMIT);
    expect(other.status).toBe(200);
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(429);
  });

  it('is refused beyond the limit when all are asked for at once', async () => {
    const { send } = await given();

    const answers = await Promise.all(Array.from({ length: 8 }, () => send()));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8 - LIMIT);
  });

  it('has no limit with 0', async () => {
    const { send } = await given(unlimited);

    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('is not for bots, and only in its own account', async () => {
    const { account, send } = await given();
    const bot = await givenBot(test, account);

    const byBot = await send('carla@example.com', bot.token);
    const absent = await account.call('POST', '/conversations/99/transcript', { email: 'carla@example.com' });

    expect([byBot.status, byBot.body.error]).toEqual([403, 'Access denied']);
    expect([absent.status, absent.body.error]).toEqual([404, 'Conversation not found']);
  });
});

describe('the limit of transcripts', () => {
  it('is 1,000 an hour unless configured', async () => {
    const app = await givenApp();

    expect(app.app.config.rate_limit.transcripts_per_hour).toBe(1000);

    await app.stop();
  });
});
