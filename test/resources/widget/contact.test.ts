import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenContactListener } from '../../support/cable/bare-socket.ts';
import { givenAccount, givenContact, type TestAccount } from '../../support/factories.ts';
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

const set = (website: Website, user: object, visitor?: Pick<Visitor, 'token'>) =>
  website.call('PATCH', '/contact/set_user', user, visitor);
const contact = async (id: number) => (await account.call('GET', `/contacts/${id}`)).body;
const contents = async (website: Website, visitor: Visitor) =>
  (await website.call('GET', '/messages', undefined, visitor)).body.payload.map(
    (message: { content: string }) => message.content,
  );
const start = (website: Website, content: string, visitor: Visitor) =>
  website.call('POST', '/conversations', { message: { content } }, visitor);

describe('GET contact', () => {
  it('says what is known of the visitor', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    await set(website, { identifier: 'c-1', email: 'carla@example.com' }, visitor);

    const { status, body } = await website.call('GET', '/contact', undefined, visitor);

    expect([status, body]).toEqual([
      200,
      {
        id: visitor.message.sender.id,
        has_email: true,
        has_name: true,
        has_phone_number: false,
        identifier: 'c-1',
      },
    ]);
  });
});

describe('PATCH contact', () => {
  it('writes down what the visitor says, and adds attributes', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    const id = visitor.message.sender.id;
    await website.call('PATCH', '/contact', { custom_attributes: { plan: 'gold' } }, visitor);

    const { status, body } = await website.call(
      'PATCH',
      '/contact',
      {
        name: 'Carla',
        phone_number: '+14155550123',
        custom_attributes: { size: 'L' },
        additional_attributes: { company_name: 'Acme' },
      },
      visitor,
    );

    expect([status, body]).toEqual([200, { id, has_email: false, has_name: true, has_phone_number: true }]);
    expect(await contact(id)).toMatchObject({
      name: 'Carla',
      custom_attributes: { plan: 'gold', size: 'L' },
      additional_attributes: { company_name: 'Acme' },
    });
  });

  it('makes somebody new a contact, as set_user does', async () => {
    const website = await givenWebsite(test, account);

    const answer = await website.call('PATCH', '/contact', { name: 'Carla', email: 'carla@example.com' });

    expect([answer.status, answer.body.has_email]).toEqual([200, true]);
    expect((await website.call('GET', '/contact', undefined, visitorIn(answer))).body.id).toBe(answer.body.id);
  });

  it('keeps the address of another contact as a claim, by which the visitor is nobody else', async () => {
    const website = await givenWebsite(test, account);
    const known = await givenContact(account, { name: 'Carla', email: 'carla@example.com' });
    const visitor = await givenVisitor(website);

    const { body } = await website.call('PATCH', '/contact', { email: 'carla@example.com' }, visitor);

    expect([body.id, body.widget_auth_token, body.has_email]).toEqual([visitor.message.sender.id, undefined, true]);
    expect(await contents(website, visitor)).toEqual(['Hello']);
    expect((await contact(known.id)).contact_inboxes).toEqual([]);
    expect((await contact(body.id)).contact_inboxes).toMatchObject([{ claims: { email: 'carla@example.com' } }]);
  });

  it('shows a visitor nothing of the contact whose address they name, in answers and on the socket, without a proof', async () => {
    const website = await givenWebsite(test, account);
    const victim = await givenContact(account, { name: 'Victoria', email: 'vic@example.com', identifier: 'vic' });
    const mallory = await givenVisitor(website);
    await website.call('PATCH', '/contact', { email: 'vic@example.com' }, mallory);
    const socket = await givenContactListener(test, mallory.message.sender.id, website.id);

    const form = { contact: { email: 'vic@example.com' }, message: { content: 'Three' } };
    const written = await website.call('POST', '/messages', { message: { content: 'Two' } }, mallory);
    const answers = [
      written,
      await website.call('GET', '/messages', undefined, mallory),
      await website.call('POST', '/conversations', form, mallory),
    ];
    const isTold = ({ message }: { message?: { data?: { content?: string } } }) => message?.data?.content === 'Two';
    const told = await socket.frame((frame) => isTold(frame as Parameters<typeof isTold>[0]));
    await socket.close();
    const proved = await set(website, { ...website.proofOf('vic'), name: 'Victoria' }, mallory);
    const seen = await website.call('POST', '/messages', { message: { content: 'Four' } }, mallory);

    expect(answers.map(({ status }) => status)).toEqual([201, 200, 201]);
    expect(written.body.sender.id).not.toBe(victim.id);
    expect(JSON.stringify([answers, told])).not.toContain('Victoria');
    expect([proved.status, seen.body.sender.name]).toEqual([200, 'Victoria']);
  });

  it('keeps what the visitor says of themselves last', async () => {
    const website = await givenWebsite(test, account);
    await givenContact(account, { name: 'Carla', email: 'carla@example.com', identifier: 'c-1' });
    const visitor = await givenVisitor(website);
    await set(website, { identifier: 'm-1', name: 'Mallory', email: 'carla@example.com' }, visitor);

    const { body } = await website.call('PATCH', '/contact', { email: 'mallory@example.com' }, visitor);

    expect(await contact(body.id)).toMatchObject({ identifier: 'm-1', email: 'mallory@example.com' });
    expect((await contact(body.id)).contact_inboxes).toMatchObject([{ claims: null }]);
  });

  it('checks the proof where one is sent, and where the inbox needs one', async () => {
    const open = await givenWebsite(test, account);
    const strict = await givenWebsite(test, account, { hmac_mandatory: true });
    const [one, two] = [await givenVisitor(open), await givenVisitor(strict)];
    const change = (website: Website, body: object, visitor: Visitor) =>
      website.call('PATCH', '/contact', { name: 'Carla', ...body }, visitor);

    const wrong = await change(open, { identifier: 'c-1', identifier_hash: 'ab' }, one);
    const absent = await change(strict, {}, two);
    const right = await change(strict, strict.proofOf('c-1'), two);
    const later = await change(strict, { name: 'Carla Contact' }, two);

    expect([wrong, absent, right, later].map(({ status }) => status)).toEqual([401, 401, 200, 200]);
    expect((await contact(two.message.sender.id)).name).toBe('Carla Contact');
    expect((await contact(one.message.sender.id)).identifier).toBeNull();
  });
});

