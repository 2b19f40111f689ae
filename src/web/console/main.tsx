import { render } from 'preact';
import { createI18n } from '../kit/i18n.ts';
import { isTooOld } from '../kit/is-too-old.ts';
import { whenNotLoaded } from '../kit/later.ts';
import { computed, effect, signal } from '../kit/signals.ts';
import { createToasts } from '../kit/controls/toasts.tsx';
import { followAccount } from './account.ts';
import { followAlerts } from './aware/alerts.ts';
import { followBadges } from './aware/badges.ts';
import { createPush } from './aware/push.ts';
import { followWorker, startWorker } from './aware/start-worker.ts';
import { createCommands } from './commands/commands.ts';
import { type Desk, provideDesk } from './desk.ts';
import { firstListOf } from './views/list/query-of.ts';
import { load } from './locales.ts';
import { followPlace } from './place.ts';
import { renewIfGone } from './renew.ts';
import { createSession } from './session/session.ts';
import { openIndexed } from './store/indexed.ts';
import type { User } from './session/user.ts';
import { readWays } from './session/ways.ts';
import { App } from './shell/app.tsx';
import { EMPTY_SIDEBAR } from './shell/sidebar.ts';
import { sidebarOf } from './shell/sidebar-of.ts';
import { switchLetters } from './shell/watch-keys.ts';
import { adoptAll } from './styles.ts';

adoptAll();

const i18n = createI18n(load);
const session = createSession(openIndexed('parley'));
const place = followPlace();
const account = followAccount(session, place, firstListOf);
const desk: Desk = {
  i18n,
  session,
  place,
  toasts: createToasts(),
  ways: readWays(),
  sidebar: computed(() => {
    const { value } = account.state;
    return value.is === 'open'
      ? sidebarOf(value.console.start.value, value.console.counts.unread.value)
      : EMPTY_SIDEBAR;
  }),
  account,
  title: signal(''),
  push: createPush(),
  commands: createCommands(),
};
provideDesk(desk);
whenNotLoaded(() => void renewIfGone());
const address = place.address.peek();
const isByLink = address.screen === 'login' && address.token !== undefined;
// A link signs somebody in, also in the place of another user.
if (!isByLink) void session.load();
void show();

async function show(): Promise<void> {
  await i18n.use(navigator.language);
  // Where the user has chosen a language, it is theirs on every device.
  const chosen = computed(() => {
    const { value } = session.state;
    return value.is === 'in' ? value.user.ui_settings['locale'] : undefined;
  });
  effect(() => {
    const { value: locale } = chosen;
    void i18n.use(typeof locale === 'string' && locale !== '' ? locale : navigator.language, navigator.language);
  });
  effect(() => {
    document.documentElement.lang = i18n.language();
    document.documentElement.dir = i18n.direction();
  });
  effect(() => {
    const state = session.state.value;
    const { density, single_keys: letters }: User['ui_settings'] = state.is === 'in' ? state.user.ui_settings : {};
    document.documentElement.dataset['density'] = density === 'compact' ? 'compact' : 'comfortable';
    switchLetters(letters !== false);
  });
  const app = document.querySelector('#app');
  if (app) render(isTooOld() ? <p>{i18n.t('tooOld')}</p> : <App />, app);
  followBadges(desk);
  followAlerts(desk);
  followWorker(place);
  void startWorker();
  void desk.push.read();
}
