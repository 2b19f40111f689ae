import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Address,
  type Area,
  ASSIGNEES,
  makeAddress,
  parseAddress,
  SORTS,
  STATUSES,
  type View,
  type ViewQuery,
} from '../../../src/web/console/addresses.ts';

const read = (text: string) => parseAddress(new URL(text, 'https://chat.example.com'));

const listed = (view: View, more: object = {}): Address => ({
  screen: 'conversations',
  account: 3,
  view,
  query: {},
  ...more,
});

const DASHBOARD: View = { kind: 'dashboard' };
const office = (screen: Area, ...below: string[]): Address => ({
  screen,
  account: 3,
  below,
  query: '',
});

/** Each as it is handed out, and as Chatwoot's mails, threads and bookmarks have it. */
const TABLE: [string, Address][] = [
  ['/app', { screen: 'home' }],
  ['/app/login', { screen: 'login' }],
  [
    '/app/login?email=ada%2Bone%40example.com&sso_auth_token=abc-_1',
    { screen: 'login', email: 'ada+one@example.com', token: 'abc-_1' },
  ],
  ['/app/login?error=access-denied', { screen: 'login', error: 'access-denied' }],
  ['/app/auth/reset/password', { screen: 'forgot' }],
  ['/app/setup', { screen: 'setup', token: '' }],
  ['/app/setup#aB3-_x', { screen: 'setup', token: 'aB3-_x' }],
  ['/app/accounts/3/dashboard', listed(DASHBOARD)],
  ['/app/accounts/3/inbox/5', listed({ kind: 'inbox', id: 5 })],
  ['/app/accounts/3/label/to%20do', listed({ kind: 'label', title: 'to do' })],
  ['/app/accounts/3/team/6', listed({ kind: 'team', id: 6 })],
  ['/app/accounts/3/custom_view/7', listed({ kind: 'custom_view', id: 7 })],
  ['/app/accounts/3/mentions/conversations', listed({ kind: 'mentions' })],
  ['/app/accounts/3/participating/conversations', listed({ kind: 'participating' })],
  ['/app/accounts/3/unattended/conversations', listed({ kind: 'unattended' })],
  ['/app/accounts/3/conversations/12', listed(DASHBOARD, { conversation: 12 })],
  ['/app/accounts/3/conversations/12?messageId=99', listed(DASHBOARD, { conversation: 12, message: 99 })],
  ['/app/accounts/3/inbox/5/conversations/12', listed({ kind: 'inbox', id: 5 }, { conversation: 12 })],
  ['/app/accounts/3/label/vip/conversations/12', listed({ kind: 'label', title: 'vip' }, { conversation: 12 })],
  ['/app/accounts/3/team/6/conversations/12', listed({ kind: 'team', id: 6 }, { conversation: 12 })],
  ['/app/accounts/3/custom_view/7/conversations/12', listed({ kind: 'custom_view', id: 7 }, { conversation: 12 })],
  ['/app/accounts/3/mentions/conversations/12', listed({ kind: 'mentions' }, { conversation: 12 })],
  ['/app/accounts/3/participating/conversations/12', listed({ kind: 'participating' }, { conversation: 12 })],
  ['/app/accounts/3/unattended/conversations/12', listed({ kind: 'unattended' }, { conversation: 12 })],
  [
    '/app/accounts/3/dashboard?assignee=unassigned&status=snoozed&sort=priority_desc&page=2&filter=%5B%5D',
    listed(DASHBOARD, {
      query: { assignee: 'unassigned', status: 'snoozed', sort: 'priority_desc', page: 2, filter: '[]' },
    }),
  ],
  ['/app/accounts/3/search', { screen: 'search', account: 3, text: '' }],
  ['/app/accounts/3/search?q=oak+%26+pine', { screen: 'search', account: 3, text: 'oak & pine' }],
  ['/app/accounts/3/contacts', { screen: 'contacts', account: 3, query: '' }],
  ['/app/accounts/3/contacts?page=2&sort=name', { screen: 'contacts', account: 3, query: 'page=2&sort=name' }],
  ['/app/accounts/3/contacts/8', { screen: 'contacts', account: 3, contact: 8, query: '' }],
  ['/app/accounts/3/contacts/segments/9', { screen: 'contacts', account: 3, segment: 9, query: '' }],
  ['/app/accounts/3/contacts/labels/vip', { screen: 'contacts', account: 3, label: 'vip', query: '' }],
  ['/app/accounts/3/reports', office('reports')],
  ['/app/accounts/3/reports/agents', office('reports', 'agents')],
  ['/app/accounts/3/campaigns/ongoing', office('campaigns', 'ongoing')],
  ['/app/accounts/3/portals/help/en/articles', office('portals', 'help', 'en', 'articles')],
  ['/app/accounts/3/notifications', office('notifications')],
  ['/app/accounts/3/settings', office('settings')],
  ...[
    'inboxes',
    'inboxes/new',
    'inboxes/5',
    'inboxes/new/5/agents',
    'agents',
    'teams',
    'labels',
    'attributes',
    'automation',
    'macros',
    'canned-response',
    'assignment-policy',
    'integrations',
    'integrations/slack',
    'integrations/webhook',
    'integrations/dashboard_apps',
    'agent-bots',
    'sla',
    'security',
    'audit-log',
    'general',
  ].map((path): [string, Address] => [`/app/accounts/3/settings/${path}`, office('settings', ...path.split('/'))]),
  ['/app/accounts/3/onboarding/inbox-setup', office('onboarding', 'inbox-setup')],
  ['/app/accounts/3/profile/settings', { screen: 'profile', account: 3 }],
];

