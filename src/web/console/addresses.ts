/** The conversations of a view, by the part of the address that Chatwoot has for it. */
export type View =
  | { kind: 'dashboard' | 'mentions' | 'participating' | 'unattended' }
  | { kind: 'inbox' | 'team' | 'custom_view'; id: number }
  | { kind: 'label'; title: string };

export const ASSIGNEES = ['me', 'unassigned', 'all'] as const;
export const STATUSES = ['open', 'resolved', 'pending', 'snoozed', 'all'] as const;
export const SORTS = [
  'last_activity_at_desc',
  'last_activity_at_asc',
  'created_at_desc',
  'created_at_asc',
  'priority_desc',
  'priority_asc',
  'waiting_since_asc',
  'waiting_since_desc',
] as const;

/** How the conversations of a view are chosen and sorted; absent = as usual. */
export type ViewQuery = {
  assignee?: (typeof ASSIGNEES)[number];
  status?: (typeof STATUSES)[number];
  sort?: (typeof SORTS)[number];
  page?: number;
  /** The conditions of the filter, as the JSON that the API takes. */
  filter?: string;
};

/** A list of contacts, or one of them. */
export type ContactsAddress = {
  screen: 'contacts';
  account: number;
  contact?: number;
  segment?: number;
  label?: string;
  query: string;
};

/** The screens of an account with parts of their own below them. */
export const AREAS = ['reports', 'campaigns', 'portals', 'notifications', 'settings', 'onboarding'] as const;
export type Area = (typeof AREAS)[number];

export type ConversationsAddress = {
  screen: 'conversations';
  account: number;
  view: View;
  query: ViewQuery;
  /** The number of the open conversation. */
  conversation?: number;
  /** The id of the message to show in it. */
  message?: number;
};

/** Where somebody is in the console. */
export type Address =
  | { screen: 'home' }
  | { screen: 'login'; email?: string; token?: string; error?: string }
  | { screen: 'forgot' }
  | { screen: 'setup'; token: string }
  | ConversationsAddress
  | { screen: 'search'; account: number; text: string }
  | ContactsAddress
  | { screen: Area; account: number; below: string[]; query: string }
  | { screen: 'profile'; account: number }
  /** There is nothing; `account` where the address begins as those of an account do. */
  | { screen: 'nowhere'; account?: number };

/** What an address is read from: of `location`, or a `URL`. */
export type Place = { pathname: string; search: string; hash: string };

const APP = '/app';
const NUMBER = /^[1-9]\d{0,15}$/;

/** Reads where an address leads. */
export function parseAddress({ pathname, search, hash }: Place): Address {
  const segments = pathname.split('/').filter(Boolean).map(decoded);
  if (segments.shift()?.toLowerCase() !== 'app') return { screen: 'nowhere' };
  const [first, ...rest] = segments;
  const query = new URLSearchParams(search);
  if (first === undefined) return { screen: 'home' };
  if (first === 'accounts') return inAccount(rest, query) ?? nowhereIn(rest);
  switch (segments.join('/')) {
    case 'login':
    case 'login/sso':
      return {
        screen: 'login',
        ...given({ email: query.get('email'), token: query.get('sso_auth_token'), error: query.get('error') }),
      };
    case 'auth/reset/password':
      return { screen: 'forgot' };
    case 'setup':
      return { screen: 'setup', token: hash.slice(1) };
    default:
      return { screen: 'nowhere' };
  }
}

/** The address that leads there, from the root of the server. */
export function makeAddress(address: Address): string {
  switch (address.screen) {
    case 'home':
      return APP;
    case 'login': {
      const { email, token, error } = address;
      return withQuery(`${APP}/login`, { email, sso_auth_token: token, error });
    }
    case 'forgot':
      return `${APP}/auth/reset/password`;
    case 'setup':
      return `${APP}/setup${address.token ? `#${address.token}` : ''}`;
    case 'nowhere':
      return address.account === undefined ? `${APP}/nowhere` : below(address.account, 'nowhere');
    case 'conversations':
      return conversationsAddress(address);
    case 'search':
      return withQuery(below(address.account, 'search'), { q: address.text || undefined });
    case 'contacts': {
      const { account, contact, segment, label, query } = address;
      const part =
        contact !== undefined
          ? [String(contact)]
          : segment !== undefined
            ? ['segments', String(segment)]
            : label !== undefined
              ? ['labels', label]
              : [];
      return withText(below(account, 'contacts', ...part), query);
    }
    case 'profile':
      return below(address.account, 'profile', 'settings');
    default:
      return withText(below(address.account, address.screen, ...address.below), address.query);
  }
}

