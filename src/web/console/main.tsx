import { render } from 'preact';
import { createI18n } from '../kit/i18n.ts';
import { isTooOld } from '../kit/is-too-old.ts';
import { whenNotLoaded } from '../kit/later.ts';
import { computed, effect } from '../kit/signals.ts';
import { createToasts } from '../kit/controls/toasts.tsx';
import { followAccount } from './account.ts';
import { provideDesk } from './desk.ts';
import { queryOf } from './views/list/query-of.ts';
import { load } from './locales.ts';
import { followPlace } from './place.ts';
import { renewIfGone } from './renew.ts';
import { createSession } from './session/session.ts';
import { readWays } from './session/ways.ts';
import { App } from './shell/app.tsx';
import { EMPTY_SIDEBAR } from './shell/sidebar.ts';
import { sidebarOf } from './shell/sidebar-of.ts';
import { adoptAll } from './styles.ts';

adoptAll();

const i18n = createI18n(load);
const session = createSession();
const place = followPlace();
const account = followAccount(session, place, queryOf);
provideDesk({
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
});
whenNotLoaded(() => void renewIfGone());
const address = place.address.peek();
const isByLink = address.screen === 'login' && address.token !== undefined;
// A link signs somebody in, also in the place of another user.
if (!isByLink) void session.load();
void show();

async function show(): Promise<void> {
  await i18n.use(navigator.language);
  effect(() => {
    document.documentElement.lang = i18n.language();
    document.documentElement.dir = i18n.direction();
  });
  effect(() => {
    const state = session.state.value;
    const isCompact = state.is === 'in' && state.user.ui_settings.density === 'compact';
    document.documentElement.dataset['density'] = isCompact ? 'compact' : 'comfortable';
  });
  const app = document.querySelector('#app');
  if (app) render(isTooOld() ? <p>{i18n.t('tooOld')}</p> : <App />, app);
}
