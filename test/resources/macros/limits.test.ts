import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { pathOf, shown } from '../../support/conversation-calls.ts';
import { givenAccount, givenAgent, givenConversation, givenTeam, type TestAccount } from '../../support/factories.ts';
import { givenBlob } from '../../support/files/uploads.ts';
import { ended } from '../bulk_actions/ended.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const MOST_LABELS = 100;
const numbered = (count: number) => Array.from({ length: count }, (_, number) => `label ${number}`);

const createMacro = (account: TestAccount, name: string, params: unknown[], token = account.administrator.token) =>
  account.call('POST', '/macros', { name: 'x', actions: [{ action_name: name, action_params: params }] }, { token });

describe('a macro', () => {
  it('gives a conversation no more labels than it may have', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    await account.call('POST', pathOf(conversation, '/labels'), { labels: numbered(MOST_LABELS - 1) });
    const { body: macro } = await createMacro(account, 'add_label', ['one', 'two']);

    const path = `/macros/${macro.payload.id}/execute`;
    const { body } = await account.call('POST', path, { conversation_ids: [conversation.id] });

    expect((await ended(account, body)).errors).toMatchObject([
      { action: 'add_label', error: 'Validation failed', message: 'labels has too many labels (maximum is 100)' },
    ]);
    expect((await shown(account, conversation)).labels).toHaveLength(MOST_LABELS - 1);
  });

  it('sends no more files than a message may have', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const ids: string[] = [];
    for (let count = 0; count < 16; count += 1) ids.push(await givenBlob(test, account, conversation));

    const { status, body } = await createMacro(account, 'send_attachment', ids);

    expect([status, body.message]).toEqual([422, 'actions send_attachment takes at most 15 files']);
  });

  it('posts to an address only for its author while they are an administrator', async () => {
    const account = await givenAccount(test);
    const conversation = await givenConversation(account);
    const colleague = await givenAgent(test, account);
    const become = (role: string) => account.call('PATCH', `/agents/${colleague.id}`, { role });
    await become('administrator');
    const { body: macro } = await createMacro(account, 'send_webhook_event', ['https://example.com/'], colleague.token);
    await become('agent');
    const path = `/macros/${macro.payload.id}`;
    const options = { token: colleague.token };

    const executed = await account.call('POST', `${path}/execute`, { conversation_ids: [conversation.id] }, options);
    const renamed = await account.call('PATCH', path, { name: 'y' }, options);
    const deleted = await account.call('DELETE', path, undefined, options);

    expect([executed.status, executed.body.error]).toEqual([403, 'Access denied']);
    expect([renamed.status, deleted.status]).toEqual([403, 200]);
  });

  it('does nothing with what another account has', async () => {
    const [account, other] = [await givenAccount(test), await givenAccount(test)];
    const conversation = await givenConversation(account);
    const theirs = await givenConversation(other);
    const agent = await givenAgent(test, other);
    const team = await givenTeam(other, [agent]);
    const actions = [
      { action_name: 'assign_agent', action_params: [agent.id] },
      { action_name: 'assign_team', action_params: [team.id] },
      { action_name: 'send_email_to_team', action_params: [{ team_ids: [team.id], message: 'x' }] },
      { action_name: 'add_private_note', action_params: [`Look [@Gus](mention://user/${agent.id}/Gus)`] },
    ];
    const { body: macro } = await account.call('POST', '/macros', { name: 'x', actions });

    const path = `/macros/${macro.payload.id}/execute`;
    const { body } = await account.call('POST', path, { conversation_ids: [conversation.id] });

    expect((await ended(account, body)).errors.map(({ action }: { action: string }) => action)).toEqual([
      'assign_agent',
      'assign_team',
      'send_email_to_team',
    ]);
    expect(await shown(account, conversation)).toMatchObject({ assignee: null, meta: { team: null } });
    const { body: told } = await other.call('GET', '/notifications', undefined, { token: agent.token });
    expect(told.data.payload).toEqual([]);
    expect((await shown(other, theirs)).assignee).toBeNull();
  });
});

describe('a bulk action', () => {
  it('gives a contact no more labels than it may have', async () => {
    const account = await givenAccount(test);
    const { body: contact } = await account.call('POST', '/contacts', { name: 'Carla' });
    await account.call('POST', `/contacts/${contact.id}/labels`, { labels: numbered(MOST_LABELS) });

    const { body } = await account.call('POST', '/bulk_actions', {
      type: 'Contact',
      ids: [contact.id],
      labels: { add: ['one more'] },
    });

    expect((await ended(account, body)).errors).toMatchObject([{ action: 'add_label', error: 'Validation failed' }]);
  });
});
