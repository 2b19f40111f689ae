import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { messagesOf, reply, toggle } from '../../support/conversation-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { ended } from '../../support/providers/sent-message.ts';
import { givenCloudApi } from '../../support/providers/whatsapp.ts';
import { conversationsIn, received } from '../../support/receiving/received.ts';
import {
  callbackOf,
  givenCloudNumber,
  givenMessage,
  post,
  textOf,
  type Told,
  type WhatsappNumber,
  write,
  writer,
} from '../../support/receiving/whatsapp-chat.ts';

let cloud: Awaited<ReturnType<typeof givenCloudApi>>;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  cloud = await givenCloudApi();
  test = await givenApp({ 'channels.whatsapp_url': cloud.url, 'channels.retry_seconds': '0' });
  account = await givenAccount(test);
});
afterAll(async () => {
  await test.stop();
  await cloud.stop();
});

/** What is told of a chat that Meta's own agent has. */
const tellOnStandby = (number: WhatsappNumber, standby: Told) => tell(number, 'standby', { standby });

/** That the chat is the team's from now on, or another program's. */
const handOver = (
  number: WhatsappNumber,
  { wa_id: from }: { wa_id?: string },
  type: 'control_passed' | 'control_taken',
) =>
  tell(number, 'messaging_handovers', {
    type,
    sender: { phone_number: from },
    [type]: { previous_owner_role: 'ai_agent', new_owner_role: 'escalation_partner' },
  });

function tell(number: WhatsappNumber, field: string, told: object) {
  const callback = JSON.parse(callbackOf([number, {}])) as {
    entry: { changes: { field: string; value: Record<string, unknown> }[] }[];
  };
  const [change] = callback.entry[0]!.changes;
  change!.field = field;
  Object.assign(change!.value, told);
  return post(test, number, JSON.stringify(callback));
}

const activitiesOf = async (conversation: { id: number }): Promise<string[]> =>
  (await messagesOf(account, conversation))
    .filter(({ message_type: type }: { message_type: number }) => type === 2)
    .map(({ content }: { content: string }) => content);

describe("what Meta's own agent answers", () => {
  it('is kept and marked, and nothing is sent by itself until it is over', async () => {
    const number = await givenCloudNumber(account);
    const greeting = { greeting_enabled: true, greeting_message: 'Welcome' };
    await account.call('PATCH', `/inboxes/${number.inbox.id}`, greeting);
    await account.call('POST', '/automation_rules', {
      name: 'Greets',
      event_name: 'conversation_created',
      conditions: [],
      actions: [{ action_name: 'send_message', action_params: ['A rule says hello'] }],
    });
    const carla = writer();
    await tellOnStandby(number, { contacts: [carla], messages: [givenMessage(carla, textOf('When are you open?'))] });
    await received(account, number.inbox, 1);
    const sent = { messaging_product: 'whatsapp', to: carla.wa_id, type: 'text', text: { body: 'From 9 to 5' } };
    const echo = { id: `wamid.agent-${carla.wa_id}`, timestamp: '1790000000', message: sent };
    await tellOnStandby(number, { message_echoes: [echo] });
    const shown = await received(account, number.inbox, 2);
    const [conversation, ...others] = await conversationsIn(account, number.inbox);
    const { body } = await account.call('GET', `/conversations/${conversation!.id}`);

    expect(others).toEqual([]);
    expect(shown).toMatchObject([
      { content: 'When are you open?', message_type: 0, content_attributes: { standby: true } },
      { content: 'From 9 to 5', message_type: 1, content_attributes: { standby: true } },
    ]);
    expect(shown[1]?.sender ?? null).toBeNull();
    expect(body).toMatchObject({ waiting_since: 0, first_reply_created_at: 0 });

    const answer = await reply(account, conversation!, { content: 'I take over' });
    await ended(account, conversation!, answer.body.id);
    await write(test, number, carla, givenMessage(carla, textOf('Thanks')));
    const after = await received(account, number.inbox, 4);

    expect(after.at(-1)?.content_attributes['standby']).toBeUndefined();
    expect(cloud.sent.filter(({ to }) => to === carla.wa_id).map(({ text }) => text?.body)).toEqual(['I take over']);
  });

  it('ends with a handover, which opens the conversation and has the contact wait, once', async () => {
    const number = await givenCloudNumber(account);
    const dora = writer();
    await tellOnStandby(number, { contacts: [dora], messages: [givenMessage(dora, textOf('A person, please'))] });
    await received(account, number.inbox, 1);
    const [conversation] = await conversationsIn(account, number.inbox);
    await toggle(account, conversation!, 'resolved');
    await handOver(number, dora, 'control_passed');
    await handOver(number, dora, 'control_passed');
    const open = await eventually(
      async () => (await account.call('GET', `/conversations/${conversation!.id}`)).body,
      ({ status }) => status === 'open',
    );
    await handOver(number, dora, 'control_taken');
    const notes = await eventually(
      () => activitiesOf(conversation!),
      (all) => all.includes('Another program answers at WhatsApp now'),
    );

    expect(open.waiting_since).toBeGreaterThan(0);
    expect(notes.filter((note) => note === 'WhatsApp has left the chat to the team')).toHaveLength(1);
  });
});
