import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventsDuring, typesOf } from '../../support/events.ts';
import { givenAccount, givenContact, givenInbox, type TestAccount } from '../../support/factories.ts';
import { givenCaller, givenConversationOf, givenPublicInbox } from '../../support/public/public-inbox.ts';
import { givenVisitor, givenWebsite, visitorIn, type Visitor, type Website } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(async () => {
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const contact = async (id: number) => (await account.call('GET', `/contacts/${id}`)).body;
const set = (website: Website, user: object, visitor?: Pick<Visitor, 'token'>) =>
  website.call('PATCH', '/contact/set_user', user, visitor);
const VIC = { name: 'Vic', email: 'vic@example.com', identifier: '77', phone_number: '+4366012345' };

/** A visitor who says to be the contact. */
async function givenClaim(claim: object = { identifier: VIC.identifier, email: VIC.email, name: 'Mallory' }) {
  const website = await givenWebsite(test, account);
  const victim = await givenContact(account, { ...VIC, custom_attributes: { plan: 'gold' } });
  const visitor = await givenVisitor(website);
  const answer = await set(website, claim, visitor);
  return { website, victim, visitor, answer, id: answer.body.id as number };
}

describe('what a visitor says without a proof', () => {
  it('never changes another contact, and is shown to the team with the visitor', async () => {
    const { victim, visitor, id } = await givenClaim();

    const { body } = await account.call('GET', `/conversations/${visitor.message.conversation_id}`);

    expect(id).not.toBe(victim.id);
    expect(await contact(victim.id)).toMatchObject({
      ...VIC,
      custom_attributes: { plan: 'gold' },
      contact_inboxes: [],
    });
    const claims = { identifier: '77', email: VIC.email };
    expect(body.meta).toMatchObject({ claims, sender: { id, name: 'Mallory', email: null, identifier: null } });
    expect((await contact(id)).contact_inboxes).toMatchObject([{ claims }]);
  });

  it('is in the events of the conversation', async () => {
    const { website, visitor } = await givenClaim();

    const events = await eventsDuring(test, account, () =>
      website.call('POST', '/messages', { message: { content: 'Hi' } }, visitor),
    );

    const [message] = events.filter(({ type }) => type === 'message_created');
    expect(message!.payload.conversation.meta.claims).toEqual({ identifier: '77', email: VIC.email });
  });

  it('stays theirs when they say it again, and another identifier is somebody else', async () => {
    const { website, visitor, id } = await givenClaim();

    const again = await set(website, { identifier: '77', name: 'Mallory' }, visitor);
    const other = await set(website, { identifier: '78', name: 'Dora' }, visitor);

    expect([again.body.id, again.body.widget_auth_token]).toEqual([id, undefined]);
    expect(other.body.id).not.toBe(id);
    expect(visitorIn(other).token).not.toBe(visitor.token);
  });

  it('is refused for an identifier that was proved in the inbox', async () => {
    const website = await givenWebsite(test, account);
    const inbox = await givenPublicInbox(test, account);
    await set(website, website.proofOf('77'));
    await givenCaller(inbox, inbox.proofOf('78'));

    const answers = [
      await set(website, { identifier: '77', name: 'Mallory' }, await givenVisitor(website)),
      await website.call('PATCH', '/contact', { identifier: '77', name: 'Mallory' }),
      await inbox.call('POST', '/contacts', { identifier: '78', name: 'Mallory' }),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([401, 'Unauthorized']));
  });

  it('changes nothing of a contact that did not come with the source id', async () => {
    const inbox = await givenPublicInbox(test, account);
    const known = await givenContact(account, { ...VIC, custom_attributes: { plan: 'gold' } });
    const { body: place } = await account.call('POST', `/contacts/${known.id}/contact_inboxes`, { inbox_id: inbox.id });
    const path = `/contacts/${place.source_id}`;

    const said = { name: 'Mallory', email: 'm@example.com', custom_attributes: { plan: 'none' } };
    const answers = [await inbox.call('GET', path), await inbox.call('PATCH', path, said)];

    expect(answers.map(({ status, body: { name, email, identifier } }) => [status, name, email, identifier])).toEqual([
      [200, '', null, null],
      [200, 'Mallory', 'm@example.com', null],
    ]);
    const { contact_inboxes: places, ...kept } = await contact(known.id);
    expect(kept).toMatchObject({ ...VIC, custom_attributes: { plan: 'gold' } });
    expect(places).toMatchObject([{ claims: said }]);
    const proof = inbox.proofOf(VIC.identifier);
    const proved = await inbox.call('PATCH', path, { ...proof, name: 'Victoria' });
    expect([proved.status, proved.body.name, proved.body.email]).toEqual([200, 'Victoria', 'm@example.com']);
  });

  it('has custom attributes in the kinds of their definitions, or is refused', async () => {
    const definition = {
      attribute_display_name: 'Seats',
      attribute_key: 'seats',
      attribute_model: 'contact_attribute',
    };
    await account.call('POST', '/custom_attribute_definitions', { ...definition, attribute_display_type: 'number' });
    const inbox = await givenPublicInbox(test, account);
    const { id } = await givenContact(account, VIC);
    const { body: place } = await account.call('POST', `/contacts/${id}/contact_inboxes`, { inbox_id: inbox.id });
    const say = (seats: unknown) =>
      inbox.call('PATCH', `/contacts/${place.source_id}`, { custom_attributes: { seats } });

    const answers = [await say('9'), await say('many')];

    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
    const { contact_inboxes: places } = await contact(id);
    expect(places).toMatchObject([{ claims: { custom_attributes: { seats: 9 } } }]);
  });
});

describe('an identifier without identifier_hash', () => {
  it('is refused in new inboxes, which take everything else', async () => {
    const website = await givenWebsite(test, account, { identifier_proof: undefined });
    const inbox = await givenPublicInbox(test, account, { identifier_proof: undefined });

    const refused = [
      await set(website, { identifier: '77', name: 'Carla' }),
      await inbox.call('POST', '/contacts', { identifier: '77', name: 'Carla' }),
    ];
    const taken = [
      await set(website, { name: 'Carla', email: 'carla@example.com' }),
      await set(website, { ...website.proofOf('77'), name: 'Carla' }),
      await inbox.call('POST', '/contacts', { name: 'Carla' }),
      await inbox.call('POST', '/contacts', inbox.proofOf('77')),
    ];

    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([401, 'Unauthorized']));
    expect(taken.map(({ status }) => status)).toEqual([200, 200, 201, 201]);
  });

  it('is a claim in inboxes without the setting, and where they say so', async () => {
    const inbox = await givenInbox(account, { type: 'api' });
    const rows = test.rows();
    const { settings } = await rows
      .selectFrom('channels')
      .select('settings')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    const { identifier_proof: _, ...older } = settings;
    await rows
      .updateTable('channels')
      .set({ settings: JSON.stringify(older) as never })
      .where('account_id', '=', account.id)
      .execute();

    const shown = await account.call('GET', `/inboxes/${inbox.id}`);
    const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { identifier_proof: 'required' } });
    const wrong = await account.call('PATCH', `/inboxes/${inbox.id}`, { channel: { identifier_proof: 'none' } });

    expect([shown.body.identifier_proof, changed.body.identifier_proof]).toEqual(['optional', 'required']);
    expect([wrong.status, wrong.body.attributes]).toEqual([422, ['channel.identifier_proof']]);
  });

  it.each([
    ['spec', false],
    ['chatwoot', true],
  ])('is believed by inboxes that say so in the dialect %s: %s', async (dialect, isBelieved) => {
    const app = await givenApp({ 'api.dialect': dialect });
    const there = await givenAccount(app);
    const inbox = await givenPublicInbox(app, there, { identifier_proof: 'trusted' });
    const website = await givenWebsite(app, there, { identifier_proof: 'trusted' });
    const known = await givenContact(there, VIC);

    const { id } = await givenCaller(inbox, { identifier: '77' });
    const user = await set(website, { identifier: '77', name: 'Victoria' });
    const { name } = (await there.call('GET', `/contacts/${known.id}`)).body;
    await app.stop();

    expect([id === known.id, user.body.id === known.id, name]).toEqual(
      isBelieved ? [true, true, 'Victoria'] : [false, false, 'Vic'],
    );
  });
});

