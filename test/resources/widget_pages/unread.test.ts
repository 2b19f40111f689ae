import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { givenVisitor, givenWebsite, type Visitor, type Website } from '../../support/public/website.ts';

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp();
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const ask = (website: Pick<Website, 'token'>, token: string) =>
  test.request('POST', `/widget/unread?website_token=${website.token}`, {
    body: new URLSearchParams({ cw_conversation: token }),
  });
const countOf = async (website: Website, { token }: Pick<Visitor, 'token'>) =>
  (await ask(website, token)).body.unread_count;

/** A visitor with a conversation, into which the team has written what is public, and what is not. */
async function givenAnswered(contents: string[]) {
  const website = await givenWebsite(test, account);
  const visitor = await givenVisitor(website);
  const path = `/conversations/${visitor.message.conversation_id}/messages`;
  for (const content of contents) await account.call('POST', path, { content, message_type: 'outgoing' });
  await account.call('POST', path, { content: 'A note', message_type: 'outgoing', private: true });
  return { website, visitor };
}

describe('POST /widget/unread', () => {
  it('counts what the visitor has not seen of what the team wrote, for a page of any site', async () => {
    const { website, visitor } = await givenAnswered(['One', 'Two']);

    const { status, headers, body } = await ask(website, visitor.token);

    expect([status, body]).toEqual([200, { unread_count: 2 }]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('counts nothing that was seen, and nothing before a message', async () => {
    const { website, visitor } = await givenAnswered(['One']);
    await website.call('POST', '/conversations/update_last_seen', {}, visitor);
    const { website: quiet, visitor: alone } = await givenAnswered([]);

    expect(await countOf(website, visitor)).toBe(0);
    expect(await countOf(quiet, alone)).toBe(0);
  });

  it('says nothing of visitors of another website, nor of a token that is none', async () => {
    const { visitor } = await givenAnswered(['One']);
    const { website } = await givenAnswered(['Two']);

    expect(await countOf(website, visitor)).toBe(0);
    expect(await countOf(website, { token: 'nothing' })).toBe(0);
  });

  it('is 404 for no website, and 422 without a token, which pages may read', async () => {
    const website = await givenWebsite(test, account);

    const answers = [await ask({ token: 'unknown' }, 'nothing'), await ask(website, '')];

    expect(answers.map(({ status }) => status)).toEqual([404, 422]);
    for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});
