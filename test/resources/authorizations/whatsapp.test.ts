import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSecrets } from '../../../src/channels/secrets.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenAgent, givenInbox, type TestAccount } from '../../support/factories.ts';
import { cloudRefusal } from '../../support/providers/whatsapp.ts';
import {
  givenSignupServer,
  type MetaNumber,
  metaNumber,
  type SignupServer,
  type Step,
} from '../../support/providers/whatsapp-signup.ts';
import { conversationsIn } from '../../support/receiving/received.ts';
import { callbackOf, givenMessage, post, signatureOf, textOf, writer } from '../../support/receiving/whatsapp-chat.ts';

let test: TestApp;
let without: TestApp;
let graph: SignupServer;
let log = '';
beforeAll(async () => {
  graph = await givenSignupServer();
  test = await givenApp(
    { ...graph.settings, 'log.level': 'debug' },
    { log: { write: (line: string) => void (log += line) } },
  );
  without = await givenApp();
});
afterAll(async () => {
  await test.stop();
  await without.stop();
  await graph.stop();
});

let last = Date.now() % 1_000_000_000;
const plain = ({ display_phone_number: shown }: MetaNumber) => `+${shown.replaceAll(/\D/g, '')}`;

/** A business account at Meta with these numbers. */
function givenBusiness(...numbers: MetaNumber[]): string {
  const id = String((last += 1));
  graph.accounts.set(id, numbers);
  return id;
}

/** What the window gives for the number. */
function signup(waba: string, { id }: MetaNumber, more: object = {}) {
  return { code: graph.newCode([waba]), business_id: '77', waba_id: waba, phone_number_id: id, ...more };
}

const connect = (account: TestAccount, body: object) => account.call('POST', '/whatsapp/authorization', body);
const shown = async (account: TestAccount, id: number) => (await account.call('GET', `/inboxes/${id}`)).body;
const registrationsAt = (inbox: { callback_webhook_url: string }) =>
  graph.registrations.filter(({ override_callback_uri: url }) => url === inbox.callback_webhook_url);

/** What is kept sealed for the inbox. */
async function secretsOf(id: number) {
  const { sealed_secrets: sealed } = await test
    .rows()
    .selectFrom('channels as ch')
    .innerJoin('inboxes as i', 'i.channel_id', 'ch.id')
    .select('ch.sealed_secrets')
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow();
  return openSecrets(test.app.tx(), sealed);
}