function inAccount([number = '', ...segments]: string[], query: URLSearchParams): Address | null {
  const account = idIn(number);
  if (account === undefined) return null;
  const [first = '', second, third, ...more] = segments;
  const rest = query.toString();
  switch (first) {
    case 'search':
      return second === undefined ? { screen: 'search', account, text: query.get('q') ?? '' } : null;
    case 'profile':
      return segments.length === 1 || (second === 'settings' && third === undefined)
        ? { screen: 'profile', account }
        : null;
    case 'contacts': {
      if (more.length > 0) return null;
      if (second === undefined) return { screen: 'contacts', account, query: rest };
      if (second === 'labels' && third) return { screen: 'contacts', account, label: third, query: rest };
      const id = idIn((second === 'segments' ? third : second) ?? '');
      if (id === undefined || (second !== 'segments' && third !== undefined)) return null;
      return { screen: 'contacts', account, [second === 'segments' ? 'segment' : 'contact']: id, query: rest };
    }
    default:
      return (
        conversationsIn(account, segments, query) ??
        (isArea(first) ? { screen: first, account, below: segments.slice(1), query: rest } : null)
      );
  }
}

function conversationsIn(account: number, segments: string[], query: URLSearchParams): ConversationsAddress | null {
  const found = viewIn(segments);
  if (!found) return null;
  const [part, number = '', ...more] = found.rest;
  if (more.length > 0 || (part !== undefined && part !== 'conversations')) return null;
  const conversation = idIn(number);
  if (number !== '' && conversation === undefined) return null;
  const message = conversation === undefined ? undefined : idIn(query.get('messageId') ?? '');
  return {
    screen: 'conversations',
    account,
    view: found.view,
    query: viewQueryIn(query),
    ...given({ conversation, message }),
  };
}

/** The view that an address begins with, and what follows it. */
function viewIn([first, second = '', ...rest]: string[]): { view: View; rest: string[] } | null {
  switch (first) {
    case undefined:
    case 'dashboard':
      return second === '' ? { view: { kind: 'dashboard' }, rest: [] } : null;
    case 'conversations':
      return { view: { kind: 'dashboard' }, rest: [first, ...(second ? [second] : []), ...rest] };
    case 'mentions':
    case 'participating':
    case 'unattended':
      return { view: { kind: first }, rest: [...(second ? [second] : []), ...rest] };
    case 'label':
      return second ? { view: { kind: first, title: second }, rest } : null;
    case 'inbox':
    case 'team':
    case 'custom_view': {
      const id = idIn(second);
      return id === undefined ? null : { view: { kind: first, id }, rest };
    }
    default:
      return null;
  }
}

function viewQueryIn(query: URLSearchParams): ViewQuery {
  return given({
    assignee: oneOf(ASSIGNEES, query.get('assignee')),
    status: oneOf(STATUSES, query.get('status')),
    sort: oneOf(SORTS, query.get('sort')),
    page: idIn(query.get('page') ?? ''),
    filter: query.get('filter'),
  });
}

function conversationsAddress({ account, view, query, conversation, message }: ConversationsAddress): string {
  const number = conversation === undefined ? [] : ['conversations', String(conversation)];
  return withQuery(below(account, ...partsOf(view, number)), { ...query, messageId: message });
}

function partsOf(view: View, conversation: string[]): string[] {
  switch (view.kind) {
    case 'dashboard':
      return conversation.length > 0 ? conversation : ['dashboard'];
    case 'label':
      return [view.kind, view.title, ...conversation];
    case 'inbox':
    case 'team':
    case 'custom_view':
      return [view.kind, String(view.id), ...conversation];
    default:
      return [view.kind, ...(conversation.length > 0 ? conversation : ['conversations'])];
  }
}

function nowhereIn([number = '']: string[]): Address {
  return { screen: 'nowhere', ...given({ account: idIn(number) }) };
}

const isArea = (name: string): name is Area => AREAS.some((area) => area === name);

const below = (account: number, ...parts: string[]) =>
  [APP, 'accounts', String(account), ...parts.map(encodeURIComponent)].join('/');

const withText = (path: string, query: string) => (query ? `${path}?${query}` : path);

function withQuery(path: string, values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return withText(path, query.toString());
}

/** As it stands, where it is not encoded text. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function idIn(text: string): number | undefined {
  const id = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | undefined =>
  known.find((one) => one === value);

type Given<T> = { [Name in keyof T]?: NonNullable<T[Name]> };

/** Without what is not there. */
function given<T extends object>(values: T): Given<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<T>;
}

type Memberships = { account_id: number | null; accounts: readonly { id: number }[] };

/** The account that an address shows to a user: the named one, otherwise that in which they worked last; null = they are in none. */
export function accountAt(address: Address, { account_id: last, accounts }: Memberships): number | null {
  const asked = 'account' in address ? address.account : undefined;
  const ids = accounts.map(({ id }) => id);
  if (asked !== undefined) return ids.includes(asked) ? asked : null;
  return ids.find((id) => id === last) ?? ids[0] ?? null;
}
