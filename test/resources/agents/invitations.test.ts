import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import {
  givenAccount,
  givenAgent,
  givenConversation,
  givenInbox,
  givenTeam,
  givenToken,
  type TestAccount,
} from '../../support/factories.ts';
import { rate } from '../../support/surveys.ts';
import { pathOf, reply, toggle } from '../../support/conversation-calls.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** What nobody in another account may learn of Bea. */
const OWN = { name: 'Bea Private', display_name: 'Queen Bea', avatar_url: 'https://pictures.example.com/bea.png' };
const PRIVATE = new RegExp(Object.values(OWN).join('|'));

/** Bea, who works in one account, is asked into another as Guest. */
async function givenInvited() {
  const home = await givenAccount(test, 'Home');
  const bea = await givenAgent(test, home, OWN.name);
  await test.rows().updateTable('users').set(OWN).where('id', '=', bea.id).execute();
  const account = await givenAccount(test);
  const invited = await account.call('POST', '/agents', { email: bea.email, name: 'Guest' });
  return { home, account, bea, invited };
}

const accept = (account: TestAccount, { token }: { token: string }) =>
  account.call('POST', '/update_active_at', undefined, { token });
const shownIn = async (account: TestAccount, { id }: { id: number }) =>
  ((await account.call('GET', '/agents')).body as { id: number; name: string }[]).find((agent) => agent.id === id);
const profileOf = async ({ token }: { token: string }) =>
  (await test.request('GET', '/api/v1/profile', { token })).body;

describe('a user who is invited into a second account', () => {
  it('is shown as the administrator wrote, like one whose address is new', async () => {
    const { account, bea, invited } = await givenInvited();
    const email = `${randomUUID()}@example.com`;

    const unknown = await account.call('POST', '/agents', { email, name: 'Guest' });

    expect([invited.status, unknown.status]).toEqual([201, 201]);
    expect(invited.body).toEqual({ ...unknown.body, id: bea.id, email: bea.email });
    expect(invited.body).toMatchObject({ name: 'Guest', available_name: 'Guest', thumbnail: '', confirmed: false });
    expect(invited.body).toMatchObject((await shownIn(account, bea))!);
  });

  it('is named for the address when nothing else is written', async () => {
    const home = await givenAccount(test);
    const people = [await givenAgent(test, home, OWN.name), await givenAgent(test, home, OWN.name)];
    const account = await givenAccount(test);

    await account.call('POST', '/agents', { email: people[0]!.email });
    await account.call('POST', '/agents/bulk_create', { emails: [people[1]!.email] });

    for (const person of people) {
      expect(await shownIn(account, person)).toMatchObject({ name: person.email.split('@')[0], confirmed: false });
    }
  });

  it('is shown so everywhere in the account, in events too', async () => {
    const { account, bea } = await givenInvited();
    const inbox = await givenInbox(account);
    const team = await givenTeam(account, [bea]);
    const conversation = await givenConversation(account);
    await account.join(inbox.id, bea);
    await account.join(conversation.inbox_id, bea);

    const events = await eventsDuring(test, account, () =>
      account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: bea.id }),
    );
    const answers = [
      await account.call('GET', '/agents'),
      await account.call('GET', `/inbox_members/${inbox.id}`),
      await account.call('GET', `/assignable_agents?inbox_ids[]=${inbox.id}`),
      await account.call('GET', `/teams/${team.id}/team_members`),
      await account.call('GET', pathOf(conversation)),
      await account.call('GET', '/conversations'),
      await account.call('GET', pathOf(conversation, '/messages')),
      await account.call('GET', pathOf(conversation, '/participants')),
    ];

    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const told = [...answers.map(({ text }) => text), JSON.stringify(events)];
    expect(events.length).toBeGreaterThan(0);
    for (const text of told) {
      expect(text).toContain('Guest');
      expect(text).not.toMatch(PRIVATE);
    }
  });

  it.each([
    ['a request there', (account: TestAccount, token: string) => account.call('GET', '/labels', undefined, { token })],
    [
      'how they work there',
      (account: TestAccount, token: string) =>
        test.request('POST', '/api/v1/profile/availability', {
          token,
          body: { account_id: account.id, availability: 'busy' },
        }),
    ],
  ])('is shown as they are after %s', async (_, act) => {
    const { account, bea } = await givenInvited();

    const { status } = await act(account, bea.token);

    expect(status).toBe(200);
    expect(await shownIn(account, bea)).toMatchObject({
      name: OWN.name,
      available_name: OWN.display_name,
      thumbnail: OWN.avatar_url,
      confirmed: true,
    });
  });

  it('has not accepted by working elsewhere', async () => {
    const { home, account, bea } = await givenInvited();

    await accept(home, bea);
    await test.request('PATCH', '/api/v1/profile', { token: bea.token, body: { name: 'Bea Renamed' } });

    expect(await shownIn(account, bea)).toMatchObject({ name: 'Guest', confirmed: false });
    expect(await shownIn(home, bea)).toMatchObject({ name: 'Bea Renamed', confirmed: true });
  });

  it('is shown as written also in the account that invited them first, after they joined another', async () => {
    const account = await givenAccount(test);
    const elsewhere = await givenAccount(test);
    const email = `${randomUUID()}@example.com`;
    const { body: invited } = await account.call('POST', '/agents', { email, name: 'Guest' });
    await elsewhere.call('POST', '/agents', { email, name: 'Visitor' });
    await test.rows().updateTable('users').set({ email_proved_at: new Date() }).where('id', '=', invited.id).execute();
    const token = await givenToken(test, 'User', invited.id);

    await accept(elsewhere, { token });
    await test.request('PATCH', '/api/v1/profile', { token, body: { name: OWN.name } });

    expect(await shownIn(elsewhere, invited)).toMatchObject({ name: OWN.name, confirmed: true });
    expect(await shownIn(account, invited)).toMatchObject({ name: 'Guest', confirmed: false });
  });

  it('is not shown as they are when they are removed before they accept', async () => {
    const { account, bea } = await givenInvited();
    const conversation = await givenConversation(account);
    await account.call('PATCH', `/inboxes/${conversation.inbox_id}`, { csat_survey_enabled: true });
    await account.join(conversation.inbox_id, bea);
    await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: bea.id });
    await toggle(account, conversation, 'resolved');
    const rated = await rate(test, conversation, 5);

    await account.call('DELETE', `/agents/${bea.id}`);

    const { body, text } = await account.call('GET', '/csat_survey_responses');
    expect([rated.status, body.length]).toEqual([200, 1]);
    expect(text).not.toMatch(PRIVATE);
  });

  it('is not shown as they are by a survey that was answered before and after the invitation', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await account.call('PATCH', `/inboxes/${conversation.inbox_id}`, { csat_survey_enabled: true });
    await toggle(account, conversation, 'resolved');
    await rate(test, conversation, 5);
    const bea = await givenAgent(test, await givenAccount(test, 'Home'), OWN.name);
    await account.call('POST', '/agents', { email: bea.email, name: 'Guest' });
    await account.join(conversation.inbox_id, bea);
    await account.call('POST', pathOf(conversation, '/assignments'), { assignee_id: bea.id });
    await rate(test, conversation, 1);

    await account.call('DELETE', `/agents/${bea.id}`);

    const { body, text } = await account.call('GET', '/csat_survey_responses');
    expect([body.length, body[0].rating]).toEqual([1, 1]);
    expect(text).not.toMatch(PRIVATE);
  });
});