describe('POST /whatsapp/authorization', () => {
  it('makes an inbox of the number, which can send and is told what contacts write', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const waba = givenBusiness(metaNumber(), number);

    const { status, body } = await connect(account, signup(waba, number));

    expect([status, body]).toEqual([
      200,
      { success: true, id: expect.any(Number), name: 'Acme WhatsApp', channel_type: 'whatsapp' },
    ]);
    const inbox = await shown(account, body.id);
    expect(inbox).toMatchObject({
      channel_type: 'Channel::Whatsapp',
      provider: 'whatsapp_cloud',
      phone_number: plain(number),
      webhook_error: null,
      reauthorization_required: false,
      provider_config: {
        api_key: '********',
        phone_number_id: number.id,
        business_account_id: waba,
        source: 'embedded_signup',
      },
    });
    const [registration] = registrationsAt(inbox);
    const { pathname } = new URL(inbox.callback_webhook_url);
    const query = `hub.mode=subscribe&hub.verify_token=${registration?.['verify_token']}&hub.challenge=5`;
    expect((await test.request('GET', `${pathname}?${query}`)).text).toBe('5');
    expect(graph.pins.has(number.id)).toBe(false);
    const stored = await secretsOf(body.id);
    expect(stored).toMatchObject({ provider_config: { api_key: expect.stringMatching(/^key-long-/) } });
    expect(stored).not.toHaveProperty('pin');
  });

  it('believes callbacks that the app of the installation has signed', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const { body } = await connect(account, signup(givenBusiness(number), number));
    const inbox = await shown(account, body.id);
    const place = {
      inbox,
      phoneNumber: plain(number),
      phoneNumberId: number.id,
      path: new URL(inbox.callback_webhook_url).pathname,
      headers: (text: string) => ({ 'x-hub-signature-256': signatureOf(text, graph.appSecret) }),
    };
    const who = writer();
    const told = callbackOf([place, { contacts: [who], messages: [givenMessage(who, textOf('Hello'))] }]);

    const answers = [await post(test, place, told), await post(test, place, told, { 'x-hub-signature-256': 'no' })];

    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    await eventually(
      () => conversationsIn(account, inbox),
      ({ length }) => length === 1,
    );
  });

  it('registers a number that cannot send yet, each time with the same pin', async () => {
    const account = await givenAccount(test);
    const number = metaNumber({ code_verification_status: 'NOT_VERIFIED', platform_type: 'NOT_APPLICABLE' });
    const waba = givenBusiness(number);

    const first = await connect(account, signup(waba, number));
    const again = await connect(account, signup(waba, number, { inbox_id: first.body.id }));

    expect([first.status, again.status, again.body.message]).toEqual([200, 200, 'The inbox is connected again']);
    expect(graph.pins.get(number.id)).toMatch(/^\d{6}$/);
    expect((await secretsOf(first.body.id))['pin']).toBe(graph.pins.get(number.id));
  });

  it('knows the pin of a number whose inbox was not kept', async () => {
    const account = await givenAccount(test);
    const number = metaNumber({ platform_type: 'NOT_APPLICABLE' });
    const waba = givenBusiness(number);
    const { body } = await connect(account, signup(waba, number));
    await account.call('DELETE', `/inboxes/${body.id}`);
    await eventually(
      () => test.rows().selectFrom('channels').select('id').where('address', '=', plain(number)).execute(),
      ({ length }) => length === 0,
    );

    const again = await connect(account, signup(waba, number));

    expect([again.status, (await secretsOf(again.body.id))['pin']]).toEqual([200, graph.pins.get(number.id)]);
  });

  it('registers no number that can get no inbox', async () => {
    const account = await givenAccount(test);
    const number = metaNumber({ platform_type: 'NOT_APPLICABLE' });
    const plan = { limits: JSON.stringify({ inboxes: 0 }) as never };
    await test.rows().updateTable('accounts').set(plan).where('id', '=', account.id).execute();

    const { status } = await connect(account, signup(givenBusiness(number), number));

    expect([status, graph.pins.has(number.id)]).toEqual([402, false]);
  });

  it('takes the only number of the business account where none is named', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();

    const one = await connect(account, signup(givenBusiness(number), number, { phone_number_id: '' }));
    const two = await connect(
      account,
      signup(givenBusiness(metaNumber(), metaNumber()), number, { phone_number_id: null }),
    );

    expect((await shown(account, one.body.id)).phone_number).toBe(plain(number));
    expect([two.status, two.body.message]).toEqual([
      422,
      'the business account has several numbers: phone_number_id says which',
    ]);
  });

  it('finds a number among many, and says when it is not there', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const waba = givenBusiness(...Array.from({ length: 4 }, () => metaNumber()), number);

    const found = await connect(account, signup(waba, number));
    const missing = await connect(account, signup(waba, metaNumber({ id: '404' })));

    expect((await shown(account, found.body.id)).phone_number).toBe(plain(number));
    expect([missing.status, missing.body.message]).toEqual([422, `the business account ${waba} has no number 404`]);
  });

  it('connects the inbox of the number again, whether it is named or not', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const waba = givenBusiness(number);
    const inbox = await givenInbox(account, {
      type: 'whatsapp',
      phone_number: plain(number),
      provider_config: { api_key: 'of 360dialog', app_secret: 'of another app' },
    });

    const unnamed = await connect(account, signup(waba, number));
    const named = await connect(account, signup(waba, number, { inbox_id: inbox.id }));

    expect([unnamed.body.id, named.body.id]).toEqual([inbox.id, inbox.id]);
    const { name, provider, provider_config: config } = await shown(account, inbox.id);
    expect([name, provider, config.app_secret]).toEqual([inbox.name, 'whatsapp_cloud', undefined]);
    expect(config.api_key).toBe('********');
    expect(await secretsOf(inbox.id)).toMatchObject({
      provider_config: { api_key: expect.stringMatching(/^key-long-/) },
    });
  });

  it('refuses an inbox of another number, of another kind, and one that there is not', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const waba = givenBusiness(number);
    const other = await givenInbox(account, { type: 'whatsapp', phone_number: `+1777${(last += 1)}`.slice(0, 12) });
    const api = await givenInbox(account);

    const answers = [];
    for (const inbox_id of [other.id, api.id, 999_999_999]) {
      answers.push(await connect(account, signup(waba, number, { inbox_id })));
    }

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 404]);
    expect(answers[0]?.body.message).toContain(`and not of ${plain(number)}`);
    expect(answers[1]?.body.message).toBe('inbox_id is no WhatsApp inbox');
  });

  it('leaves a number with the account whose key is still good for it', async () => {
    const [one, two] = [await givenAccount(test), await givenAccount(test)];
    const number = metaNumber();
    const waba = givenBusiness(number);
    const first = await connect(one, signup(waba, number));

    const { status, body } = await connect(two, signup(waba, number));

    expect([status, body.message]).toEqual([200, expect.stringContaining('is proved for another account, too')]);
    expect((await shown(one, first.body.id)).address_status).toBe('active');
    expect((await shown(two, body.id)).address_status).toBe('pending');
  });

  it('gives a number to the account that has signed up, where the one that has it has no good key', async () => {
    const [one, two] = [await givenAccount(test), await givenAccount(test)];
    const number = metaNumber();
    const waba = givenBusiness(number);
    const first = await givenInbox(one, { type: 'whatsapp', phone_number: plain(number) });

    const { status, body } = await connect(two, signup(waba, number));

    expect([status, body.message]).toEqual([200, undefined]);
    expect((await shown(two, body.id)).address_status).toBe('active');
    expect((await shown(one, first.id)).address_status).toBe('pending');
  });

  it.each([
    ['access_token', 'WhatsApp refused to exchange the code: No.'],
    ['debug_token', 'WhatsApp refused to check the key: No.'],
    ['phone_numbers', 'WhatsApp refused to read the numbers of the business account: No.'],
    ['register', 'WhatsApp refused to register the number: No.'],
  ] as [Step, string][])('says so when %s is refused, and makes no inbox', async (step, message) => {
    const account = await givenAccount(test);
    const number = metaNumber({ platform_type: 'NOT_APPLICABLE' });
    graph.refusals.set(step, cloudRefusal(400, 100, 'No.'));

    const { status, body } = await connect(account, signup(givenBusiness(number), number));

    expect([status, body]).toEqual([
      422,
      { success: false, error: 'Authorization failed', message, errors: [message] },
    ]);
    expect((await account.call('GET', '/inboxes')).body.payload).toEqual([]);
  });

  it('keeps an inbox whose callbacks are refused, and says so there', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    graph.refusals.set('subscribed_apps', cloudRefusal(400, 100, 'No.'));

    const { status, body } = await connect(account, signup(givenBusiness(number), number));

    expect([status, body.success]).toEqual([200, true]);
    // The job of the new inbox may have had the refusal.
    if (body.message !== undefined) expect(body.message).toContain('the Cloud API answered 400');
    await eventually(
      async () => registrationsAt(await shown(account, body.id)),
      ({ length }) => length > 0,
    );
  });

  it.each([
    ['is for another app', { appId: '1' }, 'the key that WhatsApp gave is for another app'],
    ['lacks the permission', { scope: 'email' }, 'has not the permission whatsapp_business_management'],
  ])('refuses a key that %s', async (_, more, message) => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const waba = givenBusiness(number);

    const { status, body } = await connect(account, signup(waba, number, { code: graph.newCode([waba], more) }));

    expect([status, body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('refuses a key for another business account, and takes one for all', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const waba = givenBusiness(number);

    const other = await connect(account, signup(waba, number, { code: graph.newCode([givenBusiness()]) }));
    const all = await connect(account, signup(waba, number, { code: graph.newCode(null) }));

    expect([other.status, other.body.message]).toEqual([
      422,
      `the key that WhatsApp gave is not for the business account ${waba}`,
    ]);
    expect(all.status).toBe(200);
  });

  it('uses a code once, and says when Meta cannot be reached', async () => {
    const account = await givenAccount(test);
    const number = metaNumber();
    const body = signup(givenBusiness(number), number);
    await connect(account, body);
    const again = await connect(account, body);
    graph.refusals.set('access_token', cloudRefusal(500, 2, 'Service temporarily unavailable'));
    const later = await connect(account, signup(givenBusiness(number), number));

    expect([again.status, again.body.message]).toEqual([
      422,
      'WhatsApp refused to exchange the code: This authorization code has been used.',
    ]);
    expect([later.status, later.body.error]).toEqual([503, 'WhatsApp is not available']);
  });

  it('names what is missing in the request and in the settings', async () => {
    const account = await givenAccount(test);

    const { status, body } = await connect(account, { waba_id: '5', code: ' ' });
    const unset = await connect(await givenAccount(without), signup('5', metaNumber()));

    const error = 'Required parameters are missing: code, business_id';
    expect([status, body]).toEqual([
      422,
      { success: false, error, attributes: ['code', 'business_id'], errors: [error] },
    ]);
    expect(unset.body.message).toContain('the setting oauth.whatsapp.client_id is missing');
  });

  it('is for administrators, and shows no secret of the app', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const number = metaNumber();
    const body = signup(givenBusiness(number), number);

    const refused = await account.call('POST', '/whatsapp/authorization', body, { token: agent.token });
    const { body: made } = await connect(account, body);

    expect(refused.status).toBe(403);
    const { text } = await account.call('GET', '/inboxes');
    const { provider_config: config } = await secretsOf(made.id);
    const key = String((config as { api_key: string }).api_key);
    expect(key).toMatch(/^key-long-/);
    for (const secret of [key, graph.appSecret]) {
      expect([text.includes(secret), log.includes(secret)]).toEqual([false, false]);
    }
  });
});
