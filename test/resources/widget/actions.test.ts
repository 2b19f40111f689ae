import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenVisitor, givenWebsite, type Website } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
let website: Website;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  website = await givenWebsite(test, account);
});
afterAll(() => test.stop());

const shown = async (id: number) => (await account.call('GET', `/conversations/${id}`)).body;

async function givenTalk(on = website) {
  const visitor = await givenVisitor(on);
  const id = visitor.message.conversation_id as number;
  return { id, visitor, call: (method: string, below: string, body?: object) => on.call(method, below, body, visitor) };
}

/** A visitor who somebody of the team has answered. */
async function givenAnswered(by = account, on = website) {
  const talk = await givenTalk(on);
  await by.call('POST', `/conversations/${talk.id}/messages`, { content: 'Hi', message_type: 'outgoing' });
  return talk;
}

/** A visitor who has no conversation any more. */
async function givenSilent() {
  const talk = await givenTalk();
  await account.call('DELETE', `/conversations/${talk.id}`);
  return talk;
}

describe('GET conversations/toggle_status', () => {
  it('resolves the conversation', async () => {
    const { id, call } = await givenTalk();

    const answers = [
      await call('GET', '/conversations/toggle_status'),
      await call('GET', '/conversations/toggle_status'),
    ];

    expect(answers.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, '']));
    expect((await shown(id)).status).toBe('resolved');
  });

  it('is refused where the inbox does not let visitors end conversations', async () => {
    const { id, call } = await givenTalk(
      await givenWebsite(test, account, { selected_feature_flags: ['attachments'] }),
    );

    const { status, body } = await call('GET', '/conversations/toggle_status');

    expect([status, body.error, (await shown(id)).status]).toEqual([403, 'Access denied', 'open']);
  });
});

describe('POST conversations/toggle_typing', () => {
  it('tells the team, and nothing for another status', async () => {
    const { call } = await givenTalk();

    const told = await eventsDuring(test, account, async () => {
      for (const typing_status of ['on', 'off', 'perhaps']) {
        expect((await call('POST', '/conversations/toggle_typing', { typing_status })).status).toBe(200);
      }
    });

    expect(typesOf(told)).toEqual(['conversation_typing_on', 'conversation_typing_off']);
  });
});

describe('POST conversations/update_last_seen', () => {
  it("makes the team's messages read", async () => {
    const { id, call } = await givenTalk();
    await account.call('POST', `/conversations/${id}/messages`, { content: 'Here', message_type: 'outgoing' });

    const { status } = await call('POST', '/conversations/update_last_seen');

    const { payload } = (await account.call('GET', `/conversations/${id}/messages`)).body;
    expect([status, payload.at(-1).status]).toEqual([200, 'read']);
    expect((await call('GET', '/conversations')).body.contact_last_seen_at).toBeGreaterThan(0);
  });

  it('does nothing without a conversation', async () => {
    const { call } = await givenSilent();

    expect((await call('POST', '/conversations/update_last_seen')).status).toBe(200);
  });
});

describe('POST conversations/transcript', () => {
  it("queues a mail to the visitor's address", async () => {
    const { call, visitor } = await givenAnswered();
    await call('PATCH', '/contact', { email: 'transcript@example.com' });

    const { status } = await call('POST', '/conversations/transcript');

    const jobs = await test.rows().selectFrom('jobs').select('payload').where('account_id', '=', account.id).execute();
    expect([status, visitor.message.content]).toEqual([200, 'Hello']);
    expect(jobs.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ email: 'transcript@example.com' }),
    );
  });

  it('is mailed to one address five times an hour, no matter who says to have it', async () => {
    const email = 'bombed@example.com';
    const ask = async (address: string) => {
      const { call } = await givenAnswered();
      await call('PATCH', '/contact', { email: address });
      return call('POST', '/conversations/transcript');
    };
    for (let count = 0; count < 5; count += 1) expect((await ask(email)).status).toBe(200);

    const refused = await ask(email);

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect((await ask('another@example.com')).status).toBe(200);
    const team = await account.call('POST', `/conversations/${(await givenTalk()).id}/transcript`, { email });
    expect(team.status).toBe(200);
  });

  it('leaves half of what the account may have sent to the team', async () => {
    const small = await givenApp({ 'rate_limit.transcripts_per_hour': '4' });
    const its = await givenAccount(small);
    const website = await givenWebsite(small, its);
    const { visitor } = await givenAnswered(its, website);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      await website.call('PATCH', '/contact', { email: `${count}@example.com` }, visitor);
      statuses.push((await website.call('POST', '/conversations/transcript', undefined, visitor)).status);
    }

    const path = `/conversations/${visitor.message.conversation_id}/transcript`;
    const team = await its.call('POST', path, { email: 'team@example.com' });

    expect([statuses, team.status]).toEqual([[200, 200, 429], 200]);
    await small.stop();
  });

  it('is refused before somebody of the team has written, and goes to the address that the visitor gave', async () => {
    const { id, call } = await givenTalk();
    const email = 'given@example.com';
    await account.call('POST', '/contacts', { name: 'Vic', email });
    await call('PATCH', '/contact', { email });

    const before = await call('POST', '/conversations/transcript');
    await account.call('POST', `/conversations/${id}/messages`, { content: 'Hi', message_type: 'outgoing' });
    const after = await call('POST', '/conversations/transcript');

    expect([before.status, after.status]).toEqual([422, 200]);
    expect(before.body.message).toContain('before the team has answered');
    const jobs = await test.rows().selectFrom('jobs').select('payload').where('account_id', '=', account.id).execute();
    const mine = jobs.filter(({ payload }) => payload['conversation_id'] !== undefined && payload['email'] === email);
    expect(mine.map(({ payload }) => payload)).toMatchObject([{ email, unproved: true }]);
  });

  it('is sent 20 times an hour to addresses that nobody has answered from', async () => {
    const its = await givenAccount(test);
    const theirs = await givenWebsite(test, its);
    const ask = async (proof: object) => {
      const talk = await givenAnswered(its, theirs);
      const answer = await talk.call('PATCH', '/contact/set_user', {
        email: `${crypto.randomUUID()}@example.com`,
        ...proof,
      });
      expect(answer.status).toBe(200);
      return (await talk.call('POST', '/conversations/transcript')).status;
    };

    const statuses = [];
    for (let count = 0; count < 21; count += 1) statuses.push(await ask({}));

    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect(await ask(theirs.proofOf('proved'))).toBe(200);
  });

  it('is refused to a visitor without an address', async () => {
    const { call } = await givenTalk();

    const { status, body } = await call('POST', '/conversations/transcript');

    expect([status, body.attributes]).toEqual([422, ['email']]);
  });
});

