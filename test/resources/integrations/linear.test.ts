import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { messagesOf } from '../../support/conversation-calls.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenConversation, type TestAccount } from '../../support/factories.ts';
import { connect } from '../../support/providers/connect.ts';
import { givenLinear, type Linear, TEAM } from '../../support/providers/linear.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';

let test: TestApp;
let oauth: OauthServer;
let linear: Linear;
beforeAll(async () => {
  oauth = await givenOauthServer();
  linear = await givenLinear((token) => oauth.issued.some(({ access }) => access === token));
  test = await givenApp({ ...oauth.settings, 'oauth.linear.api_url': linear.url });
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
  await linear.stop();
});

let account: TestAccount;
let conversation: { id: number };
beforeEach(async () => {
  account = await givenAccount(test);
  conversation = await givenConversation(account);
  await connect(test, oauth, account, 'linear', { answer: { scope: 'read write' } });
  linear.sent.length = 0;
});

const get = (path: string, token = account.administrator.token) =>
  account.call('GET', `/integrations/linear/${path}`, undefined, { token });
const post = (path: string, body: object, token = account.administrator.token) =>
  account.call('POST', `/integrations/linear/${path}`, body, { token });
const create = (more: object = {}) =>
  post('create_issue', { conversation_id: conversation.id, team_id: TEAM.id, title: 'Checkout fails', ...more });
const activities = async () =>
  (await messagesOf(account, conversation)).map(({ content }: { content: string }) => content);
const addressOf = ({ id }: { id: number }) =>
  `${test.app.installation.publicUrl}/app/accounts/${account.id}/conversations/${id}`;

describe('GET integrations/linear', () => {
  it('lists teams, and what issues of a team can have', async () => {
    const agent = await givenAgent(test, account);

    expect((await get('teams', agent.token)).body).toEqual([TEAM]);
    expect((await get(`team_entities?team_id=${TEAM.id}`)).body).toEqual({
      users: [{ id: 'user-1', name: 'Ada' }],
      projects: [{ id: 'project-1', name: 'Shop' }],
      states: [{ id: 'state-1', name: 'Todo' }],
      labels: [],
    });
  });

  it('searches issues, whatever is in the words', async () => {
    const title = 'Says "no" \\ {nothing}';
    await create({ title });

    const { status, body } = await get(`search_issue?q=${encodeURIComponent('"no" \\ {')}`);

    expect([status, body]).toEqual([200, [expect.objectContaining({ title })]]);
  });

  it.each(['team_entities', 'search_issue', 'search_issue?q=', 'linked_issues', 'linked_issues?conversation_id=x'])(
    'refuses %s',
    async (path) => {
      expect((await get(path)).status).toBe(422);
      expect(linear.sent).toEqual([]);
    },
  );

  it('refuses where the account is not connected', async () => {
    const other = await givenAccount(test);

    const { status, body } = await other.call('GET', '/integrations/linear/teams');

    expect([status, body.error, body.message]).toEqual([
      404,
      'Integration not found',
      'the account is not connected to Linear',
    ]);
  });

  it('asks with another token when Linear refuses the first', async () => {
    const { access, refresh } = oauth.issued.at(-1)!;
    oauth.issued.at(-1)!.access = 'no longer good';
    await test
      .rows()
      .updateTable('authorizations')
      .set({ updated_at: new Date(Date.now() - 3_600_000) })
      .where('account_id', '=', account.id)
      .execute();

    const { status, body } = await get('teams');

    expect([status, body]).toEqual([200, [TEAM]]);
    expect(oauth.issued.at(-1)!.access).not.toBe(access);
    expect(oauth.issued.map((issued) => issued.refresh)).not.toContain(refresh);
  });

  it.each([
    [{ is: 'cut' } as const, 503],
    [{ is: 'reply', reply: { status: 502, body: {} } } as const, 503],
    [{ is: 'reply', reply: { status: 200, body: { data: null } } } as const, 422],
    [{ is: 'reply', reply: { status: 400, body: { errors: [{ message: 'Too complex' }] } } } as const, 422],
  ])('is answered where Linear answers %j', async (fault, status) => {
    linear.faults.push(fault);

    expect((await get('teams')).status).toBe(status);
  });
});

