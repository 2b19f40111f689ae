import { Dialog } from '../../kit/controls/dialog.tsx';
import { useDesk } from '../desk.ts';
import { modifier } from './modifier.ts';

/** The keys that there are. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useDesk().i18n;
  const keys: [readonly string[], string][] = [
    [[modifier(), 'K'], t('keySearch')],
    [['J'], t('keyNext')],
    [['K'], t('keyPrevious')],
    [['?'], t('keyShortcuts')],
    [['Esc'], t('keyClose')],
  ];
  return (
    <Dialog title={t('shortcuts')} closeLabel={t('close')} onClose={onClose} class="shortcuts">
      <dl>
        {keys.map(([pressed, what]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
