import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../support/app.ts';
import { finished, type OneOfEach, givenOneOfEach, NAMES, rowsOf, type Segment } from '../support/one-of-each.ts';
import { givenAccount, type TestAccount } from '../support/factories.ts';
import { accountRoutes, fill, type MountedRoute, parametersOf } from '../support/openapi/routes.ts';

let test: TestApp;
let mine: TestAccount;
let theirs: TestAccount;
let myIds: OneOfEach;
let theirIds: OneOfEach;
beforeAll(async () => {
  test = await givenApp();
  mine = await givenAccount(test, 'Mine');
  theirs = await givenAccount(test, 'Theirs');
  myIds = await givenOneOfEach(mine);
  // Conversations are numbered within the account: theirs needs a number that mine has not.
  theirIds = await givenOneOfEach(theirs, 3);
  await finished(theirs, theirIds);
});
afterAll(() => test.stop());

const titled = (routes: MountedRoute[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const call = (route: MountedRoute, values: (string | number)[]) =>
  test.request(route.method, fill(route, values), {
    token: mine.administrator.token,
    ...(route.method !== 'GET' && { body: {} }),
  });

describe("another account's number in the path", () => {
  it.each(titled(accountRoutes()))('%s is not found', async (_, route) => {
    const before = await rowsOf(test, theirs);

    const { status, body } = await call(route, [
      theirs.id,
      ...parametersOf(route)
        .slice(1)
        .map(({ segment }) => theirIds[segment as Segment]),
    ]);

    expect([status, body.error]).toEqual([404, 'Account not found']);
    expect(await rowsOf(test, theirs)).toEqual(before);
  });
});

describe("a number in the path that is another account's", () => {
  // Apps are the same for all accounts.
  const routes = accountRoutes().filter((route) => parametersOf(route).length > 1 && !route.path.endsWith('/:app'));

  it.each(titled(routes))('%s does not find it, at any level', async (_, route) => {
    const segments = parametersOf(route)
      .slice(1)
      .map(({ segment }) => segment as Segment);
    const before = await rowsOf(test, theirs);

    // Mine up to some level, theirs from there on.
    const answers = await Promise.all(
      segments.map((__, level) =>
        call(route, [mine.id, ...segments.map((segment, index) => (index < level ? myIds : theirIds)[segment])]),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      segments.map((segment) => [404, `${NAMES[segment]} not found`]),
    );
    expect(await rowsOf(test, theirs)).toEqual(before);
  });

  it.each(titled(routes))('%s does not find what is not a number, either', async (_, route) => {
    const segments = parametersOf(route)
      .slice(1)
      .map(({ segment }) => segment as Segment);
    const last = segments.at(-1)!;
    const parents = segments.slice(0, -1).map((segment) => myIds[segment]);

    const answers = await Promise.all(
      ['0', '-1', '1.5', '1e3', '99999999999999999999', 'none', `${myIds[last]}abc`, '%00', '%ff'].map((id) =>
        call(route, [mine.id, ...parents, id]),
      ),
    );

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      answers.map(() => [404, `${NAMES[last]} not found`]),
    );
  });
});

describe("a body that names another account's", () => {
  it.each([
    [
      'POST',
      '/conversations',
      'inbox_id',
      () => ({ inbox_id: theirIds.inboxes, contact_id: myIds.contacts }),
      [404, 'Inbox not found'],
    ],
    [
      'POST',
      '/conversations',
      'contact_id',
      () => ({ inbox_id: myIds.inboxes, contact_id: theirIds.contacts }),
      [404, 'Contact not found'],
    ],
    [
      'POST',
      '/conversations',
      'assignee_id',
      () => ({ inbox_id: myIds.inboxes, contact_id: myIds.contacts, assignee_id: theirs.administrator.id }),
      [422, 'Validation failed'],
    ],
    ['POST', '/contacts', 'inbox_id', () => ({ name: 'Carla', inbox_id: theirIds.inboxes }), [404, 'Inbox not found']],
    [
      'POST',
      '/webhooks',
      'inbox_id',
      () => ({ url: 'https://hooks.example.com/2', inbox_id: theirIds.inboxes }),
      [404, 'Inbox not found'],
    ],
  ])('%s %s with %s does not find it', async (method, path, _, body, expected) => {
    const before = await rowsOf(test, theirs);

    const answer = await mine.call(method, path, body());

    expect([answer.status, answer.body.error]).toEqual(expected);
    expect(await rowsOf(test, theirs)).toEqual(before);
  });

  it.each([
    ['/conversations?status=all&inbox_id=', () => theirIds.inboxes],
    [
      '/conversations?status=all&source_id=',
      async () => (await theirs.call('GET', `/contacts/${theirIds.contacts}`)).body.contact_inboxes[0].source_id,
    ],
  ])('GET %s lists nothing', async (path, id) => {
    const { status, body } = await mine.call('GET', `${path}${await id()}`);

    expect([status, body.data.payload]).toEqual([200, []]);
  });
});

describe('a message', () => {
  it('is not found in another conversation of its account', async () => {
    const other = await mine.call('POST', '/conversations', { inbox_id: myIds.inboxes, contact_id: myIds.contacts });
    const path = `/conversations/${other.body.id}/messages/${myIds.messages}`;

    const answers = [
      await mine.call('PATCH', path, { status: 'read' }),
      await mine.call('DELETE', path),
      await mine.call('POST', `${path}/retry`),
    ];

    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([404, 'Message not found']));
  });
});
