import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createToken } from '../../src/resources/access_tokens/create-token.ts';
import { givenApp, type TestApp } from '../support/app.ts';
import {
  agentIdentifier,
  type BareSocket,
  closeSockets,
  contactIdentifier,
  givenListener,
  givenSocket,
  pubsubTokenOf,
  settleSockets,
} from '../support/cable/bare-socket.ts';
import { reply } from '../support/conversation-calls.ts';
import { eventually } from '../support/eventually.ts';
import {
  givenAccount,
  givenAgent,
  givenBot,
  givenContact,
  givenPlatformToken,
  type TestAccount,
} from '../support/factories.ts';
import {
  givenCaller,
  givenConversationOf,
  givenPublicInbox,
  type PublicInbox,
} from '../support/public/public-inbox.ts';
import { givenVisitor, givenWebsite, type Visitor } from '../support/public/website.ts';
import { quickHash } from '../support/quick-hash.ts';

let test: TestApp;
let account: TestAccount;
let inbox: PublicInbox;
let contact: { id: number; source_id: string; pubsub_token: string; path: string };
let conversation: { id: number };
let other: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
  other = await givenAccount(test, 'Other');
  inbox = await givenPublicInbox(test, account);
  contact = await givenCaller(inbox);
  conversation = await givenConversationOf(inbox, contact);
});
afterEach(closeSockets);
afterAll(() => test.stop());

/** What is told of one round of changes, by who hears it; see `round`. */
const MEMBERS = ['public', 'private', 'contact', 'labels'];
const OUTSIDERS = ['contact', 'labels'];
const CONTACT = ['public'];

/** The identifier with which a user listens in the account. */
async function asUser(user: { id: number; token: string }, as: { id: number } = user, of = account): Promise<string> {
  return agentIdentifier({ id: as.id, pubsubToken: await pubsubTokenOf(test, user.token) }, of);
}

/** The identifier with a token that stands for nobody on the socket, as the administrator would write it. */
const asAdministrator = (pubsubToken: string) =>
  agentIdentifier({ id: account.administrator.id, pubsubToken }, account);

async function signedIn(): Promise<{ id: number; pubsubToken: string }> {
  const { id, email } = account.administrator;
  const password = 'Correct-horse-1';
  await test
    .rows()
    .updateTable('users')
    .set({ password_hash: quickHash(password) })
    .where('id', '=', id)
    .execute();
  const { body } = await test.request('POST', '/auth/sign_in', { body: { email, password } });
  return { id, pubsubToken: body.data.pubsub_token };
}

/** A token of the administrator that may only read. */
function givenReader() {
  const input = { name: 'Reader', scope: 'read', expiresAt: null } as const;
  return createToken(test.app.tx(), account.administrator.id, input, new Date());
}

const expire = (tokenId: number) =>
  test.rows().updateTable('access_tokens').set({ expires_at: new Date() }).where('id', '=', tokenId).execute();

/** As the administrator, by a token that may only read; with `expires`, it expires after they have asked for the pubsub token. */
async function asReader({ expires = false } = {}): Promise<string> {
  const { id, accessToken } = await givenReader();
  const identifier = await asUser({ id: account.administrator.id, token: accessToken });
  if (expires) await expire(id);
  return identifier;
}

async function userOfNoAccount(): Promise<{ id: number; token: string }> {
  const user = await givenAgent(test, other);
  await test.rows().deleteFrom('account_users').where('user_id', '=', user.id).execute();
  return user;
}

async function contactOfAnotherInbox(): Promise<string> {
  return (await givenCaller(await givenPublicInbox(test, account))).pubsub_token;
}

async function contactOfDeletedInbox(): Promise<string> {
  const gone = await givenPublicInbox(test, account);
  const { pubsub_token } = await givenCaller(gone);
  await account.call('DELETE', `/inboxes/${gone.id}`);
  return pubsub_token;
}

async function visitor(): Promise<Visitor> {
  return givenVisitor(await givenWebsite(test, account));
}