describe('PATCH contact/set_user', () => {
  it('makes somebody new a contact, and answers their tokens', async () => {
    const website = await givenWebsite(test, account);

    const answer = await set(website, {
      identifier: 'c-1',
      name: 'Carla',
      email: 'carla@example.com',
      custom_attributes: { plan: 'gold' },
      additional_attributes: { city: 'Graz' },
    });

    expect([answer.status, answer.body]).toMatchObject([200, { has_email: true, has_name: true }]);
    expect(await contact(answer.body.id)).toMatchObject({
      name: 'Carla',
      email: 'carla@example.com',
      identifier: 'c-1',
      custom_attributes: { plan: 'gold' },
      additional_attributes: { city: 'Graz' },
    });
    const written = await website.call('POST', '/messages', { content: 'Hello' }, visitorIn(answer));
    expect(written.body.sender.id).toBe(answer.body.id);
  });

  it('names the visitor, whose tokens stay', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);

    const { body } = await set(website, { identifier: 'c-1', name: 'Carla' }, visitor);

    expect(body).toEqual({ id: visitor.message.sender.id, has_email: false, has_name: true, has_phone_number: false });
    expect(await contact(body.id)).toMatchObject({ name: 'Carla', identifier: 'c-1' });
  });

  it('gives somebody else tokens of their own, by which nothing is seen of the former visitor', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website, 'From Carla');
    await set(website, { identifier: 'c-1', name: 'Carla' }, visitor);

    const answer = await set(website, { identifier: 'd-1', name: 'Dora' }, visitor);
    const dora = visitorIn(answer);
    await start(website, 'From Dora', dora);

    expect(answer.body.id).not.toBe(visitor.message.sender.id);
    expect(dora.pubsubToken).not.toBe(visitor.pubsubToken);
    expect([await contents(website, visitor), await contents(website, dora)]).toEqual([['From Carla'], ['From Dora']]);
  });

  it('shows the conversation of a proved identity wherever it is proved, and nowhere else', async () => {
    const website = await givenWebsite(test, account);
    const proof = website.proofOf('c-1');
    const first = visitorIn(await set(website, proof));
    await start(website, 'At home', first);

    const second = visitorIn(await set(website, proof));
    const claimed = await set(website, { identifier: 'c-1' });

    expect(await contents(website, second)).toEqual(['At home']);
    expect([claimed.status, claimed.body.error]).toEqual([401, 'Unauthorized']);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(1);
  });

  it('makes nobody the contact whose address they name, whatever identifier they give', async () => {
    const website = await givenWebsite(test, account);
    const known = { name: 'Carla', email: 'carla@example.com', custom_attributes: { plan: 'gold' } };
    const { body } = await account.call('POST', '/contacts', known);
    const visitor = await givenVisitor(website);
    const claim = { identifier: 'anybody', email: 'carla@example.com' };
    const first = await set(website, claim, visitor);
    const claiming = first.body.widget_auth_token ? visitorIn(first) : visitor;

    await set(
      website,
      { ...claim, email: 'other@example.com', name: 'Other', custom_attributes: { plan: 'x' } },
      claiming,
    );

    expect(await contact(body.id)).toMatchObject({ ...known, identifier: null });
  });

  it.each([
    ['wrong', { identifier: 'c-1', identifier_hash: '00'.repeat(32) }],
    ['too long', { identifier: 'c-1', identifier_hash: `${'00'.repeat(32)}zz` }],
    ["another identifier's", null],
    ['absent', { identifier: 'c-1' }],
  ])('is refused where the proof is %s and the inbox needs one', async (_, user) => {
    const website = await givenWebsite(test, account, { hmac_mandatory: true });
    const given = user ?? { ...website.proofOf('d-1'), identifier: 'c-1' };

    const { status, body } = await set(website, given);

    expect([status, body.error]).toEqual([401, 'Unauthorized']);
    expect((await account.call('GET', '/contacts')).body.meta.count).toBe(0);
  });

  it.each([
    ['taken away', ''],
    ['changed', 'm-2'],
  ])('shows nothing of others to a visitor whose proved identifier was %s', async (_, identifier) => {
    const website = await givenWebsite(test, account);
    const victim = visitorIn(await set(website, website.proofOf('v-1')));
    await start(website, 'secret', victim);
    const { body, ...answer } = await set(website, website.proofOf('m-1'));
    const visitor = visitorIn({ body, ...answer });
    await account.call('PATCH', `/contacts/${body.id}`, { identifier });

    const taken = await set(website, { identifier: 'v-1' }, visitor);

    expect(taken.status).toBe(401);
    expect(await contents(website, visitor)).toEqual([]);
  });

  it('proves nothing of an identifier that was given to the contact later', async () => {
    const website = await givenWebsite(test, account);
    const { body, ...answer } = await set(website, website.proofOf('m-1'));
    const visitor = visitorIn({ body, ...answer });
    await account.call('PATCH', `/contacts/${body.id}`, { identifier: '' });
    await set(website, { identifier: 'v-1' }, visitor);

    const victim = visitorIn(await set(website, website.proofOf('v-1')));
    await start(website, 'secret', victim);

    expect(await contents(website, visitor)).toEqual([]);
    expect(await contents(website, victim)).toEqual(['secret']);
  });

  it('has the contact with the proved identifier absorb the visitor', async () => {
    const website = await givenWebsite(test, account, { hmac_mandatory: true });
    const known = await givenContact(account, { name: 'Carla', identifier: 'c-1' });
    const visitor = await givenVisitor(website);

    const { body } = await set(website, website.proofOf('c-1'), visitor);

    expect([body.id, body.widget_auth_token]).toEqual([known.id, undefined]);
    expect(await contents(website, visitor)).toEqual(['Hello']);
  });
});

