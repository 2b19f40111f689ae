import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findOwnBot } from '../../../src/resources/agent_bots/queries.ts';
import { resetSecret } from '../../../src/resources/agent_bots/reset-secret.ts';
import { updateBot } from '../../../src/resources/agent_bots/update-bot.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenInbox, givenPlatformToken, type TestAccount } from '../../support/factories.ts';
import { formWith, PICTURES } from '../../support/files/pictures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const givenOwnBot = async (account: TestAccount, more: object = {}) =>
  (await account.call('POST', '/agent_bots', { name: 'Bo Bot', ...more })).body;

/** A bot of the installation. */
async function givenSystemBot() {
  const now = new Date();
  const { id } = await test
    .rows()
    .insertInto('agent_bots')
    .values({
      name: 'System Bot',
      outgoing_url: 'https://bots.example.com/',
      bot_config: '{}' as never,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const TOKEN = /^[\w-]{32}$/;
const SECRET = /^whsec_[\w+/]{43}=$/;

describe('POST /agent_bots', () => {
  it('creates a bot, and shows its token once', async () => {
    const account = await givenAccount(test);

    const { status, body } = await account.call('POST', '/agent_bots', {
      name: 'Bo Bot',
      description: 'Answers at night',
      outgoing_url: 'https://bots.example.com/in?key=1',
      bot_type: 'webhook',
      bot_config: { model: 'small' },
    });

    expect(status).toBe(201);
    expect(body).toEqual({
      access_token: expect.stringMatching(TOKEN),
      id: expect.any(Number),
      name: 'Bo Bot',
      description: 'Answers at night',
      thumbnail: '',
      outgoing_url: 'https://bots.example.com/in?key=1',
      bot_type: 'webhook',
      bot_config: { model: 'small' },
      account_id: account.id,
      system_bot: false,
      loop_stopped_at: null,
      loop_conversation_id: null,
      secret: expect.stringMatching(SECRET),
    });
    const { access_token: _, ...shown } = body;
    expect((await account.call('GET', `/agent_bots/${body.id}`)).body).toEqual(shown);
  });

  it('needs only a name, flat or nested', async () => {
    const account = await givenAccount(test);

    const flat = await account.call('POST', '/agent_bots', { name: 'Flat' });
    const nested = await account.call('POST', '/agent_bots', { agent_bot: { name: 'Nested', outgoing_url: '' } });

    expect([flat.status, nested.status]).toEqual([201, 201]);
    expect(nested.body).toMatchObject({ name: 'Nested', description: null, outgoing_url: null, bot_config: {} });
  });

  it.each([
    [{}, 'Validation failed', 'name'],
    [{ name: '  ' }, 'Validation failed', 'name'],
    [{ name: 'n'.repeat(256) }, 'Validation failed', 'name'],
    [{ name: 'Bo', description: 'd'.repeat(20_001) }, 'Validation failed', 'description'],
    [{ name: 'Bo', outgoing_url: 'http://bots.example.com/' }, 'Webhook URL must use HTTPS', 'outgoing_url'],
    [{ name: 'Bo', outgoing_url: 'https://10.0.0.1/' }, 'Validation failed', 'outgoing_url'],
    [{ name: 'Bo', outgoing_url: 'https://localhost/' }, 'Validation failed', 'outgoing_url'],
    [{ name: 'Bo', outgoing_url: 'nowhere' }, 'Validation failed', 'outgoing_url'],
    [{ name: 'Bo', outgoing_url: `https://bots.example.com/${'a'.repeat(2048)}` }, 'Validation failed', 'outgoing_url'],
    [{ name: 'Bo', bot_type: 'csml' }, 'Validation failed', 'bot_type'],
    [{ name: 'Bo', bot_config: 'none' }, 'Validation failed', 'bot_config'],
    [{ name: 'Bo', avatar_url: 'ftp://pictures.example.com/' }, 'Validation failed', 'avatar_url'],
    [{ name: 'Bo', avatar_url: 'https://192.168.0.1/a.png' }, 'Validation failed', 'avatar_url'],
  ])('refuses %j', async (body, error, field) => {
    const account = await givenAccount(test);

    const answer = await account.call('POST', '/agent_bots', body);

    expect([answer.status, answer.body]).toEqual([422, { error, message: expect.any(String), attributes: [field] }]);
    expect((await listed(account)).filter(({ system_bot: system }) => !system)).toEqual([]);
  });

  it('is for administrators', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);

    const { status, body } = await account.call('POST', '/agent_bots', { name: 'Bo' }, { token: agent.token });

    expect([status, body.error]).toEqual([403, 'Access denied']);
  });
});

type Listed = { id: number; name: string; system_bot: boolean };
const listed = async (account: TestAccount): Promise<Listed[]> => (await account.call('GET', '/agent_bots')).body;

describe('GET /agent_bots', () => {
  it('lists the account’s own and those of the installation, and no others', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const system = await givenSystemBot();
    const own = await givenOwnBot(account);
    const theirs = await givenOwnBot(other);

    const ids = (await listed(account)).map(({ id }) => id);

    expect(ids).toEqual(expect.arrayContaining([system, own.id]));
    expect(ids).not.toContain(theirs.id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('comes in pages when it is asked to', async () => {
    const account = await givenAccount(test);
    await givenOwnBot(account);
    await givenOwnBot(account);
    const all = await listed(account);

    const { body } = await account.call('GET', '/agent_bots?page=2&per_page=1');

    expect(body).toEqual([all[1]]);
  });

  it('shows the secret to administrators alone, and neither address nor secret of a bot of the installation', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const bot = await givenOwnBot(account, { outgoing_url: 'https://bots.example.com/' });
    const system = await givenSystemBot();

    const seen = (await account.call('GET', `/agent_bots/${bot.id}`, undefined, { token: agent.token })).body;
    const shown = (await account.call('GET', `/agent_bots/${system}`)).body;

    expect(seen).toMatchObject({ id: bot.id, outgoing_url: 'https://bots.example.com/' });
    expect(seen).not.toHaveProperty('secret');
    expect(shown).toEqual({
      id: system,
      name: 'System Bot',
      description: null,
      thumbnail: '',
      bot_type: 'webhook',
      bot_config: {},
      account_id: null,
      system_bot: true,
    });
  });
});

describe('PATCH /agent_bots/{id}', () => {
  it('changes what is given, and never shows the token', async () => {
    const account = await givenAccount(test);
    const bot = await givenOwnBot(account, { description: 'Old', outgoing_url: 'https://bots.example.com/' });

    const changed = await account.call('PATCH', `/agent_bots/${bot.id}`, {
      name: 'Bea Bot',
      outgoing_url: 'https://bots.example.com/2',
      bot_config: { model: 'large' },
    });
    const cleared = await account.call('PATCH', `/agent_bots/${bot.id}`, { outgoing_url: '', description: null });

    const { access_token: _, ...before } = bot;
    const expected = {
      ...before,
      name: 'Bea Bot',
      outgoing_url: 'https://bots.example.com/2',
      bot_config: { model: 'large' },
    };
    expect([changed.status, changed.body]).toEqual([200, expected]);
    expect([cleared.status, cleared.body]).toEqual([200, { ...expected, outgoing_url: null, description: null }]);
  });

  it.each([
    [{ name: 'n'.repeat(256) }, 'Validation failed'],
    [{ outgoing_url: 'http://bots.example.com/' }, 'Webhook URL must use HTTPS'],
    [{ outgoing_url: 'https://127.0.0.1/' }, 'Validation failed'],
  ])('refuses %j', async (body, error) => {
    const account = await givenAccount(test);
    const { access_token: _, ...bot } = await givenOwnBot(account);

    const answer = await account.call('PATCH', `/agent_bots/${bot.id}`, body);

    expect([answer.status, answer.body.error]).toEqual([422, error]);
    expect((await account.call('GET', `/agent_bots/${bot.id}`)).body).toEqual(bot);
  });
});

describe('a bot of the installation', () => {
  it('cannot be changed by an account', async () => {
    const account = await givenAccount(test);
    const id = await givenSystemBot();

    const answers = [
      await account.call('PATCH', `/agent_bots/${id}`, { name: 'Mine' }),
      await account.call('DELETE', `/agent_bots/${id}`),
      await account.call('DELETE', `/agent_bots/${id}/avatar`),
      await account.call('POST', `/agent_bots/${id}/reset_access_token`),
      await account.call('POST', `/agent_bots/${id}/reset_secret`),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(5).fill([404, 'Agent bot not found']),
    );
    expect((await account.call('GET', `/agent_bots/${id}`)).body.name).toBe('System Bot');
  });
});

describe('POST /agent_bots/{id}/reset_access_token', () => {
  it('answers the bot with a new token, and the old one is invalid at once', async () => {
    const account = await givenAccount(test);
    const bot = await givenOwnBot(account);
    const knock = async (token: string) =>
      (await account.call('GET', '/conversations/999', undefined, { token })).status;
    const before = await knock(bot.access_token);

    const { status, body } = await account.call('POST', `/agent_bots/${bot.id}/reset_access_token`);

    expect(status).toBe(200);
    expect(body).toEqual({ ...bot, access_token: expect.stringMatching(TOKEN) });
    expect([before, await knock(bot.access_token), await knock(body.access_token)]).toEqual([404, 401, 404]);
  });
});

describe('POST /agent_bots/{id}/reset_secret', () => {
  it('answers the bot with a new secret, and leaves the token alone', async () => {
    const account = await givenAccount(test);
    const { access_token: token, ...bot } = await givenOwnBot(account);

    const { status, body } = await account.call('POST', `/agent_bots/${bot.id}/reset_secret`);

    expect([status, body]).toEqual([200, { ...bot, secret: expect.stringMatching(SECRET) }]);
    expect(body.secret).not.toBe(bot.secret);
    expect((await account.call('GET', '/conversations/999', undefined, { token })).status).toBe(404);
  });
});

describe('the picture of a bot', () => {
  it('is uploaded with the form, replaced, and removed', async () => {
    const account = await givenAccount(test);
    const nested = formWith('agent_bot[avatar]', PICTURES['image/gif'], { 'agent_bot[name]': 'Bo Bot' });

    const created = await account.call('POST', '/agent_bots', nested);
    const first = created.body.thumbnail as string;
    const form = formWith('avatar', PICTURES['image/gif']);
    const replaced = await account.call('PATCH', `/agent_bots/${created.body.id}`, form);
    const second = replaced.body.thumbnail as string;
    const statuses = [(await fetch(first)).status, (await fetch(second)).status];
    const removed = await account.call('DELETE', `/agent_bots/${created.body.id}/avatar`);

    expect([created.status, replaced.status, removed.status]).toEqual([201, 200, 200]);
    expect(statuses).toEqual([404, 200]);
    expect(removed.body).toEqual({ ...replaced.body, thumbnail: '' });
    expect((await fetch(second)).status).toBe(404);
  });

  it('must be a picture', async () => {
    const account = await givenAccount(test);
    const form = formWith('avatar', Buffer.from('<svg/>'), { name: 'Bo Bot' }, 'bo.png');

    const { status, body } = await account.call('POST', '/agent_bots', form);

    expect([status, body.attributes]).toEqual([422, ['avatar']]);
  });
});

describe('DELETE /agent_bots/{id}', () => {
  it('deletes the bot, and with it its token and its place in an inbox', async () => {
    const account = await givenAccount(test);
    const bot = await givenOwnBot(account);
    const inbox = await givenInbox(account);
    await test.rows().updateTable('inboxes').set({ agent_bot_id: bot.id }).where('id', '=', inbox.id).execute();

    const { status, text } = await account.call('DELETE', `/agent_bots/${bot.id}`);

    expect([status, text]).toEqual([200, '']);
    const again = await account.call('GET', `/agent_bots/${bot.id}`);
    const withItsToken = await account.call('GET', '/conversations/1', undefined, { token: bot.access_token });
    expect([again.status, again.body.error]).toEqual([404, 'Agent bot not found']);
    expect(withItsToken.status).toBe(401);
    const left = test.rows().selectFrom('inboxes').select('agent_bot_id').where('id', '=', inbox.id);
    expect(await left.executeTakeFirst()).toEqual({ agent_bot_id: null });
  });
});

describe('a bot that is deleted meanwhile', () => {
  it('is not found by what is under way, which leaves nothing behind', async () => {
    const account = await givenAccount(test);
    const { id } = await givenOwnBot(account);
    const tx = test.app.tx();
    const bot = (await findOwnBot(tx, account.id, id))!;
    await account.call('DELETE', `/agent_bots/${id}`);
    const avatar = { picture: null, url: 'https://example.com/a.png' };
    const change = { name: 'New', description: undefined, outgoingUrl: undefined, botConfig: undefined, avatar };

    const changing = updateBot(tx, bot, change, new Date());
    await expect(changing).rejects.toMatchObject({ code: 'not_found', message: 'Agent bot not found' });
    await expect(resetSecret(tx, bot, new Date())).rejects.toMatchObject({ code: 'not_found' });

    const jobs = await test.rows().selectFrom('jobs').select('id').where('account_id', '=', account.id).execute();
    expect(jobs).toEqual([]);
  });
});

describe('a bot’s token', () => {
  it('does not give access to routes for people, nor to another account', async () => {
    const account = await givenAccount(test);
    const other = await givenAccount(test);
    const { access_token: token } = await givenOwnBot(account);

    const people = await account.call('GET', '/contacts', undefined, { token });
    const own = await account.call('GET', '/agent_bots', undefined, { token });
    const elsewhere = await other.call('GET', '/conversations/1', undefined, { token });

    expect([people.status, people.body.error]).toEqual([403, 'Access denied']);
    expect([own.status, own.body.error]).toEqual([403, 'Access denied']);
    expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'Account not found']);
  });

  it('is not a token of the platform, whose tokens are not for bots', async () => {
    const account = await givenAccount(test);
    const { access_token: token } = await givenOwnBot(account);

    const platform = await test.request('GET', '/platform/api/v1/users', { token });
    const bots = await account.call('GET', '/agent_bots', undefined, { token: await givenPlatformToken(test) });

    expect([platform.status, bots.status]).toEqual([403, 403]);
  });
});
