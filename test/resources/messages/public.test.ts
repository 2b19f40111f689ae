import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { changesOf, eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';
import {
  givenCaller,
  givenConversationOf,
  givenPublicInbox,
  type PublicInbox,
} from '../../support/public/public-inbox.ts';

let test: TestApp;
let account: TestAccount;
let inbox: PublicInbox;
beforeAll(async () => {
  test = await givenApp({ 'limits.messages_per_minute': '0' });
  account = await givenAccount(test);
  inbox = await givenPublicInbox(test, account);
});
afterAll(() => test.stop());

/** A contact with a conversation; `write` and `answer` are what they and the team write there. */
async function given() {
  const caller = await givenCaller(inbox);
  const conversation = await givenConversationOf(inbox, caller);
  const messages = `${conversation.path}/messages`;
  return {
    caller,
    conversation,
    messages,
    write: (body: unknown) => inbox.call('POST', messages, body),
    answer: async (body: object, token?: string) =>
      (
        await account.call(
          'POST',
          `/conversations/${conversation.id}/messages`,
          { message_type: 'outgoing', ...body },
          token === undefined ? {} : { token },
        )
      ).body,
    list: async (query = '') => (await inbox.call('GET', `${messages}${query}`)).body,
  };
}

describe('POST .../messages of a contact', () => {
  it('writes in the name of the contact, and tells the name that they gave it', async () => {
    const { caller, conversation, write } = await given();

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await write({ content: 'Hello?', echo_id: 'draft-1', message_type: 'outgoing', private: true });
    });

    expect(answer).toMatchObject({ status: 201 });
    expect((answer as unknown as { body: object }).body).toEqual({
      id: expect.any(Number),
      content: 'Hello?',
      message_type: 0,
      content_type: 'text',
      content_attributes: {},
      created_at: expect.any(Number),
      conversation_id: conversation.id,
      sender: { id: caller.id, name: 'Carla Contact', type: 'Contact', avatar_url: '', thumbnail: '' },
      echo_id: 'draft-1',
    });
    expect(typesOf(events)).toContain('message_created');
    expect(events[0]!.payload).toMatchObject({ message_type: 'incoming', sender: { id: caller.id } });
  });

  it('takes files, with or without words', async () => {
    const { write, list } = await given();
    const form = new FormData();
    form.append('attachments[]', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
    form.append('attachments[]', new Blob(['there'], { type: 'text/plain' }), 'there.txt');

    const { status, body } = await write(form);

    expect([status, body.content]).toEqual([201, null]);
    expect(body.attachments.map(({ extension }: { extension: string }) => extension)).toEqual(['txt', 'txt']);
    expect(await (await fetch(body.attachments[0].data_url)).text()).toBe('hello');
    expect(await list()).toEqual([body]);
  });

  it('opens a resolved conversation', async () => {
    const { conversation, write } = await given();
    await inbox.call('POST', `${conversation.path}/toggle_status`);

    await write({ content: 'Still broken' });

    expect((await inbox.call('GET', conversation.path)).body.status).toBe('open');
  });

  it.each([
    [{}, ['content']],
    [{ content: ' ' }, ['content']],
    [{ content: 'x'.repeat(150_001) }, ['content']],
    [{ content: 5 }, ['content']],
  ])('refuses %j', async (body, attributes) => {
    const { write } = await given();

    const answer = await write(body);

    expect(answer).toMatchObject({ status: 422, body: { error: 'Validation failed', attributes } });
  });

  it('refuses more files than a message takes', async () => {
    const { write } = await given();
    const form = new FormData();
    for (let count = 0; count < 16; count += 1) form.append('attachments[]', new Blob(['x']), `${count}.txt`);

    expect(await write(form)).toMatchObject({ status: 422, body: { attributes: ['attachments'] } });
  });
});

describe('GET .../messages of a contact', () => {
  it('shows what is for the contact, and of its writers what contacts see', async () => {
    const { write, answer, list } = await given();
    const agent = await givenAgent(test, account);
    await write({ content: 'Hello?' });
    await answer({ content: 'Wait', private: true }, agent.token);
    await answer(
      { content: 'Hi', content_attributes: { bcc_emails: ['boss@example.com'], mood: 'fine' } },
      agent.token,
    );
    await account.call('POST', `/conversations/${(await list())[0].conversation_id}/toggle_priority`, {
      priority: 'high',
    });

    const shown = await list();

    expect(shown.map(({ content }: { content: string }) => content)).toEqual(['Hello?', 'Hi']);
    expect(shown[1]).toMatchObject({ message_type: 1, content_attributes: { mood: 'fine' } });
    expect(shown[1].content_attributes).not.toHaveProperty('bcc_emails');
    expect(shown[1].sender).toEqual({
      id: agent.id,
      name: 'Gus Agent',
      available_name: 'Gus Agent',
      type: 'User',
      avatar_url: '',
      thumbnail: '',
    });
    expect(JSON.stringify(shown)).not.toContain(agent.email);
  });

  it('lists the newest 20, oldest first, and those before and after one of them', async () => {
    const { write, list } = await given();
    const ids: number[] = [];
    for (let count = 0; count < 25; count += 1) ids.push((await write({ content: `${count}` })).body.id);
    const idsOf = (shown: { id: number }[]) => shown.map(({ id }) => id);

    expect(idsOf(await list())).toEqual(ids.slice(5));
    expect(idsOf(await list(`?before=${ids[5]}`))).toEqual(ids.slice(0, 5));
    expect(idsOf(await list(`?after=${ids[22]}`))).toEqual(ids.slice(23));
    expect(idsOf(await list('?page=2&per_page=10'))).toEqual(ids.slice(5, 15));
  });
});

