import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runBulkAction } from '../../../src/jobs/bulk/run-bulk-action.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf, reply, shown } from '../../support/conversation-calls.ts';
import {
  givenAccount,
  givenAgent,
  givenContact,
  givenConversation,
  givenInbox,
  givenTeam,
  type TestAccount,
} from '../../support/factories.ts';
import { ended } from './ended.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

async function ask(account: TestAccount, body: object, token?: string) {
  const { status, body: bulk, text } = await account.call('POST', '/bulk_actions', body, token ? { token } : {});
  if (status !== 200) throw new Error(text);
  return bulk;
}

const jobOf = (account: TestAccount) => ({
  id: 0,
  accountId: account.id,
  attemptsCount: 0,
  createdAt: new Date(),
  signal: new AbortController().signal,
});

async function conversations(account: TestAccount, count: number) {
  const inbox = await givenInbox(account);
  const contact = await givenContact(account);
  const body = { inbox_id: inbox.id, contact_id: contact.id };
  const all = [];
  for (let n = 0; n < count; n += 1) all.push((await account.call('POST', '/conversations', body)).body);
  return all;
}

describe('POST /bulk_actions', () => {
  it('changes every conversation that is named', async () => {
    const account = await givenAccount(test);
    const team = await givenTeam(account);
    const agent = await givenAgent(test, account);
    const [one, two, other] = await conversations(account, 3);
    await account.call('POST', pathOf(one, '/labels'), { labels: ['old', 'kept'] });

    const asked = await ask(account, {
      type: 'Conversation',
      ids: [one.id, two.id, two.id],
      fields: { status: 'resolved', assignee_id: agent.id, team_id: team.id, priority: 'high' },
      labels: { add: ['new'], remove: ['old'] },
    });
    const bulk = await ended(account, asked);

    expect(asked).toMatchObject({ type: 'Conversation', status: 'queued', total_count: 2, done_count: 0 });
    expect(bulk).toMatchObject({ status: 'done', total_count: 2, done_count: 2, failed_count: 0, errors: [] });
    const changed = {
      status: 'resolved',
      priority: 'high',
      assignee: { id: agent.id },
      meta: { team: { id: team.id } },
    };
    expect(await shown(account, one)).toMatchObject({ ...changed, labels: ['kept', 'new'] });
    expect(await shown(account, two)).toMatchObject({ ...changed, labels: ['new'] });
    expect(await shown(account, other)).toMatchObject({ status: 'open', labels: [] });
  });

  it('snoozes until a time, or until the contact writes', async () => {
    const account = await givenAccount(test);
    const [one, two] = await conversations(account, 2);
    const until = new Date(Date.now() + 3_600_000).toISOString();

    const bulks = [
      await ask(account, { type: 'Conversation', ids: [one.id], fields: { status: 'snoozed' }, snoozed_until: until }),
      await ask(account, { type: 'Conversation', ids: [two.id], fields: { status: 'snoozed' } }),
    ];
    for (const bulk of bulks) await ended(account, bulk);

    expect(await shown(account, one)).toMatchObject({ status: 'snoozed', snoozed_until: until });
    expect(await shown(account, two)).toMatchObject({ status: 'snoozed', snoozed_until: null });
    await account.call('POST', pathOf(two, '/messages'), { content: 'Hello?', message_type: 'incoming' });
    expect(await shown(account, two)).toMatchObject({ status: 'open' });
  });

  it('ends assignments with null', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const team = await givenTeam(account, [agent]);
    const conversation = await givenConversation(account, { assignee_id: agent.id, team_id: team.id });

    await ended(
      account,
      await ask(account, {
        type: 'Conversation',
        ids: [conversation.id],
        fields: { assignee_id: null, team_id: null },
      }),
    );

    expect(await shown(account, conversation)).toMatchObject({ assignee: null, meta: { team: null } });
  });

  it('changes those that meet conditions and concern the caller', async () => {
    const account = await givenAccount(test);
    const { administrator } = account;
    const [waiting, answered, mentioned, joined] = await conversations(account, 4);
    for (const one of [answered, mentioned, joined]) await reply(account, one);
    const note = `[@Ada](mention://user/${administrator.id}/Ada) look`;
    await reply(account, mentioned, { content: note, private: true });
    await account.call('POST', pathOf(joined, '/participants'), { user_ids: [administrator.id] });
    const payload = [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['all'] }];

    const totals = [];
    for (const conversation_type of ['unattended', 'mention', 'participating']) {
      const labels = { add: [conversation_type] };
      const bulk = await ask(account, { type: 'Conversation', payload, conversation_type, labels });
      totals.push((await ended(account, bulk)).total_count);
    }

    const labelsOf = async (one: { id: number }) => (await shown(account, one))['labels'] as string[];
    expect(await labelsOf(waiting)).toEqual(['unattended']);
    expect(await labelsOf(answered)).toEqual([]);
    expect(await labelsOf(mentioned)).toContain('mention');
    expect(await labelsOf(joined)).toContain('participating');
    expect(totals[0]).toBe(1);
    const { status } = await account.call('POST', '/bulk_actions', {
      type: 'Conversation',
      payload,
      conversation_type: 'all',
      fields: { status: 'open' },
    });
    expect(status).toBe(422);
  });

  it('changes all that meet conditions, also those that no longer do while it runs', async () => {
    const account = await givenAccount(test);
    const open = await conversations(account, 105);
    const resolved = await givenConversation(account, { status: 'resolved' });

    const bulk = await ended(
      account,
      await ask(account, {
        type: 'Conversation',
        payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }],
        fields: { status: 'resolved' },
        labels: { add: ['closed'] },
      }),
    );

    expect(bulk).toMatchObject({ status: 'done', total_count: 105, done_count: 105, failed_count: 0 });
    const counts = (await account.call('GET', '/conversations/meta?status=resolved&labels[]=closed')).body.meta;
    expect(counts.all_count).toBe(open.length);
    expect((await shown(account, resolved)).labels).toEqual([]);
  });

  it('lists what goes wrong, and goes on', async () => {
    const account = await givenAccount(test);
    const [one] = await conversations(account, 1);

    const bulk = await ended(
      account,
      await ask(account, {
        type: 'Conversation',
        ids: [999, one.id],
        fields: { assignee_id: 999_999_999, status: 'resolved' },
      }),
    );

    expect(bulk).toMatchObject({ status: 'done', total_count: 2, done_count: 2, failed_count: 2 });
    expect(bulk.errors).toEqual([
      { id: 999, action: 'change_status', error: 'Conversation not found', message: null },
      {
        id: one.id,
        action: 'assign_agent',
        error: 'Validation failed',
        message: 'assignee_id is not an agent of this account',
      },
    ]);
    expect((await shown(account, one)).status).toBe('resolved');
  });

  it('does nothing to conversations that the caller does not see', async () => {
    const account = await givenAccount(test);
    const [[own], [other]] = [await conversations(account, 1), await conversations(account, 1)];
    const agent = await givenAgent(test, account, 'Gus', { inboxes: [own.inbox_id] });
    const ids = { type: 'Conversation', ids: [own.id, other.id], fields: { priority: 'low' } };
    const all = {
      type: 'Conversation',
      payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }],
      labels: { add: ['seen'] },
    };

    const named = await ended(account, await ask(account, ids, agent.token), agent.token);
    const matching = await ended(account, await ask(account, all, agent.token), agent.token);

    expect(named).toMatchObject({ failed_count: 1, errors: [{ id: other.id, error: 'Access denied' }] });
    expect(matching).toMatchObject({ total_count: 1, failed_count: 0 });
    expect(await shown(account, own)).toMatchObject({ priority: 'low', labels: ['seen'] });
    expect(await shown(account, other)).toMatchObject({ priority: null, labels: [] });
  });

  it('deletes contacts, and labels them', async () => {
    const account = await givenAccount(test);
    const [one, two] = [await givenContact(account), await givenContact(account, { name: 'Dan' })];

    await ended(account, await ask(account, { type: 'Contact', ids: [two.id], labels: { add: ['vip', 'new'] } }));
    await ended(account, await ask(account, { type: 'Contact', ids: [two.id], labels: { remove: ['new'] } }));
    const bulk = await ended(
      account,
      await ask(account, { type: 'Contact', ids: [one.id, 999_999], action_name: 'delete' }),
    );

    expect(bulk).toMatchObject({ failed_count: 1, errors: [{ id: 999_999, error: 'Contact not found' }] });
    expect((await account.call('GET', `/contacts/${one.id}`)).status).toBe(404);
    expect((await account.call('GET', `/contacts/${two.id}/labels`)).body.payload).toEqual(['vip']);
  });

  it('deletes all contacts that meet conditions', async () => {
    const account = await givenAccount(test);
    const names = ['Ann', 'Bea', 'Cid'];
    for (const name of names) await givenContact(account, { name, email: `${name.toLowerCase()}@old.example.com` });
    await givenContact(account, { name: 'Dan', email: 'dan@example.com' });

    const bulk = await ended(
      account,
      await ask(account, {
        type: 'Contact',
        payload: [{ attribute_key: 'email', filter_operator: 'contains', values: ['old.example.com'] }],
        action_name: 'delete',
      }),
    );

    expect(bulk).toMatchObject({ total_count: 3, done_count: 3 });
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(1);
  });

  it('lets only administrators delete contacts', async () => {
    const account = await givenAccount(test);
    const contact = await givenContact(account);
    const agent = await givenAgent(test, account);
    const body = { type: 'Contact', ids: [contact.id], action_name: 'delete' };

    const { status, body: refusal } = await account.call('POST', '/bulk_actions', body, { token: agent.token });

    expect([status, refusal.error]).toEqual([403, 'Access denied']);
    expect((await account.call('GET', `/contacts/${contact.id}`)).status).toBe(200);
  });

  it.each([
    [{}, 'type'],
    [{ type: 'Inbox', ids: [1], fields: { status: 'open' } }, 'type'],
    [{ type: 'Conversation', fields: { status: 'open' } }, 'ids'],
    [{ type: 'Conversation', ids: [], payload: [], fields: { status: 'open' } }, 'ids'],
    [{ type: 'Conversation', ids: ['x'], fields: { status: 'open' } }, 'ids[0]'],
    [{ type: 'Conversation', ids: Array(2001).fill(1), fields: { status: 'open' } }, 'ids'],
    [{ type: 'Conversation', ids: [1] }, 'fields'],
    [{ type: 'Conversation', ids: [1], fields: { status: 'closed' } }, 'fields.status'],
    [{ type: 'Conversation', ids: [1], fields: { assignee_id: 'x' } }, 'fields.assignee_id'],
    [{ type: 'Conversation', ids: [1], labels: { add: [5] } }, 'labels.add[0]'],
    [{ type: 'Conversation', ids: [1], labels: { add: [' '] } }, 'actions'],
    [{ type: 'Contact', ids: [1], action_name: 'block' }, 'action_name'],
    [{ type: 'Contact', ids: [1], fields: { status: 'open' } }, 'fields'],
  ])('refuses %j', async (body, field) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/bulk_actions', body);

    expect([answer.status, answer.body.error]).toEqual([422, 'Validation failed']);
    expect(answer.body.attributes).toContain(field);
  });
});