/** Every kind of caller, as it would listen, and what it hears; null = it may not listen. */
const callers: [name: string, identify: () => Promise<string>, hears: string[] | null][] = [
  ['an administrator', () => asUser(account.administrator), MEMBERS],
  ['an administrator by a session', async () => agentIdentifier(await signedIn(), account), MEMBERS],
  [
    'an agent of the inbox',
    async () => asUser(await givenAgent(test, account, 'Mia', { inboxes: [inbox.id] })),
    MEMBERS,
  ],
  ['an agent of no inbox', async () => asUser(await givenAgent(test, account, 'Otto', { inboxes: [] })), OUTSIDERS],
  ['a user by a token that may only read', () => asReader(), MEMBERS],
  ['a user by a token that has expired', () => asReader({ expires: true }), null],
  ['an agent who says to be another', async () => asUser(await givenAgent(test, account), account.administrator), null],
  ['an administrator of another account', () => asUser(other.administrator), null],
  ['a user of no account', async () => asUser(await userOfNoAccount()), null],
  ['a user by an access token', async () => asAdministrator(account.administrator.token), null],
  ['a bot', async () => asAdministrator((await givenBot(test, account, inbox.id)).token), null],
  ['a bot as a contact', async () => contactIdentifier((await givenBot(test, account, inbox.id)).token), null],
  ['a platform app', async () => asAdministrator(await givenPlatformToken(test)), null],
  ['a platform app as a contact', async () => contactIdentifier(await givenPlatformToken(test)), null],
  ['the contact', async () => contactIdentifier(contact.pubsub_token), CONTACT],
  ['the contact by the source id', async () => contactIdentifier(contact.source_id), null],
  ['the contact as a user', async () => asAdministrator(contact.pubsub_token), null],
  ['a contact of another inbox', async () => contactIdentifier(await contactOfAnotherInbox()), []],
  ['a contact of an inbox that is gone', async () => contactIdentifier(await contactOfDeletedInbox()), null],
  ['a visitor of a website', async () => contactIdentifier((await visitor()).pubsubToken), []],
  ['a visitor by the token of the widget', async () => contactIdentifier((await visitor()).token), null],
  ['a user as a contact', async () => contactIdentifier(await pubsubTokenOf(test, account.administrator.token)), null],
  ['an unknown token', async () => asAdministrator('A'.repeat(32)), null],
  ['an unknown token as a contact', async () => contactIdentifier('A'.repeat(32)), null],
  ['a token that cannot be stored', async () => asAdministrator('\u0000'), null],
  ['a token that cannot be stored, as a contact', async () => contactIdentifier('\u0000'), null],
  ['no token', async () => asAdministrator(''), null],
  ['no token as a contact', async () => contactIdentifier(''), null],
];

/** Makes a change of each kind that has listeners of its own, and waits until the administrator has heard of all. */
async function round(): Promise<void> {
  const witness = await givenListener(test, account, account.administrator);
  await reply(account, conversation, { content: 'public' });
  await reply(account, conversation, { content: 'private', private: true });
  await givenContact(account, { name: 'contact' });
  await account.call('POST', '/labels', { title: randomUUID() });
  await eventually(
    () => witness.events().map(({ event }) => event),
    (names) => names.includes('contact.created') && names.at(-1) === 'account.cache_invalidated',
  );
}

/** Which of these changes the socket heard of. */
function heardBy(socket: BareSocket): string[] {
  const kinds = socket.events().flatMap(({ event, data }) => {
    if (event === 'message.created' && data.message_type === 1) return data.content;
    if (event === 'contact.created') return data.name;
    return event === 'account.cache_invalidated' ? 'labels' : [];
  });
  return [...new Set<string>(kinds)];
}

describe('a caller', () => {
  const titled = callers.map(([name, identify, hears]) => {
    const outcome = hears === null ? 'may not listen' : `hears ${hears.join(', ') || 'nothing'}`;
    return [name, outcome, identify, hears] as const;
  });

  it.each(titled)('%s: %s', async (_, __, identify, hears) => {
    const identifier = await identify();
    const socket = await givenSocket(test);

    socket.subscribe(identifier);
    const { type } = await socket.frame((frame) => frame.identifier === identifier);
    await round();
    // What was told before it has been sent, and its answer comes after that.
    socket.subscribe(contactIdentifier('the end'));
    await socket.frame((frame) => frame.identifier === contactIdentifier('the end'));

    expect([type, heardBy(socket)]).toEqual(
      hears === null ? ['reject_subscription', []] : ['confirm_subscription', hears],
    );
  });
});

describe('a subscription by a token', () => {
  it('hears nothing more once the token has expired', async () => {
    const { id, accessToken } = await givenReader();
    const socket = await givenListener(test, account, { id: account.administrator.id, token: accessToken });
    await round();
    const before = socket.events().length;
    await expire(id);

    await round();
    await settleSockets();

    expect(before).toBeGreaterThan(0);
    expect(socket.events()).toHaveLength(before);
  });
});

describe('a socket without a subscription', () => {
  it('hears nothing', async () => {
    const socket = await givenSocket(test);

    await round();

    expect(socket.frames).toEqual([{ type: 'welcome' }]);
  });
});
