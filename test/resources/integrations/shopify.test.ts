import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, givenContact, type TestAccount } from '../../support/factories.ts';
import { connect } from '../../support/providers/connect.ts';
import { SHOP } from '../../support/providers/integrations.ts';
import { givenOauthServer, type OauthServer } from '../../support/providers/oauth.ts';
import { givenShopify, type Shopify } from '../../support/providers/shopify.ts';

let test: TestApp;
let oauth: OauthServer;
let shopify: Shopify;
beforeAll(async () => {
  oauth = await givenOauthServer();
  shopify = await givenShopify((token) => oauth.issued.some(({ access }) => access === token));
  test = await givenApp({ ...oauth.settings, 'oauth.shopify.api_url': `${shopify.url}/shops/{shop}` });
  oauth.register(test.app.installation.publicUrl);
});
afterAll(async () => {
  await test.stop();
  await oauth.stop();
  await shopify.stop();
});

let account: TestAccount;
beforeEach(async () => {
  account = await givenAccount(test);
  oauth.life = null;
  shopify.sent.length = 0;
  shopify.customers = [];
  shopify.orders = [];
  shopify.refusesLasting = false;
});

const NO_SCOPE = 'Access denied for customers field. Required access: `read_customers` access scope.';

const connectShop = () => connect(test, oauth, account, 'shopify', { answer: { scope: 'read_orders' } }, SHOP);
const ordersOf = (contact: { id: number }, token = account.administrator.token) =>
  account.call('GET', `/integrations/shopify/orders?contact_id=${contact.id}`, undefined, { token });