describe('POST contacts/{id}/claims', () => {
  it('has the contact who is meant absorb the visitor, and keep what it has', async () => {
    const claim = { identifier: '77', email: VIC.email, name: 'Mallory', custom_attributes: { size: 'L', plan: 'x' } };
    const { victim, visitor, id } = await givenClaim(claim);

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('POST', `/contacts/${id}/claims`);
    });

    expect(answer).toMatchObject({ status: 200, body: { id: victim.id, ...VIC } });
    const { contact_inboxes: places, ...merged } = await contact(victim.id);
    expect(merged).toMatchObject({ ...VIC, custom_attributes: { plan: 'gold', size: 'L' } });
    expect(places).toMatchObject([{ claims: null }]);
    expect(typesOf(events)).toContain('contact_updated');
    expect((await account.call('GET', `/contacts/${id}`)).status).toBe(404);
    const { body } = await account.call('GET', `/conversations/${visitor.message.conversation_id}`);
    expect([body.contact.id, body.meta.claims]).toEqual([victim.id, null]);
  });

  it('writes what nobody else has to a contact that did not come with the claim', async () => {
    const inbox = await givenPublicInbox(test, account);
    const known = await givenContact(account, { name: 'Carla', email: 'old@example.com' });
    const { body: place } = await account.call('POST', `/contacts/${known.id}/contact_inboxes`, { inbox_id: inbox.id });
    await inbox.call('PATCH', `/contacts/${place.source_id}`, { name: 'Carla C.', email: 'new@example.com' });

    let answer;
    const events = await eventsDuring(test, account, async () => {
      answer = await account.call('POST', `/contacts/${known.id}/claims`, { contact_inbox_id: place.id });
    });

    expect(answer).toMatchObject({ status: 200, body: { name: 'Carla C.', email: 'new@example.com' } });
    expect(typesOf(events)).toEqual(['contact_updated']);
    const { body: log } = await account.call('GET', '/audit_logs');
    expect(JSON.stringify(log)).toContain('claims_taken_over');
    expect(JSON.stringify(log)).not.toContain('new@example.com');
  });

  it('moves no contact that is known in other inboxes, too', async () => {
    const inbox = await givenPublicInbox(test, account);
    const victim = await givenContact(account, VIC);
    const known = await givenContact(account, { name: 'Carla' });
    const { body: place } = await account.call('POST', `/contacts/${known.id}/contact_inboxes`, { inbox_id: inbox.id });
    await inbox.call('PATCH', `/contacts/${place.source_id}`, { email: VIC.email });

    const answer = await account.call('POST', `/contacts/${known.id}/claims`);

    expect([answer.status, answer.body.attributes]).toEqual([422, ['claims']]);
    expect([(await contact(known.id)).name, (await contact(victim.id)).name]).toEqual(['Carla', 'Vic']);
  });

  it('spanning two contacts changes neither until one is meant, and never the one whose address it is', async () => {
    const website = await givenWebsite(test, account);
    const victim = await givenContact(account, { name: 'Vic', identifier: '77' });
    const other = await givenContact(account, { name: 'Oscar', email: 'oscar@example.com' });
    const visitor = await givenVisitor(website);
    const { id } = (await set(website, { identifier: '77', email: other.email, name: 'Mallory' }, visitor)).body;
    const before = await Promise.all([victim, other].map((one) => contact(one.id)));

    const refused = await account.call('POST', `/contacts/${id}/claims`);
    const meanwhile = await Promise.all([victim, other].map((one) => contact(one.id)));
    await account.call('PATCH', `/contacts/${victim.id}`, { email: 'vic@example.com' });
    const taken = await account.call('POST', `/contacts/${id}/claims`);

    expect([refused.status, refused.body.attributes]).toEqual([422, ['email']]);
    expect(meanwhile).toEqual(before);
    expect(taken.body).toMatchObject({ id: victim.id, name: 'Vic', email: 'vic@example.com' });
    expect(await contact(other.id)).toEqual(before[1]);
  });

  it('changes nothing where nothing is claimed, and takes only contact inboxes and contacts of its own', async () => {
    const { id } = await givenClaim();
    const { id: other } = await givenContact(account, { name: 'Other' });
    const outsider = await givenAccount(test);

    const answers = [
      await account.call('POST', `/contacts/${other}/claims`),
      await account.call('POST', `/contacts/${id}/claims`, { contact_inbox_id: 999_999 }),
      await outsider.call('POST', `/contacts/${id}/claims`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 422, 404]);
    expect((await contact(other)).name).toBe('Other');
  });
});