describe('PATCH .../messages/{id} of a contact', () => {
  it.each([
    ['input_select', { title: 'Yes', value: 'yes', other: 1 }, { title: 'Yes', value: 'yes' }],
    ['input_select', [{ title: 'Yes', value: 'yes' }], [{ title: 'Yes', value: 'yes' }]],
    ['form', [{ name: 'size', value: 4 }], [{ name: 'size', value: '4' }]],
  ])('stores what was chosen in %s, and tells receivers', async (content_type, given_, stored) => {
    const { messages, answer, list } = await given();
    const { id } = await answer({ content: 'Well?', content_type, content_attributes: { items: ITEMS[content_type] } });

    let changed;
    const [event, ...others] = await eventsDuring(test, account, async () => {
      changed = await inbox.call('PATCH', `${messages}/${id}`, { submitted_values: given_ });
      await inbox.call('PATCH', `${messages}/${id}`, { submitted_values: given_ });
    });

    expect(changed).toMatchObject({ status: 200, body: { id, content_attributes: { submitted_values: stored } } });
    expect(await list()).toEqual([(changed as unknown as { body: object }).body]);
    expect([event!.type, others]).toEqual(['message_updated', []]);
    expect(changesOf(event!)['content_attributes']![1]).toMatchObject({ submitted_values: stored });
  });

  it('takes the rating that a survey asks for', async () => {
    const rated = await givenPublicInbox(test, account, {}, { csat_survey_enabled: true });
    const caller = await givenCaller(rated);
    const conversation = await givenConversationOf(rated, caller);
    await rated.call('POST', `${conversation.path}/toggle_status`);
    const [survey] = (await rated.call('GET', `${conversation.path}/messages`)).body;
    const path = `${conversation.path}/messages/${survey.id}`;

    const refused = await rated.call('PATCH', path, { submitted_values: { csat_survey_response: { rating: 6 } } });
    const value = await rated.call('PATCH', path, { submitted_values: { value: 'fine' } });
    const taken = await rated.call('PATCH', path, {
      message: { submitted_values: { csat_survey_response: { rating: 4, feedback_message: 'Quick' } } },
    });

    expect([survey.content_type, refused.status, value.status]).toEqual(['input_csat', 422, 422]);
    expect(taken.body.content_attributes.submitted_values).toEqual({
      csat_survey_response: { rating: 4, feedback_message: 'Quick' },
    });
    const { body } = await account.call('GET', `/csat_survey_responses?inbox_id=${rated.id}`);
    expect(body).toMatchObject([{ rating: 4, conversation_id: conversation.id }]);
  });

  it.each([
    ['asks nothing', { content: 'Hello' }, [422, 'Validation failed']],
    ['is a private note', { content: 'Hello', private: true }, [404, 'Message not found']],
  ])('refuses an answer to a message that %s', async (_, body, expected) => {
    const { messages, answer } = await given();
    const { id } = await answer(body);

    const refused = await inbox.call('PATCH', `${messages}/${id}`, { submitted_values: { value: 'yes' } });

    expect([refused.status, refused.body.error]).toEqual(expected);
  });

  it.each([undefined, null, 'yes', { title: 5 }, ['yes'], [null], Array(101).fill({ value: 'x' })])(
    'refuses %j',
    async (submitted_values) => {
      const { messages, answer } = await given();
      const { id } = await answer({ content: 'Who?', content_type: 'input_text' });

      const { status } = await inbox.call('PATCH', `${messages}/${id}`, { submitted_values });

      expect(status).toBe(422);
    },
  );

  it('does not find a message of another conversation', async () => {
    const [{ messages }, other] = [await given(), await given()];
    const { id } = await other.answer({ content: 'Who?', content_type: 'input_text' });

    const { status, body } = await inbox.call('PATCH', `${messages}/${id}`, { submitted_values: { value: 'me' } });

    expect([status, body.error]).toEqual([404, 'Message not found']);
  });

  it('reaches the bot of the inbox', async () => {
    const asked = await givenPublicInbox(test, account);
    const { body: bot } = await account.call('POST', '/agent_bots', {
      name: 'Bo',
      outgoing_url: 'https://bots.example.com/hear',
    });
    await account.call('POST', `/inboxes/${asked.id}/set_agent_bot`, { agent_bot: bot.id });
    const conversation = await givenConversationOf(asked, await givenCaller(asked));
    const { body: question } = await account.call(
      'POST',
      `/conversations/${conversation.id}/messages`,
      {
        content: 'Well?',
        message_type: 'outgoing',
        content_type: 'input_select',
        content_attributes: { items: ITEMS['input_select'] },
      },
      { token: bot.access_token },
    );

    await asked.call('PATCH', `${conversation.path}/messages/${question.id}`, {
      submitted_values: { title: 'Yes', value: 'yes' },
    });

    const due = await eventually(
      () =>
        test
          .rows()
          .selectFrom('deliveries as d')
          .innerJoin('events as e', 'e.id', 'd.event_id')
          .select('e.type')
          .where('d.receiver_type', '=', 'AgentBot')
          .where('d.receiver_id', '=', bot.id)
          .orderBy('d.id')
          .execute(),
      (rows) => rows.length > 2,
    );
    expect(conversation.status).toBe('pending');
    expect(due.map(({ type }) => type)).toEqual(['message_created', 'conversation_updated', 'message_updated']);
  });
});

const ITEMS: Record<string, object[]> = {
  input_select: [
    { title: 'Yes', value: 'yes' },
    { title: 'No', value: 'no' },
  ],
  form: [{ name: 'size', type: 'text', label: 'Size', placeholder: '' }],
};
