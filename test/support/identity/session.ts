import type { RequestOptions, TestApp } from '../app.ts';
import { quickHash } from '../quick-hash.ts';

const PASSWORD = 'Correct-horse-1';

/** Signs the user in as a browser does. Gives what is sent with each request of the session. */
export async function givenSession(
  test: TestApp,
  { id, email }: { id: number; email: string },
): Promise<RequestOptions> {
  const password_hash = quickHash(PASSWORD);
  await test.rows().updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  const { headers } = await test.request('POST', '/auth/sign_in', { body: { email, password: PASSWORD } });
  const names = ['access-token', 'client', 'uid'];
  return { token: null, headers: Object.fromEntries(names.map((name) => [name, headers.get(name) ?? ''])) };
}
