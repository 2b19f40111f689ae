import { Dialog } from '../../kit/controls/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useEffect, useId, useRef, useSignal } from '../../kit/view.ts';
import { makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';
import { fits } from '../../kit/fits.ts';
import { addressOf } from './main-navigation.tsx';
import { FIXED, FIXED_VIEWS, MAIN, type ViewLink } from './sidebar.ts';

export type PaletteProps = { account: number | null; onClose: () => void };

type Found = { name: string; kind: string; icon: string; href: string };

const MOST = 12;

/** Finds places by what is typed of their names. */
export function Palette({ account, onClose }: PaletteProps) {
  const { i18n, place } = useDesk();
  const { t } = i18n;
  const typed = useSignal('');
  const chosen = useSignal(0);
  const field = useRef<HTMLInputElement>();
  const list = useId();
  const found = sorted(usePlaces(account), typed.value);
  const now = found[Math.min(chosen.value, found.length - 1)];
  useEffect(() => field.current?.focus(), []);

  function go(to: Found | undefined) {
    if (!to) return;
    onClose();
    place.go(to.href);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || (step === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step === undefined) go(now);
    else chosen.value = (chosen.value + step + found.length) % Math.max(1, found.length);
  }

  return (
    <Dialog title={t('searchTitle')} closeLabel={t('close')} onClose={onClose} isTitleHidden class="palette">
      <div class="palette-field">
        <Icon outline={ICONS.search} />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t('searchField')}
          placeholder={t('searchField')}
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={now ? idOf(list, now) : undefined}
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
            chosen.value = 0;
          }}
          onKeyDown={press}
        />
      </div>
      <ul id={list} role="listbox" aria-label={t('places')}>
        {found.map((one) => (
          <li
            key={one.href}
            id={idOf(list, one)}
            role="option"
            aria-selected={one === now}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(one)}
          >
            <Icon outline={one.icon} />
            <span>{one.name}</span>
            <span class="palette-kind">{one.kind}</span>
          </li>
        ))}
      </ul>
      <p role="status" class="palette-none">
        {found.length === 0 && t('searchNothing')}
      </p>
    </Dialog>
  );
}

const idOf = (list: string, { href }: Found) => `${list}-${href}`;

/** All places of the account. */
function usePlaces(account: number | null): Found[] {
  const { i18n, sidebar } = useDesk();
  const { t } = i18n;
  if (account === null) return [];
  const { savedViews, teams, inboxes, labels } = sidebar.value;
  const linked = (links: readonly ViewLink[], kind: string, icon: string) =>
    links.map(({ name, view, query = {} }) => ({
      name,
      kind,
      icon,
      href: makeAddress({ screen: 'conversations', account, view, query }),
    }));
  return [
    ...FIXED.map((name) => ({
      name: t(name),
      kind: t('conversations'),
      icon: ICONS[name],
      href: makeAddress({ screen: 'conversations', account, ...FIXED_VIEWS[name] }),
    })),
    ...MAIN.filter((name) => name !== 'conversations').map((name) => ({
      name: t(name),
      kind: '',
      icon: ICONS[name],
      href: makeAddress(addressOf(name, account)),
    })),
    { name: t('profile'), kind: '', icon: ICONS.profile, href: makeAddress({ screen: 'profile', account }) },
    ...linked(savedViews, t('savedView'), ICONS.savedView),
    ...linked(teams, t('team'), ICONS.team),
    ...linked(inboxes, t('inbox'), ICONS.inbox),
    ...linked(labels, t('labels'), ICONS.savedView),
  ];
}

function sorted(places: Found[], typed: string): Found[] {
  return places
    .map((one) => ({ one, score: fits(one.name, typed) }))
    .filter((entry): entry is { one: Found; score: number } => entry.score !== null)
    .toSorted((a, b) => (typed === '' ? 0 : b.score - a.score))
    .slice(0, MOST)
    .map(({ one }) => one);
}