describe('custom attributes of the conversation', () => {
  it('are replaced, and removed', async () => {
    const { id, call } = await givenTalk();
    await call('POST', '/conversations/set_custom_attributes', { custom_attributes: { old: 1 } });

    const replaced = await call('POST', '/conversations/set_custom_attributes', { custom_attributes: { a: 1, b: 2 } });
    const removed = await call('POST', '/conversations/destroy_custom_attributes', { custom_attribute: ['a'] });

    expect([replaced.status, removed.status, removed.body.custom_attributes]).toEqual([204, 200, { b: 2 }]);
    expect((await shown(id)).custom_attributes).toEqual({ b: 2 });
  });
});

describe('labels', () => {
  it('are added if the account has them, and taken off', async () => {
    await account.call('POST', '/labels', { title: 'vip' });
    await account.call('POST', '/labels', { title: 'new' });
    const { id, call } = await givenTalk();

    const answers = [
      await call('POST', '/labels', { label: 'VIP' }),
      await call('POST', '/labels', { label: 'new' }),
      await call('POST', '/labels', { label: 'unknown' }),
      await call('DELETE', '/labels/new'),
      await call('DELETE', '/labels/none'),
    ];

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204));
    expect((await shown(id)).labels).toEqual(['vip']);
  });

  it('need a conversation', async () => {
    const { call } = await givenSilent();

    expect((await call('POST', '/labels', { label: 'vip' })).status).toBe(204);
  });
});

describe('without a conversation', () => {
  it.each([
    ['GET', '/conversations/toggle_status', undefined],
    ['POST', '/conversations/toggle_typing', { typing_status: 'on' }],
    ['POST', '/conversations/transcript', undefined],
    ['POST', '/conversations/set_custom_attributes', { custom_attributes: {} }],
  ])('%s %s is not found', async (method, path, body) => {
    const { call } = await givenSilent();

    const answer = await call(method, path, body);

    expect([answer.status, answer.body.error]).toEqual([404, 'Conversation not found']);
  });
});

describe('PATCH messages/{id}', () => {
  const ask = async (id: number, question: object) =>
    (await account.call('POST', `/conversations/${id}/messages`, { message_type: 'outgoing', ...question })).body;

  it('stores an address, and whose it is', async () => {
    const { id, call } = await givenTalk();
    const { id: question } = await ask(id, { content: 'Your address?', content_type: 'input_email' });

    const { status, body } = await call('PATCH', `/messages/${question}`, { contact: { email: 'Ask@example.com' } });

    expect([status, body.contact.email, body.content_attributes]).toEqual([
      200,
      'ask@example.com',
      { submitted_email: 'ask@example.com' },
    ]);
  });

  it('stores what was chosen, and what was filled in', async () => {
    const { id, call } = await givenTalk();
    const items = [{ title: 'Yes', value: 'yes' }];
    const choice = await ask(id, { content: 'Sure?', content_type: 'input_select', content_attributes: { items } });
    const form = await ask(id, { content: 'Who?', content_type: 'input_text' });
    const values = [{ name: 'age', value: '7' }];

    const chosen = await call('PATCH', `/messages/${choice.id}`, { message: { submitted_values: items } });
    const filled = await call('PATCH', `/messages/${form.id}`, { message: { submitted_values: values } });

    expect(chosen.body.content_attributes.submitted_values).toEqual(items);
    expect(filled.body.content_attributes.submitted_values).toEqual(values);
  });

  it('stores a rating', async () => {
    const { id, call } = await givenTalk(await givenWebsite(test, account, {}, { csat_survey_enabled: true }));
    await account.call('POST', `/conversations/${id}/toggle_status`, { status: 'resolved' });
    const survey = (await call('GET', '/messages')).body.payload.at(-1);
    const rating = { rating: 5, feedback_message: 'Quick' };

    const { status } = await call('PATCH', `/messages/${survey.id}`, {
      message: { submitted_values: { csat_survey_response: rating } },
    });

    const { body } = await account.call('GET', '/csat_survey_responses');
    expect([status, body[0]]).toMatchObject([200, rating]);
  });

  it("does not find another visitor's message, a private note or an activity", async () => {
    const [{ id, call }, other] = [await givenTalk(), await givenTalk()];
    const note = await ask(id, { content: 'A note', private: true });
    const foreign = await ask(other.id, { content: 'Who?', content_type: 'input_text' });

    for (const message of [note, foreign]) {
      const { status, body } = await call('PATCH', `/messages/${message.id}`, { submitted_values: { value: 'x' } });
      expect([status, body.error]).toEqual([404, 'Message not found']);
    }
  });
});