describe('the name that an administrator gives', () => {
  it('is what this account alone shows of a user who works elsewhere', async () => {
    const { home, account, bea } = await givenInvited();
    await accept(account, bea);
    const conversation = await givenConversation(account);
    await account.join(conversation.inbox_id, bea);

    const { status, body } = await account.call('PATCH', `/agents/${bea.id}`, { name: 'RENAMED' });

    expect([status, body.name]).toEqual([200, 'RENAMED']);
    expect((await reply(account, conversation, {}, bea.token)).body.sender.name).toBe('RENAMED');
    const [message] = (await account.call('GET', pathOf(conversation, '/messages'))).body.payload.slice(-1);
    expect(message.sender).toMatchObject({ id: bea.id, name: 'RENAMED' });
    expect((await shownIn(home, bea))?.name).toBe(OWN.name);
    expect((await profileOf(bea)).name).toBe(OWN.name);
  });

  it('does not become the name of a user who has signed in, even if they work nowhere else', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account, 'Gus');

    const { body } = await account.call('PATCH', `/agents/${agent.id}`, { name: 'Gustav' });

    expect([body.name, (await shownIn(account, agent))?.name]).toEqual(['Gustav', 'Gustav']);
    expect((await profileOf(agent)).name).toBe('Gus');
  });

  it('becomes the name of a user who is in no other account yet', async () => {
    const account = await givenAccount(test);
    const { body: agent } = await account.call('POST', '/agents', {
      email: `${randomUUID()}@example.com`,
      name: 'Gsu',
    });

    await account.call('PATCH', `/agents/${agent.id}`, { name: 'Gus' });

    const user = await test.rows().selectFrom('users').select('name').where('id', '=', agent.id).executeTakeFirst();
    expect(user).toEqual({ name: 'Gus' });
  });

  it('is replaced by the one that they give themselves later', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account, 'Gus');
    await account.call('PATCH', `/agents/${agent.id}`, { name: 'Gustav' });
    const rename = (name: string) => test.request('PATCH', '/api/v1/profile', { token: agent.token, body: { name } });
    const names: (string | undefined)[] = [];

    for (const name of ['Gus', 'Gus Agent']) {
      await rename(name);
      names.push((await shownIn(account, agent))?.name);
    }

    expect(names).toEqual(['Gustav', 'Gus Agent']);
  });
});
