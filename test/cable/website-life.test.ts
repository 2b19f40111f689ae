import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { type Frame, pubsubTokenOf } from '../support/cable/bare-socket.ts';
import { type Client, CLIENTS, type Connect } from '../support/cable/clients.ts';
import { next } from '../support/cable/next.ts';
import { givenAccount, givenAgent, type TestAccount } from '../support/factories.ts';
import { givenVisitor, givenWebsite, visitorIn, type Website } from '../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
let website: Website;
let agent: { id: number; token: string };
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  website = await givenWebsite(test, account, {}, { csat_survey_enabled: true, enable_auto_assignment: false });
  agent = await givenAgent(test, account);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await test.stop();
});

const clients: Client[] = [];

/** Told for other reasons than what the test does. */
const OTHERS = [
  'presence.update',
  'conversation.unread_count_changed',
  'notification.created',
  // Of the settings of the website, which may be heard late.
  'account.cache_invalidated',
];

/** What a client hears, from its confirmation on. */
async function givenEar(connect: Connect, params: object): Promise<Frame[]> {
  const heard: Frame[] = [];
  await new Promise<void>((resolve, reject) => {
    const listener = {
      confirmed: resolve,
      rejected: () => reject(new Error('rejected')),
      disconnected: () => {},
      received: (message: Frame) => void (OTHERS.includes(message.event) || heard.push(message)),
    };
    const url = `${test.url.replace('http', 'ws')}/cable`;
    connect(url, { ...params }, listener).then((client) => clients.push(client), reject);
  });
  return heard;
}

describe('the life of a visitor of a website', () => {
  it.each(CLIENTS)('is heard on both sides by %s, each of what is for them', async (name, connect) => {
    const pubsub_token = await pubsubTokenOf(test, agent.token);
    const team = next(await givenEar(connect, { pubsub_token, account_id: account.id, user_id: agent.id }));
    const bystander = await givenVisitor(website);
    await team('contact.created', 'conversation.created', 'message.created');
    const other = await givenEar(connect, { pubsub_token: bystander.pubsubToken });
    const byTeam = (below: string, body: object) =>
      account.call('POST', `/conversations/${first.conversation_id}${below}`, body, { token: agent.token });

    const answer = await website.call('POST', '/messages', { message: { content: 'Hello', echo_id: 'draft-1' } });
    const first = answer.body;
    const visitor = visitorIn(answer);
    await team('contact.created', 'conversation.created', 'message.created');
    const contact = next(await givenEar(connect, { pubsub_token: visitor.pubsubToken }));
    const call = (method: string, below: string, body?: unknown) => website.call(method, below, body, visitor);

    await call('POST', '/conversations/toggle_typing', { typing_status: 'on' });
    const [typing] = await team('conversation.typing_on');
    expect(typing?.data.user).toMatchObject({ id: first.sender.id, type: 'contact' });

    const form = new FormData();
    form.set('message[content]', 'See this');
    form.set('message[echo_id]', 'draft-2');
    form.append('message[attachments][]', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
    const { body: asked } = await call('POST', '/messages', form);
    await team('message.created');
    const [own] = await contact('message.created');
    expect(own?.data).toMatchObject({ id: asked.id, echo_id: 'draft-2', message_type: 0, attachments: [{}] });

    await byTeam('/toggle_typing_status', { typing_status: 'on' });
    await contact('conversation.typing_on');
    await byTeam('/messages', { content: 'A note', message_type: 'outgoing', private: true });
    await byTeam('/messages', { content: 'Let me look', message_type: 'outgoing' });
    await contact('message.created', 'conversation.updated');
    await team('message.created', 'message.created', 'first.reply.created', 'conversation.updated');

    await call('POST', '/conversations/update_last_seen');
    await team('message.updated', 'conversation.read');
    await contact('message.updated');
    const missed = (await call('GET', `/messages?after=${asked.id}`)).body.payload;
    expect(missed.map(({ content }: { content: string }) => content)).toEqual(['Let me look']);

    await call('GET', '/conversations/toggle_status');
    await contact('conversation.status_changed', 'conversation.updated', 'message.created');
    await team('message.created', 'conversation.status_changed', 'conversation.updated', 'message.created');
    const survey = (await call('GET', '/messages')).body.payload.at(-1);
    const rating = { rating: 5, feedback_message: 'Quick' };
    await call('PATCH', `/messages/${survey.id}`, { message: { submitted_values: { csat_survey_response: rating } } });
    await team('message.updated');
    const [rated] = await contact('message.updated');
    expect(rated?.data.content_attributes.submitted_values).toEqual({ csat_survey_response: rating });

    const user = await website.call('PATCH', '/contact/set_user', { identifier: `${name} 1`, name: 'Carla' }, visitor);
    expect(user.body.pubsub_token).toBeUndefined();
    await team('contact.updated');
    const somebodyElse = await website.call('PATCH', '/contact/set_user', { identifier: `${name} 2` }, visitor);
    const dora = next(await givenEar(connect, { pubsub_token: visitorIn(somebodyElse).pubsubToken }));
    await team('contact.created');
    await website.call('POST', '/messages', { content: 'I am Dora' }, visitorIn(somebodyElse));
    await dora('conversation.created', 'message.created');
    await team('conversation.created', 'message.created');
    await contact();
    expect(other).toEqual([]);
  });
});
