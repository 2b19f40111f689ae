import { RequestError, sendRequest, type Sent } from '../../kit/request.ts';
import { type ReadonlySignal, signal } from '../../kit/signals.ts';
import type { Keeper } from '../store/keeper.ts';
import { type Availability, keptOf, type UiSettings, type User } from './user.ts';

/** Whether somebody is signed in; unknown until the server has said so. */
export type SessionState =
  | { is: 'unknown' }
  | { is: 'out' }
  | { is: 'in'; user: User }
  /** The server did not say. */
  | { is: 'unreachable'; error: RequestError };

/** What goes with a code that is needed beside the password; null = the user is signed in. */
export type NextStep = { mfaToken: string } | null;

export type NewAccount = { token: string; name: string; email: string; password: string; company: string };

export type Session = {
  state: ReadonlySignal<SessionState>;
  /** Asks the server who is signed in; without a connection, the user that the browser has kept counts. */
  load: () => Promise<void>;
  /** @throws RequestError */
  signIn: (email: string, password: string) => Promise<NextStep>;
  /** By an authenticator's code, or a backup code. @throws RequestError */
  enterCode: (mfaToken: string, code: string) => Promise<void>;
  /** By the token of a link. @throws RequestError */
  signInByLink: (email: string, token: string) => Promise<NextStep>;
  /** Makes the first account of the server, and signs in. @throws RequestError */
  setUp: (account: NewAccount) => Promise<void>;
  /** Has a link mailed with which a password can be chosen. @throws RequestError */
  requestPassword: (email: string) => Promise<void>;
  /** Where to sign in through SAML. @throws RequestError */
  samlAddress: (email: string) => Promise<string>;
  /** @throws RequestError */
  setAvailability: (accountId: number, availability: Availability) => Promise<void>;
  /** Shows the settings of the user at once as changed; what the server refuses is taken back. @throws RequestError */
  changeSettings: (changed: UiSettings) => Promise<void>;
  /** @throws RequestError */
  signOut: () => Promise<void>;
  /** Whether the user has ended the last session here. */
  isSignedOutByUser: () => boolean;
};

type SignedIn = { data: User } | { mfa_required: true; mfa_token: string };

/** As many digits as an authenticator shows; backup codes are other texts. */
const AUTHENTICATOR_CODE = /^\d{6}$/;

/** Under this name, the browser keeps who is signed in, for visits without a connection. */
const KEPT = 'user';

/** The session of this browser: its cookie is out of reach of scripts, and goes with each request. */
export function createSession(keeper: Keeper, send: typeof sendRequest = sendRequest): Session {
  const state = signal<SessionState>({ is: 'unknown' });
  const request = <T>(method: string, address: string, body?: object): Promise<T> =>
    send<T>(address, { method, body, credentials: 'same-origin' } satisfies Sent);
  /** How often somebody signed in or out: what the server said before is out of date. */
  let changes = 0;
  function become(next: SessionState) {
    changes += 1;
    state.value = next;
  }
  let isByUser = false;
  function enter(user: User) {
    isByUser = false;
    become({ is: 'in', user });
    void keeper.set(KEPT, keptOf(user));
  }
  function end() {
    become({ is: 'out' });
    void keeper.remove(KEPT);
  }
  /** Changes of the settings are stored one after the other, since the server replaces all of them. */
  let settingsTurn: Promise<void> = Promise.resolve();
  function showSettings(userId: number, settings: UiSettings): void {
    const now = state.peek();
    if (now.is !== 'in' || now.user.id !== userId) return;
    enter({ ...now.user, ui_settings: { ...now.user.ui_settings, ...settings } });
  }
  async function storeSettings(userId: number, changed: UiSettings): Promise<void> {
    // Other apps of the user may have changed others.
    const { ui_settings: now } = await request<User>('GET', '/api/v1/profile');
    const profile = { ui_settings: { ...now, ...changed } };
    const stored = await request<User>('PATCH', '/api/v1/profile', { profile });
    showSettings(userId, stored.ui_settings);
  }
  /** Changes the profile, of which the answer is the new one. */
  async function change(method: string, path: string, body: object): Promise<void> {
    const before = changes;
    try {
      const user = await request<User>(method, path, body);
      if (changes === before) enter(user);
    } catch (error) {
      if (asRequestError(error).status !== 401) throw error;
      end();
    }
  }

  async function signInWith(body: object): Promise<NextStep> {
    const answer = await request<SignedIn>('POST', '/auth/sign_in', { ...body, session_cookie: true });
    if ('mfa_token' in answer) return { mfaToken: answer.mfa_token };
    enter(answer.data);
    return null;
  }

  async function ask(): Promise<SessionState> {
    try {
      return { is: 'in', user: await request<User>('GET', '/api/v1/profile') };
    } catch (error) {
      const refused = asRequestError(error);
      if (refused.status === 401) return { is: 'out' };
      const user = refused.status === 0 ? await keeper.get<User>(KEPT) : undefined;
      return user ? { is: 'in', user } : { is: 'unreachable', error: refused };
    }
  }

  async function load() {
    const before = changes;
    const next = await ask();
    if (changes !== before) return;
    if (next.is === 'in') enter(next.user);
    else if (next.is === 'out') end();
    else become(next);
  }

  return {
    state,
    load,
    isSignedOutByUser: () => isByUser,
    signIn: (email, password) => signInWith({ email: email.trim(), password }),
    signInByLink: (email, token) => signInWith({ email, sso_auth_token: token }),
    async enterCode(mfaToken, given) {
      const code = given.replaceAll(/\s/g, '');
      const field = AUTHENTICATOR_CODE.test(code) ? 'otp_code' : 'backup_code';
      await signInWith({ mfa_token: mfaToken, [field]: code });
    },
    async setUp(account) {
      enter((await request<{ data: User }>('POST', '/app/setup', account)).data);
    },
    async requestPassword(email) {
      await request('POST', '/auth/password', { email: email.trim() });
    },
    samlAddress: async (email) =>
      (await request<{ url: string }>('POST', '/api/v1/auth/saml_login', { email: email.trim() })).url,
    setAvailability: (accountId, availability) =>
      change('POST', '/api/v1/profile/availability', { profile: { account_id: accountId, availability } }),
    async changeSettings(changed) {
      const before = state.peek();
      if (before.is !== 'in') return;
      const { id, ui_settings: settings } = before.user;
      const former = Object.fromEntries(Object.keys(changed).map((name) => [name, settings[name]]));
      showSettings(id, changed);
      const turn = settingsTurn.then(() => storeSettings(id, changed));
      settingsTurn = turn.catch(() => {});
      try {
        await turn;
      } catch (error) {
        if (asRequestError(error).status === 401) return end();
        showSettings(id, former);
        throw error;
      }
    },
    async signOut() {
      await request('DELETE', '/auth/sign_out').catch((error: unknown) => {
        // It was ended already.
        if (asRequestError(error).status !== 401) throw error;
      });
      isByUser = true;
      end();
    },
  };
}

function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  throw error;
}
