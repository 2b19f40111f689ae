import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, readdirSync } from 'node:fs';
import { setStatus } from '../../../src/resources/accounts/set-status.ts';
import { filesFolder } from '../../../src/storage/files.ts';
import { ask, messagesOf, reply } from '../../support/conversation-calls.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import { PIXEL } from '../../support/files/media.ts';
import { connect } from '../../support/providers/connect.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';
import { givenSlack, SIGNING_SECRET, type Slack } from '../../support/providers/slack.ts';

let test: TestApp;
let oauth: OauthServer;
let slack: Slack;
beforeAll(async () => {
  oauth = await givenOauthServer();
  slack = await givenSlack((token) => oauth.issued.some(({ access }) => access === token));
  test = await givenApp({
    ...oauth.settings,
    'oauth.slack.api_url': slack.url,
    'oauth.slack.signing_secret': SIGNING_SECRET,
  });
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
  await slack.stop();
});

const open = (id: string, more: object = {}) => ({
  id,
  name: `name-${id}`,
  is_private: false,
  is_member: false,
  is_archived: false,
  ...more,
});

let account: TestAccount;
let team: string;
beforeEach(async () => {
  account = await givenAccount(test);
  team = `T${account.id}`;
  slack.channels = [open('C1'), open('C2', { is_archived: true }), open('G3', { is_private: true })];
  slack.users = {};
  slack.told = [];
  slack.faults = [];
  slack.files.clear();
  slack.mayRead = true;
  oauth.life = null;
  await connect(test, oauth, account, 'slack', { answer: { team: { id: team, name: 'Acme' } } });
});

const choose = (channel: string) => account.call('PATCH', '/integrations/slack', { reference_id: channel });
const told = (count = 1) =>
  eventually(
    () => slack.told,
    (all) => all.length >= count,
  );
/** What Slack was told, without the first line of threads. */
const textsTold = () => slack.told.map(({ text }) => text.split('\n').at(-1));
const hookNow = async () => (await account.call('GET', '/integrations/apps/slack')).body.hooks[0];
/** Has jobs that wait after a failure tried again. */
const hurry = () =>
  test.rows().updateTable('jobs').set({ due_at: new Date() }).where('status', '=', 'pending').execute();
/** Until nothing is left to do for the account. */
const allDone = () =>
  eventually(
    async () => {
      await hurry();
      return test
        .rows()
        .selectFrom('jobs')
        .select('kind')
        .where('account_id', '=', account.id)
        .where('status', '=', 'pending')
        .execute();
    },
    ({ length }) => length === 0,
  );
const setAccount = (status: 'active' | 'suspended') => setStatus(test.app.tx(), account.id, status, test.app.now());
const written = (threadTs: string, text: string, more: object = {}) => ({
  type: 'event_callback',
  team_id: team,
  event_id: `Ev${text}`,
  event: { type: 'message', channel: 'C1', user: 'U1', text, ts: '1900000000.000200', thread_ts: threadTs, ...more },
});

describe('choosing a channel at Slack', () => {
  it('is from a list of all', async () => {
    const { status, body } = await account.call('GET', '/integrations/slack/list_all_channels');

    expect([status, body]).toEqual([200, ['C1', 'C2', 'G3'].map((id) => ({ id, name: `name-${id}` }))]);
  });

  it('has the app join it, and shows it', async () => {
    const { status, body } = await choose('C1');

    expect([status, body]).toMatchObject([
      200,
      { status: true, reference_id: 'C1', settings: { channel_id: 'C1', channel_name: 'name-C1', team_id: team } },
    ]);
    expect(slack.channels[0]!.is_member).toBe(true);
    expect(await hookNow()).toEqual(body);
    const { body: log } = await account.call('GET', '/audit_logs');
    expect(log.audit_logs[0]).toMatchObject({ auditable_type: 'Hook', action: 'update' });
  });

  it.each([
    ['C2', 'written to'],
    ['G3', 'private'],
    ['C9', 'channel_not_found'],
    ['general', 'id of a channel'],
  ])('refuses %s', async (channel, why) => {
    const { status, body } = await choose(channel);

    expect([status, body.message]).toEqual([422, expect.stringContaining(why)]);
    expect((await hookNow()).settings).not.toHaveProperty('channel_id');
  });

  it('is for administrators of accounts that are connected', async () => {
    const agent = await givenAgent(test, account);
    const other = await givenAccount(test);
    const path = '/integrations/slack';

    const refused = await account.call('PATCH', path, { reference_id: 'C1' }, { token: agent.token });
    const absent = await other.call('PATCH', path, { reference_id: 'C1' });

    expect([refused.status, absent.status, absent.body.error]).toEqual([403, 404, 'Integration not found']);
  });
});

