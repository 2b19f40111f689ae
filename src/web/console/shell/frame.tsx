import type { ComponentChildren } from 'preact';
import { Icon } from '../../kit/icon.tsx';
import { ToastList } from '../../kit/controls/toasts.tsx';
import { useEffect, useRef, useSignal } from '../../kit/view.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';
import type { User } from '../session/user.ts';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { Brand } from './brand.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { Palette, Shortcuts } from './parts.ts';
import { ViewsNavigation } from './views-navigation.tsx';
import { placeLetters } from './place-letters.ts';
import { watchKeys, watchLetters } from './watch-keys.ts';

export type FrameProps = {
  user: User;
  /** The account whose screens are linked; null = the user is in none. */
  account: number | null;
  children: ComponentChildren;
};

type Opened = 'palette' | 'shortcuts' | null;

/** What is around every screen of somebody who is signed in. */
export function Frame({ user, account, children }: FrameProps) {
  const { i18n, place, toasts } = useDesk();
  const { t } = i18n;
  const opened = useSignal<Opened>(null);
  const areViewsShown = useSignal(false);
  const viewsButton = useRef<HTMLButtonElement>();
  const close = () => (opened.value = null);
  useEffect(() => {
    const [palette, shortcuts] = [() => void (opened.value = 'palette'), () => void (opened.value = 'shortcuts')];
    const stops = [watchKeys({ palette }), watchLetters({ '/': palette, '?': shortcuts })];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(() => (account === null ? undefined : watchLetters(placeLetters(account, place.go))), [account]);
  // On a phone, the views cover what a link leads to.
  useEffect(() => place.address.subscribe(() => (areViewsShown.value = false)), []);

  function hideViews() {
    areViewsShown.value = false;
    viewsButton.current?.focus();
  }

  return (
    <div class="frame">
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <header class="top">
        {account !== null && (
          <button
            ref={viewsButton}
            type="button"
            class="icon-button on-phones"
            aria-label={t(areViewsShown.value ? 'hideViews' : 'showViews')}
            aria-expanded={areViewsShown.value}
            aria-controls="views"
            onClick={() => (areViewsShown.value = !areViewsShown.value)}
          >
            <Icon outline={areViewsShown.value ? ICONS.close : ICONS.menu} />
          </button>
        )}
        <Brand />
        <button
          type="button"
          class="icon-button"
          aria-label={t('search')}
          title={t('search')}
          aria-haspopup="dialog"
          onClick={() => (opened.value = 'palette')}
        >
          <Icon outline={ICONS.search} />
        </button>
        {account !== null && <Bell account={account} />}
        <AccountMenu user={user} account={account} showShortcuts={() => (opened.value = 'shortcuts')} />
      </header>
      {account !== null && <MainNavigation account={account} />}
      {account !== null && <ViewsNavigation account={account} isShown={areViewsShown.value} onHide={hideViews} />}
      <Line />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <ToastList toasts={toasts} dismissLabel={t('dismiss')} />
      {opened.value === 'palette' && <Palette account={account} onClose={close} />}
      {opened.value === 'shortcuts' && <Shortcuts onClose={close} />}
    </div>
  );
}

/** Says that the line is down; the region is there before anything is in it, so that the words are heard. */
function Line() {
  const { i18n, account } = useDesk();
  return (
    <div class="line" role="status">
      {account.isLineDown.value && <p>{i18n.t('connectionLost')}</p>}
    </div>
  );
}
