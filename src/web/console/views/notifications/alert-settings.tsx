import { useEffect, useSignal } from '../../../kit/view.ts';
import { SOUND_SETTING, wantsSound } from '../../aware/wants-sound.ts';
import type { PushState } from '../../aware/push.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import type { TextKey } from '../../locales.ts';
import { NOTIFICATION_TYPES } from '../../store/notification.ts';
import { useAttempt } from '../../session/use-attempt.ts';

const PATH = '/notification_settings';
const WAYS = ['email', 'push'] as const;
type Way = (typeof WAYS)[number];
type Flags = Record<Way, readonly string[]>;
type Answer = { selected_email_flags: string[]; selected_push_flags: string[] };

const flagsOf = ({ selected_email_flags: email, selected_push_flags: push }: Answer): Flags => ({ email, push });

const PUSH_TEXTS: Record<PushState, TextKey> = {
  unknown: 'loading',
  impossible: 'pushImpossible',
  blocked: 'pushBlocked',
  off: 'pushOff',
  here: 'pushHere',
  on: 'pushOn',
};

/** How the user is told: by a sound, by the system, by mail. */
export function AlertSettings({ console }: { console: Console }) {
  const { i18n, session, push } = useDesk();
  const { t } = i18n;
  const attempt = useAttempt();
  const flags = useSignal<Flags | null>(null);
  const state = push.state.value;
  const isOn = state === 'on' || state === 'here';

  async function load() {
    flags.value = flagsOf(await console.api.request<Answer>('GET', PATH));
  }
  useEffect(() => {
    void attempt(load);
    void push.read();
  }, []);

  async function choose(way: Way, type: string, isWanted: boolean) {
    const before = flags.peek();
    if (!before) return;
    const flag = `${way}_${type}`;
    const others = before[way].filter((one) => one !== flag);
    const selected = isWanted ? [...others, flag] : others;
    flags.value = { ...before, [way]: selected };
    const body = { notification_settings: { [`selected_${way}_flags`]: selected } };
    await attempt(async () => {
      try {
        flags.value = flagsOf(await console.api.request<Answer>('PATCH', PATH, { body }));
      } catch (error) {
        flags.value = before;
        throw error;
      }
    });
  }

  return (
    <aside class="alert-settings" aria-label={t('alertSettings')}>
      <h2>{t('alertSettings')}</h2>
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          checked={wantsSound(session)}
          onChange={({ currentTarget: { checked } }) =>
            void attempt(() => session.changeSettings({ [SOUND_SETTING]: checked ? 'mine' : 'none' }))
          }
        />
        <span>{t('playSound')}</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          disabled={state === 'impossible' || state === 'blocked' || state === 'unknown'}
          onChange={({ currentTarget: { checked } }) => void attempt(() => (checked ? push.turnOn() : push.turnOff()))}
        />
        <span>{t('systemNotifications')}</span>
      </label>
      <p class="hint" role="status">
        {t(PUSH_TEXTS[state])}
      </p>
      {flags.value && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t('tellMeOf')}</th>
              <th scope="col">{t('byEmail')}</th>
              <th scope="col">{t('byPush')}</th>
            </tr>
          </thead>
          <tbody>
            {NOTIFICATION_TYPES.map((type) => (
              <tr key={type}>
                <th scope="row">{t(`tell_${type}`)}</th>
                {WAYS.map((way) => (
                  <td key={way}>
                    <input
                      type="checkbox"
                      aria-label={`${t(`tell_${type}`)}, ${t(way === 'email' ? 'byEmail' : 'byPush')}`}
                      checked={flags.value?.[way].includes(`${way}_${type}`) ?? false}
                      onChange={({ currentTarget: { checked } }) => void choose(way, type, checked)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </aside>
  );
}
