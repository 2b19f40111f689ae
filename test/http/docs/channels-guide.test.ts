import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL_TYPES } from '../../../src/entities/channel.ts';
import { providerOf, PROVIDERS } from '../../../src/channels/providers.ts';
import { findInbox } from '../../../src/resources/inboxes/queries.ts';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenAccount, type TestAccount } from '../../support/factories.ts';
import { isCreated } from '../../support/openapi/dialect.ts';
import { operationFor } from '../../support/openapi/check-answer.ts';

const ROOT = join(import.meta.dirname, '../../..');
const GUIDE = readFileSync(join(ROOT, 'config/channels.md'), 'utf8');
/** Where the guide's server is. */
const PUBLIC_URL = 'https://chat.example.com';

/** The parts with an inbox of their own, by their headings. */
const KINDS = GUIDE.split(/^## /m)
  .slice(1)
  .map((part) => ({ heading: part.split('\n')[0]!, part, bodies: bodiesIn(part) }))
  .filter(({ bodies }) => bodies.length > 0);

/** What `call /inboxes -d` sends. */
function bodiesIn(part: string): string[] {
  return [...part.matchAll(/^call \/inboxes -d '([^']+)'/gm)].map(([, body]) => body!);
}

/** What `call /inboxes/3 -X PATCH -d` sends. */
function changesIn(part: string): string[] {
  return [...part.matchAll(/^call \/inboxes\/3 -X PATCH -d '([^']+)'/gm)].map(([, body]) => body!);
}

let test: TestApp;
let account: TestAccount;
beforeAll(async () => {
  test = await givenApp({ 'server.public_url': PUBLIC_URL }, { jobs: false });
  account = await givenAccount(test);
});
afterAll(() => test.stop());

const created: { type: string; provider: string | null }[] = [];

describe.each(KINDS)('the guide to $heading', ({ part, bodies }) => {
  it('has a body that makes an inbox, and the address that the provider must have', async () => {
    for (const body of bodies) {
      const { status, body: inbox, text } = await account.call('POST', '/inboxes', JSON.parse(body));
      expect([isCreated(status), text]).toEqual([true, text]);

      const { channel } = (await findInbox(test.app.tx(), account.id, inbox.id))!;
      created.push({ type: channel.type, provider: providerOf(channel.type, channel.settings) });
      const address: string | undefined = inbox.callback_webhook_url ?? undefined;
      // These end with an identifier that the server makes.
      const shown = ['telegram', 'line'].includes(channel.type) ? address?.replace(/[^/]+$/, '...') : address;
      if (shown !== undefined) expect(part).toContain(`\`${shown}\``);
      for (const change of changesIn(part)) {
        const changed = await account.call('PATCH', `/inboxes/${inbox.id}`, JSON.parse(change));
        expect([changed.status, changed.text]).toEqual([200, changed.text]);
      }
    }
  });

  it('says how to test it, and has a table of what it can do', () => {
    expect(part).toMatch(/parley channels test|[Tt]o test it/);
    for (const row of ['Received', 'Sent', 'Statuses', 'Good to know']) {
      expect(part).toMatch(new RegExp(`^\\| ${row} \\| .+ \\|$`, 'm'));
    }
  });
});

describe('the guide to channels', () => {
  it('has a part for each kind of channel and each provider', () => {
    expect([...new Set(created.map(({ type }) => type))].toSorted()).toEqual([...CHANNEL_TYPES].toSorted());
    const providers = new Set(created.flatMap(({ provider }) => provider ?? []));
    expect([...providers].toSorted()).toEqual([...PROVIDERS].toSorted());
  });

  it('names only addresses that there are', () => {
    const paths = [...GUIDE.matchAll(/https:\/\/chat\.example\.com(\/[^\s`'"]+)/g)].map(([, path]) => path!);
    const posted = paths.filter((path) => !path.startsWith('/api/v1/accounts/1') && !path.includes('...'));
    const called = [...GUIDE.matchAll(/^\W*call (\/\S+)( -X PATCH)?/gm)].map(
      ([, path, isChange]) => [isChange ? 'PATCH' : 'POST', `/api/v1/accounts/1${path}`] as const,
    );

    const unknown = [...posted.map((path) => ['POST', path] as const), ...called].filter(
      ([method, path]) => operationFor(method, path) === undefined,
    );
    expect(posted.length).toBeGreaterThan(4);
    expect(unknown).toEqual([]);
  });
});
