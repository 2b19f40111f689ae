import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { databaseFile } from '../../../src/app.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenPlace, type Place } from '../../support/database.ts';
import { statementsDuring } from '../../support/database/statements.ts';
import { withoutKept } from '../../support/database/without-kept.ts';
import { givenAccount, givenContact, givenConversation, type TestAccount } from '../../support/factories.ts';
import { ask } from '../../support/conversation-calls.ts';
import { onlyOn } from '../../support/only.ts';
import { openedWithout } from '../../support/runner/switches.ts';

let place: Place;
let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  place = await givenPlace();
  test = await givenApp({}, { place, jobs: false });
  account = await givenAccount(test);
  for (const name of ['Carla', 'Dora', 'Carl']) {
    const contact = await givenContact(account, { name, email: `${name}@example.com` });
    const conversation = await givenConversation(account, { contact_id: contact.id });
    await ask(account, conversation, { content: `a refund for ${name}` });
    await account.call('POST', `/conversations/${conversation.id}/labels`, { labels: ['vip', name.toLowerCase()] });
  }
});
afterAll(async () => {
  await test.stop();
  await place.remove();
});

const filter = (key: string, operator: string, value: unknown) => ({
  payload: [{ attribute_key: key, filter_operator: operator, values: [value] }],
});
const ASKED: [method: string, path: string, body?: object][] = [
  ['GET', '/conversations/search?q=refund'],
  ['GET', '/conversations/search?q=refund+carl&per_page=1&page=2'],
  ['GET', '/conversations/search?q=nothing'],
  ['GET', '/conversations?labels[]=vip'],
  ['GET', '/conversations?page=2000'],
  ['GET', '/conversations?conversation_type=unattended'],
  ['GET', '/conversations/meta?labels[]=carl'],
  ['POST', '/conversations/filter', filter('labels', 'equal_to', 'vip')],
  ['POST', '/conversations/filter', filter('referer', 'contains', 'shop')],
  ['POST', '/conversations/filter', filter('created_at', 'is_greater_than', '2020-01-01')],
  ['GET', '/contacts/search?q=carl'],
  ['GET', '/contacts/search?q=example&sort=-name&per_page=2'],
  ['GET', '/contacts?page=2000'],
  ['POST', '/contacts/filter', filter('name', 'contains', 'a')],
  ['POST', '/contacts/filter?page=7', filter('blocked', 'equal_to', false)],
];

async function answers(to: TestApp): Promise<string[]> {
  const all = [];
  for (const [method, path, body] of ASKED) {
    const answer = await to.request(method, `${account.path}${path}`, { token: account.administrator.token, body });
    all.push(`${method} ${path} ${answer.status} ${answer.text}`);
  }
  return all;
}

const found = async (path: string) => (await account.call('GET', path)).body.meta;

describe('searches and filters', () => {
  it('answer the same from memory as before', async () => {
    const first = await answers(test);

    expect(await answers(test)).toEqual(first);
    expect(first.filter((answer) => !/^\w+ \S+ 200 /.test(answer))).toEqual([]);
  });

  it('answer the same on the usual connection', async () => {
    const aside = await answers(test);

    expect(await withoutKept(test, () => answers(test))).toEqual(aside);
  });

  it.each(['COUNT_WORKER', 'KEPT_COUNTS'] as const)('answer the same without %s', async (name) => {
    const usual = await answers(test);
    const other = await openedWithout(name, () => givenApp({}, { place, jobs: false }));
    const [first, again] = [await answers(other), await answers(other)];
    await other.stop();

    expect(first).toEqual(usual.map((answer) => answer.replaceAll(test.url, other.url)));
    expect(again).toEqual(first);
  });

  it('see what was written before', async () => {
    const paths = ['/conversations/search?q=broken', '/conversations/meta?labels[]=new', '/contacts/search?q=eve'];
    const before = await Promise.all(paths.map(found));
    const contact = await givenContact(account, { name: 'Eve' });
    const conversation = await givenConversation(account, { contact_id: contact.id });
    await ask(account, conversation, { content: 'a broken cup' });
    await account.call('POST', `/conversations/${conversation.id}/labels`, { labels: ['new'] });
    const [search, labelled, contacts] = await Promise.all(paths.map(found));

    expect(before).toMatchObject([{ all_count: 0 }, { all_count: 0 }, { count: 0 }]);
    expect([search, labelled, contacts]).toMatchObject([{ all_count: 1 }, { all_count: 1 }, { count: 1 }]);
  });

  onlyOn('sqlite', it)('see what another program has written', async () => {
    const before = await found('/conversations/meta?labels[]=vip&status=all');
    const other = new Database(databaseFile(test.app.config), { timeout: 5000 });
    other.exec('delete from conversation_labels');
    other.close();

    expect([before.all_count, (await found('/conversations/meta?labels[]=vip&status=all')).all_count]).toEqual([3, 0]);
  });

  onlyOn('sqlite', it)('let themselves be ended where they look at all rows', async () => {
    const filters = ASKED.filter(([method]) => method === 'POST');
    for (const [method, path, body] of filters) {
      const statements = await statementsDuring(test, () => account.call(method, path, body));
      expect(statements.filter((statement) => statement.includes('parley_goes_on'))).not.toEqual([]);
    }
  });

  onlyOn('sqlite', it)('may be under way when the server stops', async () => {
    const other = await givenApp({}, { place, jobs: false });
    const asked = Promise.allSettled(
      ASKED.map(([method, path, body]) =>
        other.request(method, `${account.path}${path}`, { token: account.administrator.token, body }),
      ),
    );
    await other.stop();

    const settled = await asked;
    const statuses = settled.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'refused'));
    expect(statuses.filter((status) => ![200, 503, 'refused'].includes(status))).toEqual([]);
  });
});
