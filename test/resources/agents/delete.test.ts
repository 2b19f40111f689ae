import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring } from '../../support/events.ts';
import { givenAccount, givenAgent, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** How many conversations there are of each kind, by the rows and by the kept counts. */
async function counts(account: TestAccount) {
  const key = sql<string>`inbox_id || ' ' || status || ' ' || coalesce(assignee_id, 0)`;
  const rows = await test
    .rows()
    .selectFrom('conversations')
    .select([key.as('key'), sql<number>`count(*)`.as('count')])
    .where('account_id', '=', account.id)
    .groupBy(key)
    .execute();
  const kept = await test
    .rows()
    .selectFrom('conversation_counts')
    .select([key.as('key'), 'count'])
    .where('account_id', '=', account.id)
    .where('count', '!=', 0)
    .execute();
  const asObject = (list: { key: string; count: number }[]) =>
    Object.fromEntries(list.map(({ key, count }) => [key, Number(count)]));
  return { rows: asObject(rows), kept: asObject(kept) };
}

const exists = async (table: 'users' | 'access_tokens' | 'sessions' | 'avatars', column: string, id: number) => {
  const { count } = await test
    .rows()
    .selectFrom(table)
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`${sql.ref(column)} = ${id}`)
    .executeTakeFirstOrThrow();
  return Number(count) > 0;
};

