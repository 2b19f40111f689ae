import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Writable } from 'node:stream';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { type AuthenticatorApp, givenAuthenticatorApp } from '../../support/identity/authenticator-app.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { givenAccount } from '../../support/factories.ts';
import { quickHash } from '../../support/quick-hash.ts';

const PASSWORD = 'Correct-horse-1';
const LIMIT = 3;
const SETTINGS = {
  'server.trust_proxy': 'true',
  'rate_limit.sign_ins_per_half_hour': String(LIMIT),
  'log.level': 'warn',
};

let place: Place;
let test: TestApp;
let lines: string[] = [];
let now = new Date();
beforeAll(async () => {
  place = await givenPlace();
  const log = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) });
  test = await givenApp(SETTINGS, { place, log, now: () => now });
});
afterAll(async () => {
  await test.stop();
  await place.remove();
});

let address = 0;
/** Each request from another address, as somebody sends them who has many. */
const send = (method: string, path: string, body: object, headers: object = {}, app = test) =>
  app.request(method, path, { body, headers: { ...headers, 'x-forwarded-for': `203.0.113.${(address += 1)}` } });

async function givenMfa(): Promise<{ email: string; headers: object; app: AuthenticatorApp }> {
  const { administrator: user } = await givenAccount(test);
  const hash = quickHash(PASSWORD);
  await test.rows().updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute();
  const headers = sessionHeaders(await openSession(test.app.tx(), user, now));
  const begun = await send('POST', '/api/v1/profile/mfa', {}, headers);
  const app = givenAuthenticatorApp(begun.body.provisioning_url);
  await send('POST', '/api/v1/profile/mfa/verify', { otp_code: app.code(now) }, headers);
  now = new Date(now.getTime() + 30_000);
  return { email: user.email, headers, app };
}

async function attempt(email: string, code: string, app = test) {
  const { body } = await send('POST', '/auth/sign_in', { email, password: PASSWORD }, {}, app);
  return send('POST', '/auth/sign_in', { mfa_token: body.mfa_token, otp_code: code }, {}, app);
}

describe('wrong codes', () => {
  it('are counted for the user, wherever they come from, and for half an hour the right one is refused too', async () => {
    const { email, app } = await givenMfa();
    const other = await givenMfa();

    const statuses = [];
    for (let count = 0; count < LIMIT; count += 1) statuses.push((await attempt(email, '000000')).status);
    const refused = await attempt(email, app.code(now));
    const othersStatus = (await attempt(other.email, other.app.code(now))).status;
    now = new Date(now.getTime() + 31 * 60_000);
    const later = await attempt(email, app.code(now));

    expect(statuses).toEqual(Array(LIMIT).fill(400));
    expect([refused.status, refused.body.error]).toEqual([429, 'Too many requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
    expect([othersStatus, later.status]).toEqual([200, 200]);
  });

  it('are counted by all servers of the installation together, also where the user is signed in', async () => {
    const { email, headers, app } = await givenMfa();
    const another = await givenApp(SETTINGS, { place, now: () => now });

    await attempt(email, '000000');
    await attempt(email, '000000', another);
    await send('POST', '/api/v1/profile/mfa/backup_codes', { backup_code: 'aaaaaaaa' }, headers);
    const refused = [
      await attempt(email, app.code(now), another),
      await send('POST', '/api/v1/profile/mfa/backup_codes', { otp_code: app.code(now) }, headers),
    ];

    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    await another.stop();
  });

  it('leave a line in the log with the address, as a wrong password does', async () => {
    const { email } = await givenMfa();
    lines = [];

    await attempt(email, '000000');

    expect(lines.filter((line) => line.includes('sign-in failed'))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\\{"level":"warn",.*"address":"203\\.0\\.113\\.${address}",.*"reason":"the code is wrong.*"msg":"sign-in failed"\\}\\n$`,
        ),
      ),
    ]);
  });
});

describe('the password that goes with switching MFA off', () => {
  it('has the same limit of attempts as signing in', async () => {
    const { headers } = await givenMfa();
    const guess = () =>
      send('DELETE', '/api/v1/profile/mfa', { password: 'Wrong-horse-1', otp_code: '000000' }, headers);

    const statuses = [];
    for (let count = 0; count <= LIMIT; count += 1) statuses.push((await guess()).status);

    expect(statuses).toEqual([...Array<number>(LIMIT).fill(422), 429]);
  });
});