describe('POST contact/destroy_custom_attributes', () => {
  it('removes them', async () => {
    const website = await givenWebsite(test, account);
    const visitor = await givenVisitor(website);
    await website.call('PATCH', '/contact', { custom_attributes: { plan: 'gold', size: 'L' } }, visitor);

    const { status, body } = await website.call(
      'POST',
      '/contact/destroy_custom_attributes',
      { custom_attributes: ['plan', 'none'] },
      visitor,
    );

    expect([status, body.custom_attributes]).toEqual([200, { size: 'L' }]);
  });

  it('removes nothing of another contact whose address the visitor names', async () => {
    const website = await givenWebsite(test, account);
    const known = { name: 'Carla', email: 'carla@example.com', custom_attributes: { plan: 'gold' } };
    const { body } = await account.call('POST', '/contacts', known);
    const visitor = await givenVisitor(website);
    await set(website, { email: 'carla@example.com' }, visitor);

    const asked = { custom_attributes: ['plan'] };
    const { status } = await website.call('POST', '/contact/destroy_custom_attributes', asked, visitor);

    expect(status).toBe(200);
    expect(await contact(body.id)).toMatchObject(known);
  });

  it('is refused to a visitor who has proved nothing where the inbox needs that', async () => {
    const website = await givenWebsite(test, account, { hmac_mandatory: true });
    const visitor = await givenVisitor(website);

    const { status } = await website.call(
      'POST',
      '/contact/destroy_custom_attributes',
      { custom_attributes: ['plan'] },
      visitor,
    );

    expect(status).toBe(401);
  });
});
