import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { docsOf } from '../../../src/http/docs/docs.ts';
import { EVERYDAY_WORDS } from '../../../src/http/docs/everyday-words.ts';
import { operationFinder } from '../../../src/http/docs/find-operation.ts';
import { sectionsOf } from '../../../src/http/docs/sections.ts';
import { groupsOf, stemOf } from '../../../src/http/docs/synonyms.ts';
import { openApi } from '../../../src/http/openapi/document.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { allRoutes } from '../../support/openapi/routes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

/** The titles and addresses of what is found, and what is said of it. */
async function search(query: string) {
  const { text } = await test.request('GET', `/docs/search?${new URLSearchParams({ q: query })}`);
  const [, found = ''] = text.split('<div id="found">');
  return {
    titles: [...found.matchAll(/<li>\s*<a href="[^"]+">([^<]+)<\/a>/g)].map(([, title]) => title!),
    hrefs: [...found.matchAll(/<li>\s*<a href="([^"]+)">/g)].map(([, href]) => href!),
    said: /<p role="status">([^<]+)</.exec(found)?.[1],
    text,
  };
}

describe('GET /docs/search', () => {
  it('looks for the first eight different words', async () => {
    const eight = 'create new contact in account with name email';

    const { hrefs } = await search(`${eight} contact create nonexistentword`);

    expect(hrefs).toEqual((await search(eight)).hrefs);
  });

  it('finds no entries by the first letter of their words', async () => {
    expect((await search('z')).said).toBe('Nothing was found.');
  });

  it('refuses searches while many wait, and goes on after them', async () => {
    const docs = docsOf(openApi(allRoutes(), 'https://chat.example.com', 'spec'));

    const asked = await Promise.allSettled(Array.from({ length: 60 }, () => docs.search('create contact')));

    expect(asked.filter(({ status }) => status === 'rejected')).toEqual(
      Array(10).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'unavailable', retryAfter: 1 }) }),
    );
    expect(await docs.search('create contact')).toContain('/docs/api/contact#create_contact');
  });

  it.each([
    ['the title of an operation', 'create contact', '/docs/api/contact#create_contact'],
    ['its path', '/auth/sign_in', '/docs/api/session#sign_in'],
    ['the beginning of a word', 'canned resp', '/docs/api/canned-response#create_canned_response'],
    ['a plural', 'labels', '/docs/api/label#list_labels'],
    ['a typing error', 'webhok', '/docs/webhooks'],
    ['the name of an event', 'conversation_status_changed', '/docs/api/events#receive_conversation_status_changed'],
    ['a guide', 'backup', '/docs/backup'],
    ['words of a guide', 'timingSafeEqual', '/docs/webhooks#check-the-signature'],
    ['a field', 'hmac_mandatory', '/docs/requests#contacts'],
    ['two letters that are swapped', 'wehbook', '/docs/api/webhook#create_webhook'],
    ['the same in a short word', 'lable', '/docs/api/label#list_labels'],
  ])('finds by %s', async (_, query, wanted) => {
    const { hrefs } = await search(query);

    expect(hrefs.slice(0, 3)).toContain(wanted);
  });

  it.each([
    ['customer', '/docs/api/contact#create_contact'],
    ['customers', '/docs/api/contact#create_contact'],
    ['ticket', '/docs/api/conversation#create_conversation'],
    ['channel', '/docs/channels'],
    ['token', '/docs/signing-in'],
    ['api_access_token', '/docs/signing-in#with-an-access-token'],
    ['login', '/docs/api/session#sign_in'],
    ['tag', '/docs/api/label#create_label'],
    ['websocket', '/docs/api/cable#open_cable'],
    ['delete ticket', '/docs/api/conversation#delete_conversation'],
  ])('finds other words for the same: %s', async (query, wanted) => {
    const { hrefs } = await search(query);

    expect(hrefs.slice(0, 8)).toContain(wanted);
  });

  it.each([
    ['send a message', 'Create a message'],
    ['reply', 'Create a message'],
    ['answer a customer', 'Create a message'],
    ['close a ticket', 'Change the status of a conversation'],
    ['invite a colleague', 'Invite an agent'],
    ['forgot password', 'Ask for a mail with a link to choose a password'],
    ['knowledge base', 'Create a portal'],
  ])('knows the words of every day: %s', async (query, wanted) => {
    const { titles } = await search(query);

    expect(titles.slice(0, 3)).toContain(wanted);
  });

  it('has an operation for each entry of these words', () => {
    const findOperation = operationFinder(sectionsOf(openApi(allRoutes(), '', 'spec')));

    expect(EVERYDAY_WORDS.filter(([operation]) => findOperation(operation) === null)).toEqual([]);
  });

  it.each(['docker', 'install', 'upgrade', 'systemd', 'nginx'])('finds what operators ask for: %s', async (query) => {
    const { hrefs } = await search(query);

    expect(hrefs.slice(0, 3).filter((href) => href.startsWith('/docs/operating'))).not.toEqual([]);
  });

  it('has what is called so before what only mentions it', async () => {
    expect((await search('create contact')).titles[0]).toBe('Create a contact');
    expect((await search('delete label')).titles[0]).toBe('Delete a label');
    expect((await search('webhooks')).titles[0]).toBe('Webhooks');
  });

  it('says when nothing has all of the words, and shows what has some', async () => {
    const { hrefs, said } = await search('webhook qqqqqq');

    expect(said).toMatch(/^Nothing has all of these words\. Found with some of them: .*\d+ entries\.$/);
    expect(hrefs).toContain('/docs/webhooks');
  });

  it('says when nothing was found, and when nothing was asked', async () => {
    expect(await search('qqqqqq')).toMatchObject({ hrefs: [], said: 'Nothing was found.' });
    expect(await search('')).toMatchObject({ hrefs: [] });
    expect(await search('?!')).toMatchObject({ hrefs: [] });
  });

  it('shows what was typed as text', async () => {
    const { text } = await search('"><script>alert(1)</script>');

    expect(text).not.toContain('<script>alert');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)');
  });

  it('refuses what is too long', async () => {
    const { status } = await test.request('GET', `/docs/search?q=${'a'.repeat(201)}`);

    expect(status).toBe(422);
  });
});

describe('synonyms', () => {
  it('go both ways, in each number', () => {
    expect(groupsOf(stemOf('Tickets'))).toEqual(groupsOf(stemOf('conversations')));
    expect(groupsOf(stemOf('Tickets'))).not.toEqual([]);
    expect(groupsOf('qqqqqq')).toEqual([]);
  });
});
