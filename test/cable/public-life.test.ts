import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { type Frame, pubsubTokenOf } from '../support/cable/bare-socket.ts';
import { type Client, CLIENTS, type Connect } from '../support/cable/clients.ts';
import { eventually } from '../support/eventually.ts';
import { next } from '../support/cable/next.ts';
import { givenAccount, givenAgent, type TestAccount } from '../support/factories.ts';
import { givenCaller, givenPublicInbox, type PublicInbox } from '../support/public/public-inbox.ts';

let test: TestApp;
let account: TestAccount;
let inbox: PublicInbox;
let agent: { id: number; token: string };
/** An agent outside of the inbox. */
let outsider: typeof agent;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  inbox = await givenPublicInbox(test, account, {}, { csat_survey_enabled: true, enable_auto_assignment: false });
  agent = await givenAgent(test, account);
  outsider = await givenAgent(test, account, 'Otto', { inboxes: [] });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await test.stop();
});

const clients: Client[] = [];

/** Told for other reasons than what the test does. */
const OTHERS = ['presence.update', 'conversation.unread_count_changed', 'notification.created'];

/** A client, and what it hears from its confirmation on: `all`, and what the test is about. */
type Ear = { all: Frame[]; heard: Frame[]; client: Client };

async function givenEar(connect: Connect, params: object): Promise<Ear> {
  const [all, heard]: [Frame[], Frame[]] = [[], []];
  const opening = Promise.withResolvers<Client>();
  await new Promise<void>((resolve, reject) => {
    const listener = {
      confirmed: resolve,
      rejected: () => reject(new Error('rejected')),
      disconnected: () => {},
      received: (message: Frame) => {
        all.push(message);
        if (!OTHERS.includes(message.event)) heard.push(message);
      },
    };
    const url = `${test.url.replace('http', 'ws')}/cable`;
    connect(url, { ...params }, listener).then(opening.resolve, reject);
  });
  const client = await opening.promise;
  clients.push(client);
  return { all, heard, client };
}

/** What the client is told of who is online, when it asks. */
async function presenceFor({ all, client }: Ear): Promise<Frame> {
  const updates = () => all.filter(({ event }) => event === 'presence.update');
  await eventually(updates, ({ length }) => length > 0);
  const { length } = updates();
  client.perform('update_presence');
  await eventually(updates, (told) => told.length > length);
  return updates().at(-1).data;
}