describe('an issue', () => {
  it('is created with what is given, and the conversation tells of it', async () => {
    const fields = {
      description: 'Since "today"\nat noon',
      priority: 1,
      label_ids: ['l-1'],
      state_id: 'state-1',
      assignee_id: '',
    };

    const { status, body } = await create(fields);

    expect([status, body]).toEqual([
      200,
      { id: expect.any(String), title: 'Checkout fails', identifier: expect.stringMatching(/^ENG-/) },
    ]);
    expect(linear.sent[0]!.variables).toEqual({
      input: {
        teamId: TEAM.id,
        title: 'Checkout fails',
        description: 'Since "today"\nat noon',
        priority: 1,
        labelIds: ['l-1'],
        stateId: 'state-1',
      },
    });
    expect(await activities()).toEqual([`Linear issue ${body.identifier} was created by Ada Admin`]);
  });

  describe('with an Idempotency-Key', () => {
    const again = (key: string, more: object = {}) =>
      account.call(
        'POST',
        '/integrations/linear/create_issue',
        { conversation_id: conversation.id, team_id: TEAM.id, title: 'Checkout fails', ...more },
        { headers: { 'Idempotency-Key': key } },
      );
    const issues = () => linear.issues.length;

    it('is created once, and another one with another key', async () => {
      const before = issues();
      const first = await again('one');
      const second = await again('one');
      const reused = await again('one', { title: 'Another' });
      const other = await again('two');

      expect(second.headers.get('Idempotent-Replayed')).toBe('true');
      expect([first.status, second.status, second.body, reused.status]).toEqual([200, 200, first.body, 409]);
      expect(other.body.id).not.toBe(first.body.id);
      expect(issues() - before).toBe(2);
      expect(await activities()).toEqual(
        [first, other].map(({ body }) => `Linear issue ${body.identifier} was created by Ada Admin`),
      );
    });

    it('is created once although the answer of Linear was lost', async () => {
      const before = issues();
      linear.faults.push({ is: 'lost' });

      const lost = await again('lost');
      const { status, body } = await again('lost');

      expect([lost.status, status, body]).toEqual([
        503,
        200,
        { id: linear.issues.at(-1)!.id, title: 'Checkout fails', identifier: linear.issues.at(-1)!.identifier },
      ]);
      expect(issues() - before).toBe(1);
      expect(await activities()).toEqual([`Linear issue ${body.identifier} was created by Ada Admin`]);
    });

    it('is created once by requests at the same time', async () => {
      const before = issues();

      const answers = await Promise.all([again('same'), again('same'), again('same')]);

      expect(answers.map(({ status, body }) => [status, body.id])).toEqual(
        Array(3).fill([200, linear.issues.at(-1)!.id]),
      );
      expect(issues() - before).toBe(1);
      expect(await activities()).toHaveLength(1);
    });

    it('says what Linear says', async () => {
      const { status, body } = await again('wrong', { team_id: 'another' });

      expect([status, body.message]).toEqual([422, 'Linear says: Argument Validation Error - teamId']);
    });

    it('is linked once', async () => {
      const { body: issue } = await create();
      const link = { conversation_id: conversation.id, issue_id: issue.id };
      const headers = { 'Idempotency-Key': 'link' };

      const first = await account.call('POST', '/integrations/linear/link_issue', link, { headers });
      const second = await account.call('POST', '/integrations/linear/link_issue', link, { headers });

      expect([first.status, second.body]).toEqual([200, first.body]);
      expect(await activities()).toHaveLength(2);
    });
  });

  it('is linked with a conversation, and unlinked', async () => {
    const { body: issue } = await create();

    const linked = await post('link_issue', {
      conversation_id: conversation.id,
      issue_id: issue.identifier,
      title: 'Order',
    });
    const { body: found } = await get(`linked_issues?conversation_id=${conversation.id}`);
    const unlinked = await post('unlink_issue', {
      conversation_id: conversation.id,
      link_id: linked.body.link_id,
      issue_id: issue.identifier,
    });

    expect([linked.status, linked.body]).toEqual([
      200,
      { id: issue.identifier, link: addressOf(conversation), link_id: expect.any(String) },
    ]);
    expect(found).toMatchObject([{ id: linked.body.link_id, title: 'Order', issue: { identifier: issue.identifier } }]);
    expect([unlinked.status, unlinked.body]).toEqual([200, { link_id: linked.body.link_id }]);
    expect((await get(`linked_issues?conversation_id=${conversation.id}`)).body).toEqual([]);
    expect((await activities()).slice(1)).toEqual([
      `Linear issue ${issue.identifier} was linked by Ada Admin`,
      `Linear issue ${issue.identifier} was unlinked by Ada Admin`,
    ]);
  });

  it('is not unlinked by the number of another conversation', async () => {
    const { body: issue } = await create();
    const { body: link } = await post('link_issue', { conversation_id: conversation.id, issue_id: issue.id });
    const other = await givenConversation(account);

    const { status, body } = await post('unlink_issue', { conversation_id: other.id, link_id: link.link_id });

    expect([status, body.error]).toEqual([404, 'Link not found']);
    expect(linear.links.has(link.link_id)).toBe(true);
  });

  it.each([
    [{ title: '' }, ['title']],
    [{ team_id: undefined }, ['team_id']],
    [{ priority: 5 }, ['priority']],
    [{ label_ids: 'x' }, ['label_ids']],
    [{ conversation_id: undefined }, ['conversation_id']],
  ])('is refused: %j', async (more, attributes) => {
    const { status, body } = await create(more);

    expect([status, body.attributes]).toEqual([422, attributes]);
    expect(linear.sent).toEqual([]);
  });

  it('says what Linear says, and notes nothing', async () => {
    const wrong = await create({ team_id: 'another' });
    const absent = await post('link_issue', { conversation_id: conversation.id, issue_id: 'ENG-999999' });

    expect([wrong.status, wrong.body.message]).toEqual([422, 'Linear says: Argument Validation Error - teamId']);
    expect([absent.status, absent.body.message]).toEqual([422, 'Linear says: Entity not found: Issue']);
    expect(await activities()).toEqual([]);
  });

  it('is for members who see the conversation', async () => {
    const outsider = await givenAgent(test, account, 'Otto', { inboxes: [] });
    const body = { conversation_id: conversation.id, team_id: TEAM.id, title: 'x', issue_id: 'ENG-1', link_id: 'l' };

    const answers = [
      await post('create_issue', body, outsider.token),
      await post('link_issue', body, outsider.token),
      await post('unlink_issue', body, outsider.token),
      await get(`linked_issues?conversation_id=${conversation.id}`, outsider.token),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(linear.sent).toEqual([]);
  });
});
