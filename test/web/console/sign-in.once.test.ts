import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLoginLink } from '../../../src/resources/auth/login-link.ts';
import { sessionHeaders } from '../../../src/http/session/session-headers.ts';
import { openSession } from '../../../src/resources/sessions/open-session.ts';
import { givenAuthenticatorApp } from '../../support/identity/authenticator-app.ts';
import { givenConversation } from '../../support/factories.ts';
import { type ConsolePage, Consoles, givenSigner } from '../pages/console-page.ts';

const consoles = new Consoles();
beforeAll(() => consoles.start());
afterEach(consoles.close);
afterAll(consoles.stop);

const heading = ({ page }: ConsolePage, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const alerted = ({ page }: ConsolePage) => page.getByRole('alert').filter({ hasText: /./ }).innerText();

/** A user with an authenticator app. */
async function givenAuthenticated() {
  const { administrator: user } = await givenSigner(consoles.test);
  const now = new Date();
  const headers = sessionHeaders(await openSession(consoles.test.app.tx(), user, now));
  const send = (path: string, body: object = {}) => consoles.test.request('POST', path, { headers, body });
  const app = givenAuthenticatorApp((await send('/api/v1/profile/mfa')).body.provisioning_url);
  const { body } = await send('/api/v1/profile/mfa/verify', { otp_code: app.code(now) });
  return { email: user.email, code: () => app.code(now, 1), backupCode: body.backup_codes[0] as string };
}

describe('signing in', () => {
  it('says that the password is wrong, and with the right one leads to the address that was opened', async () => {
    const signer = await givenSigner(consoles.test);
    const { id, administrator } = signer;
    const { id: number } = await givenConversation(signer);
    const path = `/app/accounts/${id}/label/vip/conversations/${number}?status=all`;
    const opened = await consoles.open(path);
    await heading(opened, 'Sign in');

    await opened.signIn(administrator.email, 'Wrong-horse-1');
    const words = await alerted(opened);
    await opened.signIn(administrator.email);

    const name = 'Carla Contact';
    await heading(opened, name);
    expect(await opened.page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    expect(words).toBe('The e-mail address or the password is not right.');
    expect(opened.path()).toBe(path);
    expect(await opened.page.title()).toBe(`Conversation with ${name}`);
    expect(opened.problems).toEqual([]);
  });

  it('lasts over a reload, until somebody signs out', async () => {
    const opened = await consoles.openSignedIn();
    await heading(opened, 'Mine');

    await opened.page.reload();
    await heading(opened, 'Mine');
    await opened.page.getByRole('button', { name: 'Your account' }).click();
    await opened.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(opened, 'Sign in');
    await opened.page.reload();

    await heading(opened, 'Sign in');
    expect(opened.path()).toBe('/app/login');
    expect(opened.problems).toEqual([]);
  });

  it('keeps nothing that a script could take away', async () => {
    const { page, context } = await consoles.openSignedIn();

    const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);

    expect(kept).toEqual(['', 0, 0]);
    expect((await context.cookies()).map(({ httpOnly }) => httpOnly)).toEqual([true]);
  });

  it('asks for a code where the user has an authenticator app, and for another one when it is wrong', async () => {
    const { email, code } = await givenAuthenticated();
    const opened = await consoles.open('/app');
    await opened.signIn(email);
    const field = opened.page.getByRole('textbox', { name: 'Code' });

    await field.fill('000000');
    await field.press('Enter');
    const words = await alerted(opened);
    await field.fill(code());
    await opened.page.getByRole('button', { name: 'Sign in' }).click();

    await heading(opened, 'Mine');
    expect(words).toBe('This code is not right, or was used before.');
    expect(opened.problems).toEqual([]);
  });

  it('takes a backup code in place of that of the app', async () => {
    const { email, backupCode } = await givenAuthenticated();
    const opened = await consoles.open('/app');
    await opened.signIn(email);

    await opened.page.getByRole('textbox', { name: 'Code' }).fill(` ${backupCode} `);
    await opened.page.getByRole('button', { name: 'Sign in' }).click();

    await heading(opened, 'Mine');
  });

  it('says that the server cannot be reached, and works when it can be', async () => {
    const { administrator } = await givenSigner(consoles.test);
    const opened = await consoles.open('/app/login');
    await heading(opened, 'Sign in');
    await opened.context.setOffline(true);

    await opened.signIn(administrator.email);
    const words = await alerted(opened);
    await opened.context.setOffline(false);
    await opened.page.getByRole('button', { name: 'Sign in' }).click();

    await heading(opened, 'Mine');
    expect(words).toBe('The server cannot be reached. Check your connection, and try again.');
  });
});

describe('a link that signs in', () => {
  it('does so by itself, once, and leaves no token in the address', async () => {
    const { administrator } = await givenSigner(consoles.test);
    const link = new URL(await createLoginLink(consoles.test.app.tx(), administrator, new Date()));
    const opened = await consoles.open(`${link.pathname}${link.search}`);
    await heading(opened, 'Mine');
    const path = opened.path();

    const again = await consoles.open(`${link.pathname}${link.search}`);
    await heading(again, 'Sign in');

    expect(path).not.toContain('sso_auth_token');
    expect(await alerted(again)).toContain('This link was used before');
    expect(again.path()).toBe(`/app/login?email=${encodeURIComponent(administrator.email)}`);
    expect(await again.page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(administrator.email);
    expect([...opened.problems, ...again.problems]).toEqual([]);
  });

  it('that was used leaves somebody signed in who is', async () => {
    const { administrator } = await givenSigner(consoles.test);
    const link = new URL(await createLoginLink(consoles.test.app.tx(), administrator, new Date()));
    const { context, ...first } = await consoles.open(`${link.pathname}${link.search}`);
    await heading({ context, ...first }, 'Mine');

    const again = await consoles.open(`${link.pathname}${link.search}`, { context });

    await heading(again, 'Mine');
  });
});

describe('the page where people sign in', () => {
  it.each([
    ['/app/login?error=access-denied', 'You have no access, or have cancelled the sign-in.'],
    ['/app/login/sso?error=saml-authentication-failed', 'Signing in through SAML did not work.'],
    ['/app/login?error=no-seats-left', 'Signing in was refused: no-seats-left'],
  ])('%s says why a provider sent the browser back', async (path, words) => {
    const opened = await consoles.open(path);

    expect(await alerted(opened)).toContain(words);
  });

  it('shows what stands in its address as text', async () => {
    const text = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const opened = await consoles.open(`/app/login?${new URLSearchParams({ error: text, email: `${text}@x` })}`);

    expect(await alerted(opened)).toBe(`Signing in was refused: ${text}`);
    expect(await opened.page.locator('#app :is(img, script)').count()).toBe(0);
    expect(opened.problems).toEqual([]);
  });

  it('leads to another, which mails a link, and says the same for every address', async () => {
    const opened = await consoles.open('/app/login');
    await opened.page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(opened, 'Choose a new password');

    await opened.page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
    await opened.page.getByRole('button', { name: 'Send the link' }).click();

    await opened.page.getByText('If somebody has this address here, a link is on its way to it.').waitFor();
    await opened.page.goBack();
    await heading(opened, 'Sign in');
    expect(opened.problems).toEqual([]);
  });
});

describe('providers', () => {
  const offering = new Consoles();
  beforeAll(() =>
    offering.start({
      'auth.google.client_id': 'parley',
      'auth.google.issuer': 'http://127.0.0.1:9',
      'auth.oidc.client_id': 'parley',
      'auth.oidc.issuer': 'http://127.0.0.1:9',
    }),
  );
  afterEach(offering.close);
  afterAll(offering.stop);

  it('are offered where the server knows them', async () => {
    const { administrator, id } = await givenSigner(offering.test);
    const now = new Date();
    await offering.test
      .rows()
      .insertInto('saml_settings')
      .values({
        account_id: id,
        sso_url: 'http://127.0.0.1:9/sso',
        certificate: '',
        idp_entity_id: 'http://127.0.0.1:9',
        role_mappings: '{}' as never,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const opened = await offering.open('/app/login');
    const addressOf = (name: string) => opened.page.getByRole('link', { name }).getAttribute('href');
    const saml = opened.page.getByRole('button', { name: 'Continue with SAML' });

    expect(await addressOf('Continue with Google')).toBe('/auth/google_oauth2');
    expect(await addressOf('Continue with single sign-on')).toBe('/auth/oidc');
    await saml.click();
    expect(await alerted(opened)).toBe('Type your e-mail address first.');
    await opened.page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
    await saml.click();
    await opened.page.getByText('No account with SAML is known for this address.').waitFor();

    await opened.page.route('**/auth/saml?*', (route) => route.fulfill({ body: 'The provider' }));
    const going = opened.page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/saml');
    await opened.page.getByRole('textbox', { name: 'Email' }).fill(administrator.email);
    await saml.click();

    expect(new URL((await going).url()).searchParams.get('account_id')).toBe(String(id));
  });

  it('are not offered where it knows none', async () => {
    const opened = await consoles.open('/app/login');
    await opened.page.getByRole('button', { name: 'Sign in' }).waitFor();

    expect(await opened.page.getByText('Continue with').count()).toBe(0);
  });
});