describe('GET /bulk_actions', () => {
  it("lists the caller's own, the newest first", async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const [conversation] = await conversations(account, 1);
    const body = { type: 'Conversation', ids: [conversation.id], fields: { priority: 'low' } };
    const [one, two] = [await ask(account, body), await ask(account, body)];
    const other = await ask(account, body, agent.token);

    const { body: page } = await account.call('GET', '/bulk_actions?per_page=1');

    expect(page.meta).toEqual({ count: 2, current_page: 1 });
    expect(page.payload.map(({ id }: { id: number }) => id)).toEqual([two.id]);
    expect((await account.call('GET', `/bulk_actions/${other.id}`)).body.error).toBe('Bulk action not found');
    expect((await account.call('GET', `/bulk_actions/${one.id}`)).status).toBe(200);
  });
});

describe('the job of a bulk action', () => {
  it('does each action once, when two processes run it and when it is run again', async () => {
    const quiet = await givenApp({}, { jobs: false });
    const account = await givenAccount(quiet);
    const [one, two] = await conversations(account, 2);
    const macro = await account.call('POST', '/macros', {
      name: 'Twice',
      actions: [
        { action_name: 'send_message', action_params: ['Hello'] },
        { action_name: 'add_private_note', action_params: ['Said hello'] },
      ],
    });
    const executed = await account.call('POST', `/macros/${macro.body.payload.id}/execute`, {
      conversation_ids: [one.id, two.id],
    });
    const run = () => runBulkAction(quiet.app, { bulk_action_id: executed.body.id }, jobOf(account));

    await Promise.all([run(), run(), run()]);
    await run();

    const contents = async (conversation: { id: number }) =>
      (await account.call('GET', pathOf(conversation, '/messages'))).body.payload.map(
        ({ content }: { content: string }) => content,
      );
    expect([await contents(one), await contents(two)]).toEqual(Array(2).fill(['Hello', 'Said hello']));
    expect(await ended(account, executed.body)).toMatchObject({ status: 'done', done_count: 2, failed_count: 0 });
    await quiet.stop();
  });

  it('continues with the action after the last one that was done', async () => {
    const quiet = await givenApp({}, { jobs: false });
    const account = await givenAccount(quiet);
    const [one, two] = await conversations(account, 2);
    const bulk = await ask(account, {
      type: 'Conversation',
      payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }],
      fields: { status: 'resolved', priority: 'high' },
    });
    // What an interrupted job leaves: one of the two actions on the first conversation is done.
    await account.call('POST', pathOf(one, '/toggle_status'), { status: 'resolved' });
    const first = quiet.rows().selectFrom('conversations').select('id').where('account_id', '=', account.id);
    const { id: position } = await first.where('display_id', '=', one.id).executeTakeFirstOrThrow();
    await quiet.rows().updateTable('bulk_actions').set({ position, step: 1 }).where('id', '=', bulk.id).execute();

    await runBulkAction(quiet.app, { bulk_action_id: bulk.id }, jobOf(account));

    expect(await ended(account, bulk)).toMatchObject({ status: 'done', done_count: 2, failed_count: 0 });
    expect(await shown(account, one)).toMatchObject({ status: 'resolved', priority: 'high' });
    expect(await shown(account, two)).toMatchObject({ status: 'resolved', priority: 'high' });
    await quiet.stop();
  });

  it('reads its task once for many steps', async () => {
    const quiet = await givenApp({}, { jobs: false });
    const account = await givenAccount(quiet);
    const ids = (await conversations(account, 5)).map(({ id }) => id);
    const bulk = await ask(account, { type: 'Conversation', ids, fields: { status: 'resolved', priority: 'high' } });
    const statements: string[] = [];
    const tx = () => quiet.app.tx().noting((sql) => statements.push(sql));

    await runBulkAction({ ...quiet.app, tx }, { bulk_action_id: bulk.id }, jobOf(account));

    expect(await ended(account, bulk)).toMatchObject({ status: 'done', done_count: 5, failed_count: 0 });
    // The second time, nothing is left to do.
    expect(statements.filter((sql) => /"bulk_actions"/.test(sql) && /"task"/.test(sql))).toHaveLength(2);
    await quiet.stop();
  });

  it('stops when its conditions are about an attribute that has been deleted since', async () => {
    const quiet = await givenApp({}, { jobs: false });
    const account = await givenAccount(quiet);
    const plan = { attribute_display_name: 'Plan', attribute_key: 'plan', attribute_model: 'contact_attribute' };
    const { body: attribute } = await account.call('POST', '/custom_attribute_definitions', plan);
    await givenContact(account, { name: 'Carla', custom_attributes: { plan: 'gold' } });
    const payload = [{ attribute_key: 'plan', filter_operator: 'equal_to', values: ['gold'] }];
    const bulk = await ask(account, { type: 'Contact', payload, labels: { add: ['gold'] } });
    await account.call('DELETE', `/custom_attribute_definitions/${attribute.id}`);

    await runBulkAction(quiet.app, { bulk_action_id: bulk.id }, jobOf(account));

    const stopped = await ended(account, bulk);
    expect(stopped).toMatchObject({ status: 'stopped', total_count: 1, done_count: 0 });
    expect(stopped.errors[0].error).toContain('Invalid attribute key - [plan]');
    await quiet.stop();
  });

  it('stops when its user has left the account', async () => {
    const quiet = await givenApp({}, { jobs: false });
    const account = await givenAccount(quiet);
    const [conversation] = await conversations(account, 1);
    const agent = await givenAgent(quiet, account);
    const bulk = await ask(
      account,
      { type: 'Conversation', ids: [conversation.id], fields: { status: 'resolved' } },
      agent.token,
    );
    await account.call('DELETE', `/agents/${agent.id}`);

    await runBulkAction(quiet.app, { bulk_action_id: bulk.id }, jobOf(account));

    const row = await quiet.rows().selectFrom('bulk_actions').selectAll().where('id', '=', bulk.id).executeTakeFirst();
    expect(row === undefined || row.status === 'stopped').toBe(true);
    expect((await shown(account, conversation)).status).toBe('open');
    await quiet.stop();
  });
});
