import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newPassword } from '../../../src/fields/new-password.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { givenAccount } from '../../support/factories.ts';
import { runParley } from '../../support/parley.ts';

const RULE =
  'must have 6 to 128 characters, among them an upper-case letter, a lower-case letter, a digit and a special character ' +
  'such as ! or -; it needs ';

let place: Place;
let test: TestApp;
beforeAll(async () => {
  place = await givenPlace();
  test = await givenApp({ 'signup.enabled': 'true' }, { place });
});
afterAll(async () => {
  await test.stop();
  await place.remove();
});

/** What each way to choose a password answers to this one. */
async function refusals(password: string): Promise<string[]> {
  const { administrator } = await givenAccount(test);
  const signUp = { account_name: 'Acme', user_full_name: 'Ada', email: 'ada@example.com', password };
  const choice = { reset_password_token: 'x', password, password_confirmation: password };
  const answers = [
    await test.request('POST', '/api/v1/accounts', { body: signUp }),
    await test.request('PATCH', '/api/v1/profile', { token: administrator.token, body: { password } }),
    await test.request('PATCH', '/auth/password', { body: choice }),
  ];
  const page = await test.request('POST', '/app/auth/password/edit', { body: new URLSearchParams(choice) });
  const args = ['create-account', '--name', 'Acme', '--email', 'ada@example.com'];
  const given = await runParley([...args, '--password', password], place);
  const piped = await runParley([...args, '--password-stdin'], place, {}, `${password}\n`);
  return [...answers.map(({ body }) => body.message as string), page.text, given.stderr, piped.stderr];
}

describe('a new password', () => {
  it.each([
    ['longenough', 'an upper-case letter, a digit, a special character'],
    ['Aa1-', 'more characters'],
    [`Aa1-${'x'.repeat(125)}`, 'fewer characters'],
  ])('is checked by the same rule wherever it is chosen: %s', async (password, needed) => {
    const texts = await refusals(password);

    expect(texts).toHaveLength(6);
    for (const text of texts) expect(text).toContain(`password ${RULE}${needed}`);
  });

  it('follows the rule when it is generated', async () => {
    const { body } = await test.request('GET', '/openapi.json');
    const made = Array.from({ length: 500 }, newPassword);

    expect(JSON.stringify(body)).toContain('among them an upper-case letter');
    for (const password of made) expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[-_])[\w-]{16}$/);
  });

  it('may have as many characters of any script as the rule says, and signs in', async () => {
    const password = `Aa1-${'𝄞'.repeat(124)}`;
    const email = 'long@example.com';
    const created = await test.request('POST', '/api/v1/accounts', {
      body: { account_name: 'Acme', user_full_name: 'Ada', email, password },
    });

    const signedIn = await test.request('POST', '/auth/sign_in', { body: { email, password } });

    expect([created.status, signedIn.status]).toEqual([201, 200]);
  });
});