describe('the messages of a conversation', () => {
  it('go into a thread, in their order, with who wrote them', async () => {
    await choose('C1');
    const conversation = await givenConversation(account);

    await ask(account, conversation, { content: 'Is 1 < 2 & so on?' });
    await reply(account, conversation, { content: 'Yes.' });
    await reply(account, conversation, { content: 'Strange one', private: true });
    await told(3);

    const url = `${test.app.installation.publicUrl}/app/accounts/${account.id}/conversations/${conversation.id}`;
    const thread = slack.told[0]!.ts;
    expect(slack.told.map(({ text, username, thread_ts }) => [text, username, thread_ts])).toEqual([
      [`*Support* <${url}|#${conversation.id}>\n\nIs 1 &lt; 2 &amp; so on?`, 'Carla Contact', undefined],
      ['Yes.', 'Ada Admin', thread],
      ['private: Strange one', 'Ada Admin', thread],
    ]);
  });

  it('come once although the answers of Slack were lost', async () => {
    await choose('C1');
    const conversation = await givenConversation(account);
    slack.faults = [{ is: 'lost' }];

    await ask(account, conversation, { content: 'First' });
    await told(1);
    await eventually(hurry, () => slack.requests > 0 && slack.told.length === 1);
    slack.faults = [{ is: 'lost' }];
    await reply(account, conversation, { content: 'Second' });
    await eventually(hurry, () => slack.told.length === 2);
    await reply(account, conversation, { content: 'Third' });
    await eventually(hurry, () => slack.told.length >= 3);

    expect(textsTold()).toEqual(['First', 'Second', 'Third']);
    expect(slack.told.map(({ thread_ts }) => thread_ts)).toEqual([undefined, slack.told[0]!.ts, slack.told[0]!.ts]);
  });

  describe.each(['thread', 'channel'])('in a %s with hundreds of others', (place) => {
    it('come once although the answer of Slack was lost', async () => {
      await choose('C1');
      const conversation = await givenConversation(account);
      if (place === 'thread') await ask(account, conversation, { content: 'First' });
      const [root] = place === 'thread' ? await told(1) : [];
      const before = slack.told.length;
      const others = () => Array.from({ length: 250 }).forEach(() => slack.say('C1', 'Another', root?.ts));
      others();
      slack.faults = [{ is: 'lost' }];

      await ask(account, conversation, { content: 'Lost' });
      await told(before + 1);
      others();
      await ask(account, conversation, { content: 'Next' });
      await eventually(hurry, () => slack.told.at(-1)?.text === 'Next');

      expect(slack.told.slice(before).map(({ text }) => text.split('\n').at(-1))).toEqual(['Lost', 'Next']);
      expect(slack.told.at(-1)!.thread_ts).toBe(slack.told[0]!.ts);
    });
  });

  it('do not go there before a channel is chosen, nor while the hook is switched off', async () => {
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'Too early' });
    await choose('C1');
    const { id } = await hookNow();
    await account.call('PATCH', `/integrations/hooks/${id}`, { status: 'disabled' });
    await ask(account, conversation, { content: 'Off' });
    await account.call('PATCH', `/integrations/hooks/${id}`, { status: 'enabled' });
    await ask(account, conversation, { content: 'On' });

    await told(1);

    expect(textsTold()).toEqual(['On']);
  });

  it('go on from now where the hook is switched on again', async () => {
    await choose('C1');
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'Before' });
    await told(1);
    const { id } = await hookNow();

    await account.call('PATCH', `/integrations/hooks/${id}`, { status: 'disabled' });
    await ask(account, conversation, { content: 'Off' });
    await account.call('PATCH', `/integrations/hooks/${id}`, { status: 'enabled' });
    await ask(account, conversation, { content: 'On' });
    await told(2);
    await account.call('PATCH', `/integrations/hooks/${id}`, { status: 'disabled' });
    await ask(account, conversation, { content: 'Off again' });
    await choose('C1');
    await ask(account, conversation, { content: 'Chosen' });
    await eventually(told, (all) => all.at(-1)!.text === 'Chosen');

    expect(textsTold()).toEqual(['Before', 'On', 'Chosen']);
    expect(new Set(slack.told.slice(1).map(({ thread_ts }) => thread_ts))).toEqual(new Set([slack.told[0]!.ts]));
    const { body: log } = await account.call('GET', '/audit_logs');
    expect(log.audit_logs[0].audited_changes).toEqual({ enabled: [false, true] });
  });

  it('go on from now where the account is connected again', async () => {
    await choose('C1');
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'Before' });
    await told(1);
    oauth.issued = [];
    const longAgo = new Date(Date.now() - 3_600_000);
    await test.rows().updateTable('authorizations').set({ updated_at: longAgo }).execute();
    await ask(account, conversation, { content: 'Meanwhile' });
    await eventually(hookNow, ({ status }) => !status);

    await connect(test, oauth, account, 'slack', { answer: { team: { id: team, name: 'Acme' } } });
    await ask(account, conversation, { content: 'Again' });
    await eventually(told, (all) => all.at(-1)!.text === 'Again');

    expect(textsTold()).toEqual(['Before', 'Again']);
  });

  it('are left to another process that has gone on meanwhile', async () => {
    await choose('C1');
    const conversation = await givenConversation(account);
    const answered = Promise.withResolvers<void>();
    slack.faults = [{ is: 'held', until: answered.promise }];
    const { body: first } = await ask(account, conversation, { content: 'First' });
    const [root] = await told(1);
    const { body: next } = await reply(account, conversation, { content: 'Next' });

    // As if the lease had ended: another has noted the first message, and is told just now that Slack has the next one.
    await test.rows().updateTable('jobs').set({ leased_by: 'another' }).where('account_id', '=', account.id).execute();
    await test
      .rows()
      .updateTable('slack_threads')
      .set({ thread_ts: root!.ts, last_message_id: first.id, sending_message_id: next.id, sending_since: new Date() })
      .where('last_message_id', '=', first.id - 1)
      .execute();
    const metadata = { ...root!.metadata, event_payload: { id: next.id } };
    slack.told.push({ ...root!, ts: (Date.now() / 1000).toFixed(6), thread_ts: root!.ts, text: 'Next', metadata });
    answered.resolve();
    await allDone();

    expect(textsTold()).toEqual(['First', 'Next']);
  });

  it('do not go there while the account is suspended, nor afterwards', async () => {
    await choose('C1');
    const conversation = await givenConversation(account);
    await ask(account, conversation, { content: 'Before' });
    await told(1);
    slack.faults = [{ is: 'cut' }];
    await ask(account, conversation, { content: 'Waiting' });
    await eventually(
      () => slack.faults,
      ({ length }) => length === 0,
    );

    await setAccount('suspended');
    await allDone();
    await setAccount('active');
    await ask(account, conversation, { content: 'Afterwards' });
    await eventually(told, (all) => all.at(-1)!.text === 'Afterwards');

    expect(textsTold()).toEqual(['Before', 'Afterwards']);
  });

  it('no longer go to a channel that was archived, and the hook says why', async () => {
    await choose('C1');
    slack.channels[0]!.is_archived = true;
    const conversation = await givenConversation(account);
    await ask(account, conversation);

    const hook = await eventually(hookNow, ({ status }) => !status);

    expect(hook.settings.problem).toBe('is_archived');
    slack.channels[0]!.is_archived = false;
    const { body: on } = await account.call('PATCH', `/integrations/hooks/${hook.id}`, { status: 'enabled' });
    expect(on).toMatchObject({
      status: true,
      reference_id: 'C1',
      settings: { channel_name: 'name-C1', problem: null },
    });
    await ask(account, conversation, { content: 'Again' });
    await told(1);
    expect(textsTold()).toEqual(['Again']);
  });
});

