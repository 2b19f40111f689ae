import type { Section } from './sections.ts';

/** Related sections under a common title. */
export type Group = { title: string; sections: Section[] };

/** The title of each group with the tags of its sections, in the order in which they are shown. */
const GROUPS: readonly (readonly [title: string, tags: readonly string[]])[] = [
  [
    'Talk with contacts',
    ['conversation', 'message', 'draft message', 'contact', 'label', 'canned response', 'search', 'bulk action'],
  ],
  ['Inboxes', ['inbox', 'inbox member', 'campaign', 'csat survey response', 'direct upload', 'upload', 'file']],
  [
    'The team',
    [
      'agent',
      'team',
      'assignment policy',
      'agent capacity policy',
      'notification',
      'notification setting',
      'notification subscription',
      'custom filter',
      'console',
      'console page',
    ],
  ],
  ['What happens by itself', ['automation rule', 'macro', 'agent bot', 'custom attribute definition']],
  ['Your programs', ['webhook', 'events', 'event', 'cable', 'dashboard app']],
  ['Other services', ['integration', 'authorization', 'authorization callback', 'provider callback', 'slack channel']],
  [
    'For contacts and visitors',
    ['public inbox', 'public contact', 'public conversation', 'public message', 'widget', 'widget page', 'survey'],
  ],
  ['Help centre', ['portal', 'portal domain', 'category', 'article', 'help centre']],
  ['Reports', ['report', 'reporting event', 'year in review', 'audit log']],
  [
    'Signing in',
    [
      'session',
      'setup',
      'password',
      'confirmation',
      'profile',
      'access token',
      'mfa',
      'single sign on',
      'saml login',
      'saml settings',
    ],
  ],
  ['Privacy', ['contact data', 'erasure']],
  [
    'The installation',
    ['account', 'platform account', 'platform user', 'platform bot', 'health', 'metrics', 'docs', 'pack'],
  ],
];

/** The sections in groups. Sections without a group come last, under "More". */
export function groupsOf(sections: readonly Section[]): Group[] {
  const left = new Map(sections.map((section) => [section.tag, section]));
  const take = (tag: string) => {
    const section = left.get(tag);
    left.delete(tag);
    return section ?? [];
  };
  const groups = GROUPS.map(([title, tags]) => ({ title, sections: tags.flatMap(take) }));
  return [...groups, { title: 'More', sections: [...left.values()] }].filter(({ sections: { length } }) => length > 0);
}