describe('DELETE /agents/{id}', () => {
  it('unassigns their conversations, with right counts and without events', async () => {
    const account = await givenAccount(test);
    const inboxes = [await givenInbox(account), await givenInbox(account)];
    const contact = await givenContact(account);
    const agent = await givenAgent(test, account);
    const give = async (inbox_id: number, status: string, assignee_id: number | null) => {
      const body = { inbox_id, contact_id: contact.id, status, assignee_id };
      return (await account.call('POST', '/conversations', body)).body.id as number;
    };
    const theirs: number[] = [];
    for (const inbox of inboxes) {
      for (const status of ['open', 'open', 'resolved']) theirs.push(await give(inbox.id, status, agent.id));
      await give(inbox.id, 'open', account.administrator.id);
    }

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('DELETE', `/agents/${agent.id}`);
    });

    expect(answer).toMatchObject({ status: 200, text: '' });
    const { rows, kept } = await counts(account);
    expect(kept).toEqual(rows);
    expect(Object.keys(rows).filter((key) => key.endsWith(` ${agent.id}`))).toEqual([]);
    const shown = await Promise.all(theirs.map((id) => account.call('GET', `/conversations/${id}`)));
    expect(shown.map(({ body }) => body.assignee)).toEqual(theirs.map(() => null));
    expect(events).toEqual([]);
    const { meta } = (await account.call('GET', '/conversations?status=all')).body.data;
    expect(meta).toMatchObject({ all_count: 8, unassigned_count: 6, mine_count: 2 });
  });

  it('deletes a user who is then in no account, with tokens, sessions and picture', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const now = new Date();
    await test
      .rows()
      .insertInto('sessions')
      .values({ user_id: agent.id, client: 'c', digest: 'd', expires_at: now, last_used_at: now, created_at: now })
      .execute();
    await test
      .rows()
      .insertInto('avatars')
      .values({
        owner_type: 'User',
        owner_id: agent.id,
        key: randomUUID(),
        filename: 'a.png',
        content_type: 'image/png',
        file_size: 1,
        created_at: now,
      })
      .execute();

    await account.call('DELETE', `/agents/${agent.id}`);

    const left = [
      await exists('users', 'id', agent.id),
      await exists('access_tokens', 'owner_id', agent.id),
      await exists('sessions', 'user_id', agent.id),
      await exists('avatars', 'owner_id', agent.id),
    ];
    expect(left).toEqual([false, false, false, false]);
    expect((await test.request('GET', '/api/v1/profile', { token: agent.token })).status).toBe(401);
    expect((await account.call('DELETE', `/agents/${agent.id}`)).body.error).toBe('Agent not found');
  });

  it('keeps a user of another account, with what they have there', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await other.call('POST', '/agents', { email: agent.email });
    const places = await Promise.all(
      [account, other].map(async (place) => {
        const inbox = await givenInbox(place);
        const team = (await place.call('POST', '/teams', { name: 'sales' })).body;
        await place.call('PATCH', '/inbox_members', { inbox_id: inbox.id, user_ids: [agent.id] });
        await place.call('POST', `/teams/${team.id}/team_members`, { user_ids: [agent.id] });
        const contact = await givenContact(place);
        const body = { inbox_id: inbox.id, contact_id: contact.id, assignee_id: agent.id };
        const conversation = (await place.call('POST', '/conversations', body)).body;
        await place.call('POST', `/conversations/${conversation.id}/participants`, { user_ids: [agent.id] });
        return { place, inbox, team, conversation };
      }),
    );

    await account.call('DELETE', `/agents/${agent.id}`);

    const seen = await Promise.all(
      places.map(async ({ place, inbox, team, conversation }) => {
        const participants = await test
          .rows()
          .selectFrom('participants')
          .select('user_id')
          .where('account_id', '=', place.id)
          .where('user_id', '=', agent.id)
          .execute();
        return {
          agents: (await place.call('GET', '/agents')).body.length,
          inbox: (await place.call('GET', `/inbox_members/${inbox.id}`)).body.payload.length,
          team: (await place.call('GET', `/teams/${team.id}/team_members`)).body.length,
          assignee: (await place.call('GET', `/conversations/${conversation.id}`)).body.assignee?.id ?? null,
          participants: participants.length,
          status: (await place.call('GET', '/contacts', undefined, { token: agent.token })).status,
        };
      }),
    );
    expect(seen).toEqual([
      { agents: 1, inbox: 0, team: 0, assignee: null, participants: 0, status: 404 },
      { agents: 2, inbox: 1, team: 1, assignee: agent.id, participants: 1, status: 200 },
    ]);
  });

  it('refuses to remove the last administrator', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const { id } = account.administrator;
    await account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, assignee_id: id });

    const { status, body } = await account.call('DELETE', `/agents/${id}`);

    expect(status).toBe(422);
    expect(body).toEqual({
      error: 'Validation failed',
      message: expect.stringContaining('last administrator'),
      attributes: ['role'],
    });
    const conversation = (await account.call('GET', '/conversations')).body.data.payload[0];
    expect(conversation.assignee.id).toBe(id);

    await account.call('PATCH', `/agents/${agent.id}`, { role: 'administrator' });
    expect((await account.call('DELETE', `/agents/${id}`)).status).toBe(200);
    expect((await account.call('GET', '/agents', undefined, { token: agent.token })).body).toHaveLength(1);
  });

  it('keeps one administrator when two remove each other', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    await account.call('PATCH', `/agents/${agent.id}`, { role: 'administrator' });

    await Promise.all([
      account.call('DELETE', `/agents/${agent.id}`),
      account.call('DELETE', `/agents/${account.administrator.id}`, undefined, { token: agent.token }),
    ]);

    const rows = await test
      .rows()
      .selectFrom('account_users')
      .select('role')
      .where('account_id', '=', account.id)
      .execute();
    expect(rows).toEqual([{ role: 'administrator' }]);
  });

  it('keeps the counts right while conversations are given to the agent', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const inbox = await givenInbox(account);
    const contact = await givenContact(account);
    const create = () =>
      account.call('POST', '/conversations', { inbox_id: inbox.id, contact_id: contact.id, assignee_id: agent.id });
    const first = (await create()).body.id;

    const answers = await Promise.all([
      create(),
      create(),
      account.call('DELETE', `/agents/${agent.id}`),
      create(),
      account.call('POST', `/conversations/${first}/assignments`, { assignee_id: account.administrator.id }),
      create(),
    ]);

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const { rows, kept } = await counts(account);
    expect(kept).toEqual(rows);
  });

  it("does not find another account's agent", async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);

    const { status, body } = await account.call('DELETE', `/agents/${other.administrator.id}`);

    expect([status, body.error]).toEqual([404, 'Agent not found']);
    expect((await other.call('GET', '/agents')).body).toHaveLength(1);
  });
});
