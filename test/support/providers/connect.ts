import type { TestApp } from '../app.ts';
import type { TestAccount } from '../factories.ts';
import type { OauthServer, Person } from './oauth.ts';

/** The address at the provider that begins connecting the account. */
export async function started(account: TestAccount, provider: string, body: object = {}): Promise<string> {
  const answer = await account.call('POST', `/${provider}/authorization`, body);
  if (answer.status !== 200) throw new Error(`cannot begin: ${answer.text}`);
  return answer.body.url;
}

/** Where the browser is sent on from the callback, or the page that it shows. */
export async function comeBack(test: TestApp, back: URL) {
  return test.request('GET', `${back.pathname}${back.search}`);
}

/** Connects the account: begins, consents as `person`, and comes back. */
export async function connect(
  test: TestApp,
  oauth: OauthServer,
  account: TestAccount,
  provider: string,
  person: Person,
  body: object = {},
) {
  const back = await oauth.consent(await started(account, provider, body), person);
  const answer = await comeBack(test, back);
  if (answer.status !== 302) throw new Error(`not connected: ${answer.text}`);
  return { back, location: answer.headers.get('location') ?? '' };
}
