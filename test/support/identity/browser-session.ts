import type { Answer, TestApp } from '../app.ts';
import { quickHash } from '../quick-hash.ts';

/** The password of users that `givenPassword` was called for. */
export const PASSWORD = 'Correct-horse-1';

/** Headers that a browser adds for a page of this server. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** Lets the user sign in with PASSWORD. */
export async function givenPassword(test: TestApp, { id }: { id: number }): Promise<void> {
  const hash = quickHash(PASSWORD);
  await test.rows().updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
}

/** Signs in as the console does: the session comes as a cookie. */
export function signInFor(test: TestApp, body: object, headers: Record<string, string> = OWN_PAGE): Promise<Answer> {
  return test.request('POST', '/auth/sign_in', { body: { session_cookie: true, ...body }, headers });
}

/** The cookie that the answer sets: `name=value`; '' = it sets none. */
export const cookieIn = ({ headers }: Pick<Answer, 'headers'>) => (headers.get('set-cookie') ?? '').split(';')[0]!;

/** The cookie of a new session of the user. */
export async function givenBrowser(test: TestApp, user: { id: number; email: string }): Promise<string> {
  await givenPassword(test, user);
  return cookieIn(await signInFor(test, { email: user.email, password: PASSWORD }));
}