describe('conversations of the Public API', () => {
  it('show no values of another contact, also after the team has believed the claims', async () => {
    const inbox = await givenPublicInbox(test, account);
    await givenContact(account, { ...VIC, custom_attributes: { plan: 'gold' } });
    const caller = await givenCaller(inbox, { name: 'Mallory', email: VIC.email });
    const { path } = await givenConversationOf(inbox, caller);
    const list = `${caller.path}/conversations`;

    const before = await inbox.call('GET', path);
    await account.call('POST', `/contacts/${caller.id}/claims`);
    const after = [
      (await inbox.call('GET', path)).body,
      (await inbox.call('GET', list)).body[0],
      (await inbox.call('POST', list)).body,
      (await inbox.call('POST', `${path}/toggle_status`)).body,
    ];

    // As for an address that nobody has.
    expect(before.body.contact).toMatchObject({ name: 'Mallory', email: VIC.email });
    const nothing = { name: '', email: null, phone_number: null, identifier: null, custom_attributes: {} };
    const said = await inbox.call('POST', `${path}/messages`, { content: 'Who am I?' });
    const listed = await inbox.call('GET', `${path}/messages`);
    const [shown] = (await inbox.call('GET', list)).body;
    for (const { sender } of [said.body, ...listed.body, ...shown.messages]) expect(sender.name).toBe('');
    expect(after.map(({ contact }) => contact)).toEqual(Array(4).fill({ id: expect.any(Number), ...nothing }));
  });
});

describe('DELETE contacts/{id}/claims', () => {
  it('forgets them', async () => {
    const { victim, id } = await givenClaim();

    const { status, body } = await account.call('DELETE', `/contacts/${id}/claims`);

    expect([status, body.contact_inboxes[0].claims]).toEqual([200, null]);
    expect(await contact(victim.id)).toMatchObject(VIC);
  });
});