describe('GET integrations/shopify/orders', () => {
  it('gives the orders by the e-mail address and by the telephone number, newest first', async () => {
    await connectShop();
    const contact = await givenContact(account, { email: 'carla@example.com', phone_number: '+4917012345678' });
    const agent = await givenAgent(test, account);
    shopify.customers = [
      { id: 1, email: 'carla@example.com', phone: null },
      { id: 2, email: null, phone: '+4917012345678' },
      { id: 3, email: 'other@example.com', phone: null },
    ];
    shopify.orders = [
      { id: 11, customer_id: 1, created_at: '2026-01-02T00:00:00Z', total_price: '10.00' },
      {
        id: 12,
        customer_id: 1,
        created_at: '2026-03-02T00:00:00Z',
        total_price: '12.00',
        email: 'carla@example.com',
        financial: 'PARTIALLY_REFUNDED',
        fulfillment: 'PARTIALLY_FULFILLED',
      },
      { id: 13, customer_id: 2, created_at: '2026-02-02T00:00:00Z', total_price: '13.00', fulfillment: 'FULFILLED' },
      { id: 14, customer_id: 3, created_at: '2026-02-02T00:00:00Z', total_price: '14.00' },
    ];

    const { status, body } = await ordersOf(contact, agent.token);

    expect([status, body.orders.map(({ id }: { id: number }) => id)]).toEqual([200, [12, 13, 11]]);
    expect(body.orders.map(({ fulfillment_status: state }: { fulfillment_status: unknown }) => state)).toEqual([
      'partial',
      'fulfilled',
      null,
    ]);
    expect(body.orders[0]).toEqual({
      id: 12,
      email: 'carla@example.com',
      created_at: '2026-03-02T00:00:00Z',
      total_price: '12.00',
      currency: 'EUR',
      financial_status: 'partially_refunded',
      fulfillment_status: 'partial',
      admin_url: 'https://acme.myshopify.com/admin/orders/12',
    });
  });

  it('gives none where the shop does not know the contact', async () => {
    await connectShop();
    const contact = await givenContact(account, { email: 'carla@example.com' });

    expect((await ordersOf(contact)).body).toEqual({ orders: [] });
    expect(shopify.sent.map(({ variables }) => variables['search'])).toEqual(['email:"carla@example.com"']);
  });

  it('refuses contacts without address or number, and does not find those of others', async () => {
    await connectShop();
    const other = await givenAccount(test);

    const nameless = await ordersOf(await givenContact(account));
    const foreign = await ordersOf(await givenContact(other, { email: 'carla@example.com' }));
    const missing = await account.call('GET', '/integrations/shopify/orders');

    expect([nameless.status, nameless.body.error]).toEqual([422, 'Contact information missing']);
    expect([foreign.status, foreign.body.error]).toEqual([404, 'Contact not found']);
    expect([missing.status, missing.body.attributes]).toEqual([422, ['contact_id']]);
    expect(shopify.sent).toEqual([]);
  });

  it('refuses where no shop is connected, or its hook is switched off', async () => {
    const contact = await givenContact(account, { email: 'carla@example.com' });
    const before = await ordersOf(contact);
    await connectShop();
    const { body } = await account.call('GET', '/integrations/apps/shopify');
    await account.call('PATCH', `/integrations/hooks/${body.hooks[0].id}`, { status: 'disabled' });
    const off = await ordersOf(contact);

    for (const answer of [before, off]) {
      expect([answer.status, answer.body.error]).toEqual([404, 'Integration not found']);
    }
  });

  it('asks the version of the setting, with a token that is renewed before it expires', async () => {
    oauth.life = 3600;
    await connectShop();
    const contact = await givenContact(account, { email: 'carla@example.com' });
    const soon = new Date(Date.now() - 1000);
    const ofAccount = test.rows().updateTable('authorizations').where('account_id', '=', account.id);
    await ofAccount.set({ refresh_due_at: soon }).execute();
    const before = oauth.issued.at(-1);

    const { status } = await ordersOf(contact);

    expect(status).toBe(200);
    expect(oauth.asked.findLast(({ parameters }) => parameters['code'])?.parameters['expiring']).toBe('1');
    expect(oauth.asked.at(-1)?.parameters['refresh_token']).toBe(before?.refresh);
    expect(shopify.sent[0]?.version).toBe('2026-10');
  });

  it('tells an administrator to connect again where the shop takes no lasting tokens any more', async () => {
    await connectShop();
    const contact = await givenContact(account, { email: 'carla@example.com' });
    shopify.refusesLasting = true;

    const { status, body } = await ordersOf(contact);

    expect([status, body.error]).toEqual([422, 'Integration is not connected']);
    expect(body.message).toContain('oauth.shopify.expiring_tokens');
    const { body: shown } = await account.call('GET', '/integrations/apps/shopify');
    expect(shown.hooks).toMatchObject([{ status: false, settings: { reauthorization_required: true } }]);
  });

  it('tells an administrator to connect again when the shop has removed the app', async () => {
    await connectShop();
    const contact = await givenContact(account, { email: 'carla@example.com' });
    oauth.issued = [];
    await test
      .rows()
      .updateTable('authorizations')
      .set({ updated_at: new Date(Date.now() - 3_600_000) })
      .where('account_id', '=', account.id)
      .execute();

    const { status, body } = await ordersOf(contact);

    expect([status, body.error]).toEqual([422, 'Integration is not connected']);
    const { body: shown } = await account.call('GET', '/integrations/apps/shopify');
    expect(shown.hooks).toMatchObject([{ status: false, settings: { reauthorization_required: true } }]);
  });

  it.each([
    [{ is: 'cut' } as const, [503, 'Shopify is not available']],
    [{ is: 'reply', reply: { status: 500, body: {} } } as const, [503, 'Shopify is not available']],
    [
      { is: 'reply', reply: { status: 429, body: { errors: 'Exceeded 2 calls per second' } } } as const,
      [503, 'Shopify is not available'],
    ],
    [
      { is: 'reply', reply: { status: 403, body: { errors: 'This app needs read_customers' } } } as const,
      [422, 'Shopify refused'],
    ],
    [
      {
        is: 'reply',
        reply: { status: 200, body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] } },
      } as const,
      [503, 'Shopify is not available'],
    ],
    [
      {
        is: 'reply',
        reply: {
          status: 200,
          body: { data: null, errors: [{ message: NO_SCOPE, extensions: { code: 'ACCESS_DENIED' } }] },
        },
      } as const,
      [422, 'Shopify refused', `Shopify says: ${NO_SCOPE}`],
    ],
  ])('is answered where Shopify answers %j', async (fault, expected) => {
    await connectShop();
    const contact = await givenContact(account, { email: 'carla@example.com' });
    shopify.faults.push(fault);

    const { status, body } = await ordersOf(contact);

    expect([status, body.error, body.message]).toEqual([...expected.slice(0, 2), expected[2] ?? body.message]);
  });

  it('goes on where the version of the setting has ended, which the log says once', async () => {
    const lines: { msg: string }[] = [];
    const old = await givenApp(
      {
        ...oauth.settings,
        'oauth.shopify.api_url': `${shopify.url}/shops/{shop}`,
        'oauth.shopify.api_version': '2025-04',
        'log.level': 'warn',
      },
      { log: { write: (line) => void lines.push(JSON.parse(line)) } },
    );
    oauth.register(old.app.installation.publicUrl);
    const own = await givenAccount(old);
    await connect(old, oauth, own, 'shopify', { answer: { scope: 'read_orders' } }, SHOP);
    const contact = await givenContact(own, { email: 'carla@example.com' });
    shopify.customers = [{ id: 1, email: 'carla@example.com', phone: null }];
    shopify.orders = [{ id: 11, customer_id: 1, created_at: '2026-01-02T00:00:00Z', total_price: '10.00' }];

    const path = `/integrations/shopify/orders?contact_id=${contact.id}`;
    const answers = [await own.call('GET', path), await own.call('GET', path)];
    await old.stop();
    oauth.register(test.app.installation.publicUrl);

    expect(answers.map(({ body }) => body.orders.length)).toEqual([1, 1]);
    expect(lines.filter(({ msg }) => msg.includes('oauth.shopify.api_version'))).toMatchObject([
      { asked: '2025-04', answered: '2026-01' },
    ]);
  });
});
