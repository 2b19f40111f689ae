import { Icon } from '../../kit/icon.tsx';
import { sound } from '../../kit/sound/load-sound.ts';
import { useEffect, useSignal } from '../../kit/view.ts';
import { makeAddress } from '../addresses.ts';
import { wantsSound } from '../aware/wants-sound.ts';
import { useDesk } from '../desk.ts';
import { ICONS } from '../icons.ts';
import { Count } from './count.tsx';

/** Leads to the notifications, and says how many are unread. */
export function Bell({ account: accountId }: { account: number }) {
  const { i18n, account, place } = useDesk();
  const { t } = i18n;
  const opened = account.state.value;
  const unread = opened.is === 'open' ? opened.console.notifications.unread.value : 0;
  const isHere = place.address.value.screen === 'notifications';
  return (
    <>
      <Blocked />
      <a
        class="icon-button bell"
        href={makeAddress({ screen: 'notifications', account: accountId, below: [], query: '' })}
        title={t('notifications')}
        aria-current={isHere ? 'page' : undefined}
      >
        <Icon outline={ICONS.bell} />
        <Count name={t('notifications')} unread={unread} />
      </a>
    </>
  );
}

/** Says that the browser makes no sounds yet: it lets a page do so once the user has touched it, which the button is for. */
function Blocked() {
  const { i18n, session } = useDesk();
  const isTouched = useSignal(navigator.userActivation.hasBeenActive);
  useEffect(() => {
    const end = new AbortController();
    for (const name of ['pointerdown', 'keydown']) {
      addEventListener(name, () => (isTouched.value = true), { once: true, signal: end.signal });
    }
    return () => end.abort();
  }, []);
  if (!wantsSound(session) || isTouched.value) return null;
  const touch = async () => {
    isTouched.value = true;
    (await sound()).beep();
  };
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={i18n.t('soundBlocked')}
      title={i18n.t('soundBlocked')}
      onClick={() => void touch()}
    >
      <Icon outline={ICONS.silent} />
    </button>
  );
}
