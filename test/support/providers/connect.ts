import type { Answer, TestApp } from '../app.ts';
import type { TestAccount } from '../factories.ts';
import type { OauthServer, Person } from './oauth.ts';

/** The browser in which tests connect accounts, by its cookie; '' = it has none yet. */
let cookie = '';

/** The headers of that browser. */
export const inBrowser = (): Record<string, string> => (cookie === '' ? {} : { cookie });

/** Keeps the cookie of an answer, as that browser does. */
export function keepCookie({ headers }: Pick<Answer, 'headers'>): void {
  const [first] = headers.getSetCookie();
  if (first !== undefined) cookie = first.split(';')[0]!;
}

/** The address at the provider that begins connecting the account, as the browser gets it. */
export async function started(account: TestAccount, provider: string, body: object = {}): Promise<string> {
  const answer = await account.call('POST', `/${provider}/authorization`, body, { headers: inBrowser() });
  if (answer.status !== 200) throw new Error(`cannot begin: ${answer.text}`);
  keepCookie(answer);
  return answer.body.url;
}

/** Where the browser is sent on from the callback, or the page that it shows. */
export async function comeBack(test: TestApp, back: URL, headers = inBrowser()) {
  return test.request('GET', `${back.pathname}${back.search}`, { headers });
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

/** The row key of the account's authorization at the provider. */
export async function authorizationAt(test: TestApp, account: TestAccount, provider: string): Promise<number> {
  const { id } = await test
    .rows()
    .selectFrom('authorizations')
    .select('id')
    .where('account_id', '=', account.id)
    .where('provider', '=', provider as never)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}