describe('what is written in a thread at Slack', () => {
  async function givenThread() {
    await choose('C1');
    const conversation = await givenConversation(account);
    await ask(account, conversation);
    const [root] = await told(1);
    return { conversation, thread: root!.ts };
  }
  const outgoing = async (conversation: { id: number }) =>
    (await messagesOf(account, conversation)).filter(
      ({ message_type }: { message_type: number }) => message_type === 1,
    );

  it('is a message of the member with the same address, once, and is not told to Slack again', async () => {
    const { conversation, thread } = await givenThread();
    slack.users['U1'] = account.administrator.email.toUpperCase();
    const event = written(thread, 'On its &lt;way&gt; <https://acme.example|acme.example>');

    const answers = [await slack.tell(test, event), await slack.tell(test, event)];
    const messages = await eventually(
      () => outgoing(conversation),
      ({ length }) => length > 0,
    );
    await reply(account, conversation, { content: 'From here' });
    await told(2);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(messages).toMatchObject([
      { content: 'On its <way> https://acme.example', sender: { id: account.administrator.id }, private: false },
    ]);
    expect(await outgoing(conversation)).toHaveLength(2);
    expect(textsTold()).toEqual(['Is anybody there?', 'From here']);
  });

  it('is a note where it says so, and of nobody where no member has the address', async () => {
    const { conversation, thread } = await givenThread();
    slack.users['U1'] = 'other@example.com';

    await slack.tell(test, written(thread, 'Note: call them'));
    const messages = await eventually(
      () => outgoing(conversation),
      ({ length }) => length > 0,
    );

    expect(messages).toMatchObject([{ content: 'call them', private: true, sender: null }]);
  });

  it.each([
    ['also shown in the channel', { subtype: 'thread_broadcast', root: { text: 'Is anybody there?' } }],
    ['written with /me', { subtype: 'me_message' }],
  ])('is sent to the contact where it is %s', async (_, more) => {
    const { conversation, thread } = await givenThread();

    await slack.tell(test, written(thread, 'On its way', more));
    const messages = await eventually(
      () => outgoing(conversation),
      ({ length }) => length > 0,
    );

    expect(messages).toMatchObject([{ content: 'On its way', private: false }]);
  });

  it('shows names and times as Slack shows them', async () => {
    const { conversation, thread } = await givenThread();

    const text =
      '<!date^1795478400^{date_short}|Nov 24>: <!subteam^S1|@team> <!subteam^S2> <@U2|ann> <!here> <#C1|general>';
    await slack.tell(test, written(thread, text));
    const messages = await eventually(
      () => outgoing(conversation),
      ({ length }) => length > 0,
    );

    expect(messages).toMatchObject([{ content: 'Nov 24: @team @S2 @ann @here #general' }]);
  });

  it.each([
    ['with words', 'Here it is', 'Here it is'],
    ['without any', '', null],
  ])('has its files %s', async (_, text, content) => {
    const { conversation, thread } = await givenThread();
    slack.files.set('F1', PIXEL);
    slack.files.set('F2', PIXEL);
    const elsewhere = { id: 'F2', mode: 'file_access', file_access: 'check_file_info' };

    const event = written(thread, text, { subtype: 'file_share', files: [slack.fileOf('F1'), elsewhere] });
    await slack.tell(test, event);
    await slack.tell(test, event);
    const messages = await eventually(
      () => outgoing(conversation),
      ({ length }) => length > 0,
    );
    await allDone();

    expect(messages).toMatchObject([{ content, attachments: [{ file_type: 'image' }, { file_type: 'image' }] }]);
    expect(await outgoing(conversation)).toHaveLength(1);
    expect(slack.told).toHaveLength(1);
  });

  it('names the files in the thread that cannot be sent', async () => {
    const { conversation, thread } = await givenThread();
    slack.files.set('F1', PIXEL);
    const foreign = { name: 'foreign.pdf', url_private_download: 'https://files.slack.example/F3' };
    const files = [slack.fileOf('F1'), slack.fileOf('F2'), slack.fileOf('F3', foreign), { id: 'F4', name: 'gone.png' }];

    await slack.tell(test, written(thread, 'Look', { subtype: 'file_share', files }));
    const [root, word] = await told(2);

    expect(await outgoing(conversation)).toMatchObject([{ content: 'Look', attachments: [{ file_type: 'image' }] }]);
    expect([word!.thread_ts, word!.text]).toEqual([
      root!.ts,
      'Not sent to the contact: F2.png (not fetched: the server answered 404), foreign.pdf (not fetched: its address is not one of Slack), gone.png (not fetched: file_not_found)',
    ]);
  });

  it('leaves no file on the disk where a further one is given only later', async () => {
    const { conversation, thread } = await givenThread();
    await allDone();
    const folder = filesFolder(test.app.config.data_dir);
    mkdirSync(folder, { recursive: true });
    const stored = () => readdirSync(folder, { recursive: true, withFileTypes: true });
    const namesOf = () => stored().flatMap((entry) => (entry.isFile() ? entry.name : []));
    const before = namesOf();
    slack.files.set('F1', PIXEL);
    slack.files.set('F2', PIXEL);
    // It is asked who has written it, and for the first file.
    slack.faults = [null, null, { is: 'reply', reply: { status: 503, body: {} } }];

    const files = [slack.fileOf('F1'), slack.fileOf('F2')];
    await slack.tell(test, written(thread, 'Both', { subtype: 'file_share', files }));
    await eventually(
      () => test.rows().selectFrom('jobs').select('last_error').where('account_id', '=', account.id).execute(),
      (jobs) => jobs.some(({ last_error }) => last_error !== null),
    );
    const meanwhile = namesOf();
    await allDone();

    expect(meanwhile.toSorted()).toEqual(before.toSorted());
    expect(await outgoing(conversation)).toMatchObject([{ content: 'Both', attachments: [{}, {}] }]);
  });

  it('is no message where it is only a file that the app may not read', async () => {
    const { conversation, thread } = await givenThread();
    slack.files.set('F1', PIXEL);
    slack.mayRead = false;

    await slack.tell(test, written(thread, '', { subtype: 'file_share', files: [slack.fileOf('F1')] }));
    const [, word] = await told(2);

    expect(word!.text).toContain('F1.png (not fetched: Slack shows a page to sign in');
    expect(await outgoing(conversation)).toEqual([]);
  });

  it.each([
    ['a program', { bot_id: 'B1' }],
    ['a change', { subtype: 'message_changed' }],
    ['the beginning of a thread', { ts: 'thread' }],
    ['another channel', { channel: 'C7' }],
    ['nothing', { text: ' ' }],
  ])('is left alone where it is of %s', async (_, more: Record<string, string>) => {
    const { conversation, thread } = await givenThread();

    const { status } = await slack.tell(test, written(thread, 'Hello', more['ts'] ? { ts: thread } : more));
    const jobs = test.rows().selectFrom('jobs').select('id').where('kind', '=', 'receive_slack');

    expect([status, await jobs.where('account_id', '=', account.id).execute()]).toEqual([200, []]);
    expect(await outgoing(conversation)).toEqual([]);
  });

  it('is left alone while the account is suspended', async () => {
    const { conversation, thread } = await givenThread();
    slack.faults = [{ is: 'cut' }];
    await slack.tell(test, written(thread, 'Waiting'));
    await eventually(
      () => slack.faults,
      ({ length }) => length === 0,
    );

    await setAccount('suspended');
    await allDone();
    const { status } = await slack.tell(test, written(thread, 'Hello', { ts: '1900000000.000300' }));
    const jobs = test.rows().selectFrom('jobs').select('payload').where('kind', '=', 'receive_slack');
    const received = await jobs.where('account_id', '=', account.id).execute();
    await setAccount('active');

    expect([status, received.map(({ payload }) => payload['text'])]).toEqual([200, ['Waiting']]);
    expect(await outgoing(conversation)).toEqual([]);
  });

  it('is left alone in another workspace', async () => {
    const { thread } = await givenThread();

    await slack.tell(test, { ...written(thread, 'Hello'), team_id: 'T0' });

    const jobs = test.rows().selectFrom('jobs').select('id').where('kind', '=', 'receive_slack');
    expect(await jobs.where('account_id', '=', account.id).execute()).toEqual([]);
  });
});

describe('POST integrations/webhooks', () => {
  it('answers the challenge of Slack', async () => {
    const { status, body } = await slack.tell(test, { type: 'url_verification', challenge: 'abc' });

    expect([status, body]).toEqual([200, { challenge: 'abc' }]);
  });

  it.each([
    ['another secret', { secret: 'another' }],
    ['an old request', { at: Date.now() / 1000 - 600 }],
  ])('refuses %s', async (_, more) => {
    const { status } = await slack.tell(test, { type: 'url_verification', challenge: 'abc' }, more);

    expect(status).toBe(401);
  });

  it('refuses all where the setting is missing', async () => {
    const silent = await givenApp({ 'log.level': 'error' });

    const { status } = await slack.tell(silent, { type: 'url_verification', challenge: 'abc' }, { secret: '' });

    await silent.stop();
    expect(status).toBe(401);
  });
});