describe('an address', () => {
  it.each(TABLE)('%s leads to its screen, which leads back to it', (text, address) => {
    expect(read(text)).toEqual(address);
    expect(makeAddress(address)).toBe(text);
  });

  it.each([
    ['/app/', { screen: 'home' }],
    ['/APP/login', { screen: 'login' }],
    ['/app/login/sso?error=saml-authentication-failed', { screen: 'login', error: 'saml-authentication-failed' }],
    ['/app/accounts/3', listed(DASHBOARD)],
    ['/app/accounts/3/dashboard/', listed(DASHBOARD)],
    ['/app/accounts/3/conversations', listed(DASHBOARD)],
    ['/app/accounts/3/mentions', listed({ kind: 'mentions' })],
    ['/app/accounts/3/inbox/5/conversations', listed({ kind: 'inbox', id: 5 })],
    ['/app/accounts/3/profile', { screen: 'profile', account: 3 }],
    ['/app/accounts/3/label/100%25', listed({ kind: 'label', title: '100%' })],
    ['/app/accounts/3/label/100%', listed({ kind: 'label', title: '100%' })],
  ])('%s is read as well', (text, address) => {
    expect(read(text)).toEqual(address);
  });

  it('leaves out of the query what it cannot mean', () => {
    expect(read('/app/accounts/3/dashboard?status=done&sort=name&page=0&assignee=bob')).toEqual(listed(DASHBOARD));
  });

  it.each([
    '/application',
    '/app/nothing',
    '/app/login/other',
    '/app/accounts',
    '/app/accounts/x/dashboard',
    '/app/accounts/0',
    '/app/accounts/99999999999999999999/dashboard',
    '/app/accounts/3/nothing',
    '/app/accounts/3/dashboard/more',
    '/app/accounts/3/conversations/x',
    '/app/accounts/3/conversations/12/more',
    '/app/accounts/3/inbox/x',
    '/app/accounts/3/label',
    '/app/accounts/3/inbox/5/other/12',
    '/app/accounts/3/contacts/x',
    '/app/accounts/3/contacts/8/more',
    '/app/accounts/3/contacts/segments',
    '/app/accounts/3/search/more',
    '/app/accounts/3/profile/other',
    '/app/accounts/3/__proto__',
    '/app/accounts/3/constructor',
  ])('%s leads nowhere', (text) => {
    expect(read(text).screen).toBe('nowhere');
  });

  it('of every view with every query leads back to it', () => {
    const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    const title = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !['.', '..'].includes(text));
    const view = fc.oneof(
      fc.constantFrom<View>(
        { kind: 'dashboard' },
        { kind: 'mentions' },
        { kind: 'participating' },
        { kind: 'unattended' },
      ),
      fc.record({ kind: fc.constantFrom('inbox', 'team', 'custom_view'), id }),
      fc.record({ kind: fc.constant('label' as const), title }),
    );
    const query: fc.Arbitrary<ViewQuery> = fc.record(
      {
        assignee: fc.constantFrom(...ASSIGNEES),
        status: fc.constantFrom(...STATUSES),
        sort: fc.constantFrom(...SORTS),
        page: id,
        filter: fc.string({ unit: 'grapheme' }),
      },
      { requiredKeys: [] },
    );
    const address = fc
      .record({ account: id, view, query, conversation: fc.option(id, { nil: undefined }) })
      .map(({ conversation, ...rest }): Address => ({
        screen: 'conversations',
        ...rest,
        ...(conversation !== undefined && { conversation }),
      }));

    fc.assert(fc.property(address, (given) => void expect(read(makeAddress(given))).toEqual(given)));
  });
});
