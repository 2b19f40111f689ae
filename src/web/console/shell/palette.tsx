import { fitting } from '../../kit/fitting.ts';
import { Icon } from '../../kit/icon.tsx';
import { useKept } from '../../kit/view.ts';
import { type ConversationsAddress, makeAddress } from '../addresses.ts';
import { subjectNow } from '../commands/commands.ts';
import { PLACES, shown } from '../commands/keys.ts';
import { paletteCommands } from '../commands/palette-commands.ts';
import type { Console } from '../console.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';
import { filteredAddress, is } from '../views/filter/place-conditions.ts';
import { Chooser, type Choosable } from './chooser.tsx';
import { addressOf } from './main-navigation.tsx';
import { FIXED, FIXED_VIEWS, MAIN, type ViewLink } from './sidebar.ts';
import { useFound } from './use-found.ts';

export type PaletteProps = { account: number | null; onClose: () => void };

const MOST = 24;
const MOST_FOUND = 6;
/** As long as nothing is typed, the commands of a conversation leave room for places. */
const MOST_COMMANDS = 10;

/** Finds places, people, conversations and commands by what is typed of their names. */
export function Palette({ account, onClose }: PaletteProps) {
  const desk = useDesk();
  const { i18n, place } = desk;
  const { t } = i18n;
  const { value } = desk.account.state;
  const console = value.is === 'open' ? value.console : null;
  const address = place.address.value;
  const here = address.screen === 'conversations' ? address : null;
  // Before the field takes the focus from the row.
  const { subject } = useKept(() => ({ subject: console && here && subjectNow(desk.commands, console, here) }));
  const found = useFound(console);
  const places = usePlaces(account);
  const people = console && account !== null ? peopleOf(console, account, place.go, t('member')) : [];
  const commands =
    console && here && subject
      ? paletteCommands({ desk, console, address: here, subject }).map(({ run, keys, ...command }): Choosable => ({
          ...command,
          keys,
          mark: <Icon outline={ICONS.command} />,
          onChoose: run,
        }))
      : [];
  const recents = console?.recents.keys.value ?? [];

  function find(typed: string): Choosable[] {
    const text = typed.trim();
    const nameOf = ({ name }: Choosable) => name;
    if (text === '') {
      const local = [...commands.slice(0, MOST_COMMANDS), ...places];
      const all = [...commands, ...places, ...people];
      const before = recents.flatMap((key) => all.find((one) => one.key === key) ?? []);
      return [...new Map([...before, ...local].map((one) => [one.key, one])).values()].slice(0, MOST).map(noted);
    }
    const local = fitting([...commands, ...places, ...people], text, nameOf).slice(0, MOST);
    const number = /^#?(\d{1,9})$/.exec(text)?.[1];
    return [...(number ? numbered(Number(number)) : []), ...local, ...ofServer(text), ...searching(text)].map(noted);
  }

  /** The conversation with the number. */
  function numbered(number: number): Choosable[] {
    if (account === null) return [];
    const href = makeAddress({ ...dashboard(account), query: { assignee: 'all' }, conversation: number });
    const mark = <Icon outline={ICONS.conversations} />;
    return [{ key: href, name: t('conversation', { number }), mark, onChoose: () => place.go(href) }];
  }

  function ofServer(text: string): Choosable[] {
    const { text: asked, contacts, conversations } = found.found.value;
    if (account === null || asked !== text) return [];
    const talks = conversations.slice(0, MOST_FOUND).map(({ id, contact, inbox }): Choosable => ({
      key: `conversation ${id}`,
      name: contact.name || t('conversation', { number: id }),
      about: `#${id} · ${inbox.name}`,
      mark: <Icon outline={ICONS.conversations} />,
      onChoose: () => place.go(makeAddress({ ...dashboard(account), query: { assignee: 'all' }, conversation: id })),
    }));
    const people = contacts.slice(0, MOST_FOUND).map(({ id, name, email, phone_number: phone }): Choosable => ({
      key: `contact ${id}`,
      name: name || email || phone || t('visitor'),
      about: [t('contact'), name ? (email ?? phone) : ''].filter(Boolean).join(' · '),
      mark: <Icon outline={ICONS.contacts} />,
      onChoose: () => place.go(makeAddress(filteredAddress(dashboard(account), [is('contact_id', id)]))),
    }));
    return [...talks, ...people];
  }

  /** The whole search for the text. */
  function searching(text: string): Choosable[] {
    if (account === null) return [];
    const href = makeAddress({ screen: 'search', account, text });
    const mark = <Icon outline={ICONS.search} />;
    return [{ key: 'search', name: t('searchFor', { text }), mark, isForAll: true, onChoose: () => place.go(href) }];
  }

  /** What is chosen is among the recent ones the next time. */
  const noted = (one: Choosable): Choosable => ({
    ...one,
    onChoose() {
      console?.recents.note(one.key);
      one.onChoose();
    },
  });

  return (
    <Chooser
      title={t('searchTitle')}
      label={t('searchField')}
      listLabel={t('places')}
      noneText={t('searchNothing')}
      onClose={onClose}
      onType={found.type}
      find={find}
    />
  );
}

/** Members, whose conversations are shown. */
function peopleOf(console: Console, account: number, go: (href: string) => void, about: string): Choosable[] {
  return console.start.value.members.map(({ id, name, available_name: shown = name }) => ({
    key: `member ${id}`,
    name: shown,
    about,
    mark: <Icon outline={ICONS.profile} />,
    onChoose: () => go(makeAddress(filteredAddress(dashboard(account), [is('assignee_id', id)]))),
  }));
}

const dashboard = (account: number): ConversationsAddress => ({
  screen: 'conversations',
  account,
  view: { kind: 'dashboard' },
  query: {},
});

/** All places of the account. */
function usePlaces(account: number | null): Choosable[] {
  const { i18n, sidebar, place } = useDesk();
  const { t } = i18n;
  if (account === null) return [];
  const { savedViews, teams, inboxes, labels } = sidebar.value;
  const keysOf = (name: string) => PLACES.find(({ to }) => to === name)?.keys;
  const at = (href: string, name: string, about: string, icon: string, keys?: string): Choosable => ({
    key: href,
    name,
    about,
    mark: <Icon outline={icon} />,
    keys: keys === undefined ? undefined : shown(keys),
    onChoose: () => place.go(href),
  });
  const linked = (links: readonly ViewLink[], kind: string, icon: string) =>
    links.map(({ name, view, query = {} }) =>
      at(makeAddress({ screen: 'conversations', account, view, query }), name, kind, icon),
    );
  return [
    ...FIXED.map((name) => {
      const href = makeAddress({ screen: 'conversations', account, ...FIXED_VIEWS[name] });
      return at(href, t(name), t('conversations'), ICONS[name], keysOf(name));
    }),
    ...MAIN.filter((name) => name !== 'conversations').map((name) =>
      at(makeAddress(addressOf(name, account)), t(name), '', ICONS[name], keysOf(name)),
    ),
    at(makeAddress({ screen: 'profile', account }), t('profile'), '', ICONS.profile),
    ...linked(savedViews, t('savedView'), ICONS.savedView),
    ...linked(teams, t('team'), ICONS.team),
    ...linked(inboxes, t('inbox'), ICONS.inbox),
    ...linked(labels, t('labels'), ICONS.savedView),
  ];
}