describe('the life of a contact in an API inbox', () => {
  it.each(CLIENTS)('is heard on both sides by %s, each of what is for them', async (_, connect) => {
    const claimOf = async ({ id: user_id, token }: typeof agent) => {
      return { pubsub_token: await pubsubTokenOf(test, token), account_id: account.id, user_id };
    };
    const ofTeam = await givenEar(connect, await claimOf(agent));
    const ofOutsider = await givenEar(connect, await claimOf(outsider));
    const [team, outside] = [next(ofTeam.heard), next(ofOutsider.heard)];
    const [caller, bystander] = [await givenCaller(inbox, { name: 'Carla' }), await givenCaller(inbox)];
    expect((await presenceFor(ofTeam)).contacts).not.toHaveProperty([caller.id]);
    const ofContact = await givenEar(connect, { pubsub_token: caller.pubsub_token });
    const contact = next(ofContact.heard);
    const other = await givenEar(connect, { pubsub_token: bystander.pubsub_token });
    for (const hears of [team, outside]) await hears('contact.created', 'contact.created');

    const users = { [agent.id]: 'online', [outsider.id]: 'online' };
    expect(await presenceFor(ofContact)).toEqual({ account_id: account.id, users: expect.objectContaining(users) });
    await presenceFor(other);
    const seenByTeam = await presenceFor(ofTeam);
    expect(seenByTeam.users).toMatchObject(users);
    expect(seenByTeam.contacts).toMatchObject({ [caller.id]: 'online', [bystander.id]: 'online' });
    const byTeam = (below: string, body: object) =>
      account.call('POST', `/conversations/${conversation.id}${below}`, body, { token: agent.token });

    const { body: conversation } = await inbox.call('POST', `${caller.path}/conversations`);
    const path = `${caller.path}/conversations/${conversation.id}`;
    await team('conversation.created');
    await contact('conversation.created');

    await inbox.call('POST', `${path}/toggle_typing`, { typing_status: 'on' });
    const [typing] = await team('conversation.typing_on');
    expect(typing.data.user).toMatchObject({ id: caller.id, type: 'contact' });
    await inbox.call('POST', `${path}/toggle_typing`, { typing_status: 'off' });
    await team('conversation.typing_off');

    const form = new FormData();
    form.set('content', 'See this');
    form.set('echo_id', 'draft-1');
    form.append('attachments[]', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
    const { body: asked } = await inbox.call('POST', `${path}/messages`, form);
    await team('message.created');
    const [own] = await contact('message.created');
    expect(own.data).toMatchObject({ id: asked.id, echo_id: 'draft-1', message_type: 0, attachments: [{}] });

    await byTeam('/update_last_seen', {});
    await byTeam('/toggle_typing_status', { typing_status: 'on', is_private: true });
    await byTeam('/toggle_typing_status', { typing_status: 'on' });
    const [typist] = await contact('conversation.typing_on');
    expect(typist.data.user).toMatchObject({ id: agent.id, type: 'user' });
    await byTeam('/toggle_typing_status', { typing_status: 'off' });
    await contact('conversation.typing_off');
    await byTeam('/messages', { content: 'A note', message_type: 'outgoing', private: true });
    const answer = new FormData();
    answer.set('content', 'Let me look');
    answer.set('message_type', 'outgoing');
    answer.append('attachments[]', new Blob(['found it'], { type: 'text/plain' }), 'found.txt');
    await byTeam('/messages', answer);
    const [answered] = await contact('message.created', 'conversation.updated');
    const [{ data_url: url }] = answered.data.attachments;
    expect(await (await fetch(url)).text()).toBe('found it');
    expect(answered.data.sender).toMatchObject({ id: agent.id, type: 'user' });
    await team('message.created', 'message.created', 'first.reply.created', 'conversation.updated');

    await inbox.call('POST', `${path}/update_last_seen`);
    await team('message.updated', 'conversation.read');
    await contact('message.updated');
    const { body: messages } = await inbox.call('GET', `${path}/messages`);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(['See this', 'Let me look']);

    await byTeam('/toggle_status', { status: 'resolved' });
    const [resolved, , survey] = await contact(
      'conversation.status_changed',
      'conversation.updated',
      'message.created',
    );
    expect(resolved.data.status).toBe('resolved');
    await team('message.created', 'conversation.status_changed', 'conversation.updated', 'message.created');

    const fetched = (await inbox.call('GET', `${path}/messages`)).body.at(-1);
    expect([survey.data.id, survey.data.content]).toEqual([fetched.id, fetched.content]);
    expect([survey.data.content_type, fetched.content]).toEqual(['input_csat', expect.not.stringContaining('http')]);
    await inbox.call('PATCH', `${path}/messages/${fetched.id}`, {
      submitted_values: { csat_survey_response: { rating: 5, feedback_message: 'Quick' } },
    });
    await team('message.updated');
    const [rated] = await contact('message.updated');
    expect(rated.data.content_attributes.submitted_values).toEqual({
      csat_survey_response: { rating: 5, feedback_message: 'Quick' },
    });

    await inbox.call('PATCH', caller.path, { name: 'Carla Contact' });
    for (const hears of [team, outside]) await hears('contact.updated');
    expect(other.heard).toEqual([]);
    expect(new Set([...ofContact.all, ...other.all].map(({ event }) => event))).toEqual(
      new Set(['presence.update', ...ofContact.heard.map(({ event }) => event)]),
    );
  });
});
