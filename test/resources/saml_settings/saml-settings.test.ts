import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, givenAgent, type TestAccount } from '../../support/factories.ts';

let test: TestApp;
let certificate: string;
beforeAll(async () => {
  test = await givenApp();
  ({ cert: certificate } = await generate([{ name: 'commonName', value: 'provider' }], { keySize: 2048 }));
});
afterAll(() => test.stop());

const PATH = '/saml_settings';
const given = (more: object = {}) => ({
  sso_url: 'https://login.example.com/saml',
  certificate,
  idp_entity_id: 'https://login.example.com/metadata',
  ...more,
});

describe('the SAML settings of an account', () => {
  it('are made, shown, changed and taken away', async () => {
    const account = await givenAccount(test);
    const none = await account.call('GET', PATH);

    const made = await account.call('POST', PATH, { saml_settings: given() });
    await account.call('PATCH', PATH, { role_mappings: { Leads: { role: 'administrator' } } });
    const changed = await account.call('PATCH', PATH, { role_mappings: null, idp_entity_id: 'another' });
    const shown = await account.call('GET', PATH);
    const gone = await account.call('DELETE', PATH);

    const { publicUrl } = test.app.installation;
    expect([none, made, changed, shown, gone].map(({ status }) => status < 300)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(made.body).toMatchObject({
      ...given({ certificate: new X509Certificate(certificate).toString() }),
      account_id: account.id,
      fingerprint: new X509Certificate(certificate).fingerprint256,
      sp_entity_id: `${publicUrl}/saml/sp/${account.id}`,
      acs_url: `${publicUrl}/auth/saml/callback`,
      role_mappings: {},
    });
    expect(shown.body).toEqual(changed.body);
    expect(shown.body).toMatchObject({
      ...made.body,
      updated_at: shown.body.updated_at,
      idp_entity_id: 'another',
      role_mappings: { Leads: { role: 'administrator' } },
    });
    expect((await account.call('GET', PATH)).status).toBe(404);
  });

  it('take a certificate in base64 alone, as providers show it', async () => {
    const account = await givenAccount(test);
    const bare = new X509Certificate(certificate).raw.toString('base64');

    const { body } = await account.call('POST', PATH, given({ certificate: bare }));

    expect(body.certificate).toBe(new X509Certificate(certificate).toString());
  });

  it('are there once', async () => {
    const account = await givenAccount(test);
    await account.call('POST', PATH, given());

    const { status, text } = await account.call('POST', PATH, given());

    expect([status, text]).toEqual([422, expect.stringContaining('already')]);
  });

  it('are for administrators of the account', async () => {
    const account = await givenAccount(test);
    const agent = await givenAgent(test, account);
    const { administrator: other } = await givenAccount(test);
    await account.call('POST', PATH, given());

    const statuses = await Promise.all(
      [agent.token, other.token].flatMap((token) =>
        ['GET', 'PATCH', 'DELETE'].map(async (method) => (await account.call(method, PATH, {}, { token })).status),
      ),
    );

    expect(statuses).toEqual([403, 403, 403, 404, 404, 404]);
  });

  it('are not told of to anyone when the account is deleted', async () => {
    const account = await givenAccount(test);
    await account.call('POST', PATH, given());

    expect((await test.request('GET', `/auth/saml?account_id=${account.id}`)).status).toBe(302);
    await test.rows().updateTable('accounts').set({ status: 'suspended' }).where('id', '=', account.id).execute();
    expect((await test.request('GET', `/auth/saml?account_id=${account.id}`)).status).toBe(404);
  });

  it.each([
    ['sso_url', ['', 'javascript:alert(1)', 'login', null, 1]],
    ['certificate', ['', 'AAAA', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', null, 1]],
    ['idp_entity_id', ['', ' ', null, 1]],
    [
      'role_mappings',
      ['Leads', [], { Leads: 'agent' }, { Leads: { role: 'owner' } }, { Leads: { role: 'agent', x: 1 } }],
    ],
  ])('have no other %s', async (field, values) => {
    const account = await givenAccount(test);

    const answers = await Promise.all(values.map((value) => account.call('POST', PATH, given({ [field]: value }))));

    expect(answers.map(({ status, body }) => [status, body.attributes])).toEqual(values.map(() => [422, [field]]));
  });

  it.each([
    ['a short key', { keySize: 1024 }],
    ['no RSA key', { keyType: 'ec' }],
  ])('have no certificate with %s', async (_, options) => {
    const account: TestAccount = await givenAccount(test);
    const { cert } = await generate([{ name: 'commonName', value: 'weak' }], options as object);

    expect((await account.call('POST', PATH, given({ certificate: cert }))).status).toBe(422);
  });
});
