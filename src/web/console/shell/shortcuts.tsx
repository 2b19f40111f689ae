import { Dialog } from '../../kit/controls/dialog.tsx';
import { useId } from '../../kit/view.ts';
import { LETTER_NAMES, LETTERS, type LetterCommand, PLACES, shown } from '../commands/keys.ts';
import { useDesk } from '../desk.ts';
import { reasonOf } from '../session/reason-of.ts';
import { modifier } from './modifier.ts';

type Key = [pressed: readonly string[], what: string];

/** The keys that there are, and whether those of a single letter work. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { i18n, session, toasts } = useDesk();
  const { t } = i18n;
  const id = useId();
  const { value: state } = session.state;
  const areOn = state.is !== 'in' || state.user.ui_settings.single_keys !== false;
  const groups: [string, readonly Key[]][] = [
    [
      t('keysEverywhere'),
      [
        [[modifier(), 'K'], t('keySearch')],
        [['/'], t('keySearch')],
        [['?'], t('keyShortcuts')],
        [['Esc'], t('keyClose')],
      ],
    ],
    [
      t('keysConversations'),
      [
        [['J'], t('keyNext')],
        [['K'], t('keyPrevious')],
        [['Enter'], t('keyOpen')],
        ...Object.entries(LETTERS).map(([name, letter]): Key => [
          shown(letter),
          t(LETTER_NAMES[name as LetterCommand]),
        ]),
      ],
    ],
    [
      t('keysWriting'),
      [
        [[modifier(), 'Enter'], t('send')],
        [[modifier(), 'Shift', 'Enter'], t('sendAndResolve')],
        [[modifier(), 'B'], t('mark_bold')],
        [[modifier(), 'I'], t('mark_italic')],
        [[modifier(), 'E'], t('mark_code')],
        [[modifier(), 'Shift', '8'], t('mark_list')],
        [[modifier(), 'Shift', 'U'], t('mark_link')],
      ],
    ],
    [t('keysPlaces'), PLACES.map(({ keys, to }): Key => [shown(keys), t(to)])],
  ];

  async function turn(isOn: boolean) {
    try {
      await session.changeSettings({ single_keys: isOn });
    } catch (error) {
      toasts.show({ text: reasonOf(i18n, error), isProblem: true });
    }
  }

  return (
    <Dialog title={t('shortcuts')} closeLabel={t('close')} onClose={onClose} class="shortcuts">
      <p class="check">
        <input id={id} type="checkbox" checked={areOn} onChange={(event) => void turn(event.currentTarget.checked)} />
        <label for={id}>{t('singleKeys')}</label>
      </p>
      <div class="shortcut-groups">
        {groups.map(([title, keys]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([pressed, what]) => (
                <div key={pressed.join(' ')}>
                  <dt>{what}</dt>
                  <dd>
                    {pressed.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
